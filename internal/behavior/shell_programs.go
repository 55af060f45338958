package behavior

import (
	"github.com/skilllint/skilllint/internal/behavior/trust"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/skilllint/skilllint/facts/shell"
)

type handler = func(*shellReader, *call) Value

// handlerOf returns the handler of a program, or nil if it has no known effect.
func handlerOf(name string) handler {
	switch {
	case shell.IsShell(name), name == "source", name == ".":
		return interpret
	case languageOfProgram(name) != "" && name != "awk" && name != "gawk":
		return interpretOther
	}
	switch name {
	case "eval":
		return evaluate
	case "echo", "printf", "print":
		return echo
	case "cat", "head", "tail", "tac", "less", "more", "strings", "grep", "egrep", "rg", "awk", "gawk", "sed", "cut", "sort", "uniq", "jq", "yq", "paste", "fold", "nl", "column", "sqlite3", "base64", "base32", "basenc",
		"gbase64", "xxd", "od", "hexdump", "uuencode", "uudecode", "rev", "tr", "gzip", "gunzip", "zcat", "bzip2", "bunzip2", "xz", "unxz", "zstd", "openssl", "gpg", "dd", "perl", "iconv", "bzcat", "xzcat", "pv", "tee", "sponge", "age", "ccrypt":
		return filter
	case "curl", "wget", "curlie", "http", "https", "xh", "aria2c", "lwp-request", "lynx", "fetch", "GET", "POST":
		return request
	case "cd", "pushd":
		return changeDir
	case "make", "gmake":
		return build
	case "tar", "zip", "7z", "cpio", "rar":
		return archive
	case "unzip", "unrar", "unar", "7za":
		return unpack
	case "nc", "ncat", "netcat", "nc.traditional", "nc.openbsd", "socat", "telnet":
		return connect
	case "dig", "nslookup", "host", "drill", "ping", "getent", "resolvectl", "kdig", "doggo":
		return resolve
	case "scp", "rsync", "sftp", "ftp", "lftp", "aws", "gsutil", "rclone", "gh", "mail", "mailx", "mutt", "sendmail", "ssh", "s3cmd", "azcopy", "gcloud", "az", "swaks", "git", "croc", "wormhole", "ipfs", "security", "op", "pass", "secret-tool", "kubectl", "vault", "docker", "podman":
		return transfer
	case "env", "printenv", "set", "export", "whoami", "hostname", "id", "uname", "ifconfig", "ip", "ps", "netstat", "history", "compgen":
		return describeSystem
	case "sha256sum", "shasum", "sha512sum", "sha1sum", "md5sum", "gpgv", "cosign", "minisign", "signify", "slsa-verifier", "b2sum", "sigstore":
		return verify
	case "cp", "mv", "install", "ln", "rm", "rmdir", "shred", "unlink", "mkfs", "wipefs", "find", "crontab", "systemctl", "launchctl", "spctl", "csrutil", "netsh", "service", "setenforce", "chmod", "chown", "schtasks", "visudo", "setcap", "usermod", "icacls", "net", "mkfifo", "mknod", "diskutil":
		return change
	case "npx", "bunx", "pnpx", "uvx", "pipx", "npm", "pnpm", "yarn", "bun", "pip", "pip3", "uv", "gem", "cargo", "go", "brew", "apt", "apt-get":
		return install
	case "dpkg", "rpm", "open", "xdg-open", "installer", "msiexec":
		return installFile
	case "read", "mapfile", "readarray":
		return readVariable
	case "xmrig", "minerd", "cpuminer", "cgminer", "ethminer", "t-rex", "nbminer", "lolminer", "xmr-stak", "cryptonight", "minergate":
		return func(s *shellReader, c *call) Value {
			s.add(Act{Kind: Mines, At: c.at, By: c.name})
			return Value{}
		}
	}
	return nil
}

// interpret reads a shell, whose code is an argument, a file or its input.
func interpret(s *shellReader, c *call) Value {
	for i := 1; i < len(c.args); i++ {
		text := c.args[i].text
		if len(text) > 1 && text[0] == '-' && text[1] != '-' && strings.HasSuffix(text, "c") && i+1 < len(c.args) {
			s.executeText(c.args[i+1], c)
			return s.readLine(c.args[i+1], c.at, c.in)
		}
	}
	plain := c.arguments("-o +o -O --rcfile --init-file")
	if len(plain) > 0 && plain[0].text != "-" && !c.flag("s") && plain[0].text != "/dev/stdin" {
		s.start(plain[0], c)
		s.execute(s.script(plain[0]), c)
		return Value{labels: output}
	}
	if c.flag("i") || !c.in.Has(Fetched|Decoded|Socket|output|written) && c.in.text == "" {
		out := Value{labels: output | shellOutput}
		if c.in.Has(Socket) {
			s.add(Act{Kind: OpensShell, At: c.at, By: c.name})
		}
		return out
	}
	s.execute(c.in, c)
	if c.in.text != "" && !c.in.Has(Fetched) {
		s.readLine(c.in, c.at, Value{})
	}
	return Value{labels: output | shellOutput}
}

// build reads make.
func build(s *shellReader, c *call) Value {
	file := "Makefile"
	if dir := optionValue(c, "-C"); dir != "" {
		if s.cloned.Has(Fetched) {
			s.execute(s.cloned, c)
		}
		file = dir + "/" + file
	}
	if name := optionValue(c, "-f"); name != "" {
		file = name
		if v := s.script(Value{text: name}); v.Has(Fetched) {
			s.execute(v, c)
		}
	}
	for i, a := range c.args {
		if i > 0 && c.args[i-1].text == "-f" && a.Has(output) { // a process substitution
			s.execute(a, c)
		}
	}
	s.startTargets(file, "make", c.arguments("-C -f -j -o -W -I"), c)
	return Value{labels: output}
}

// script returns the content of a script: a file written earlier, or a process substitution.
func (s *shellReader) script(v Value) Value {
	if w, ok := s.files[v.text]; ok {
		return w
	}
	if w, ok := s.files[strings.TrimPrefix(v.text, "./")]; ok {
		return w
	}
	if v.Has(output) {
		return v
	}
	if w := s.files[path.Base(v.text)]; w.Has(Fetched) {
		return w
	}
	if s.unpacked.Has(Decoded) && strings.Contains(v.text, "/") && !strings.HasPrefix(v.text, "~") {
		return s.unpacked
	}
	return s.clonedFile(v.text)
}

func evaluate(s *shellReader, c *call) Value {
	v := c.merged(1)
	s.executeText(v, c)
	return s.readLine(v, c.at, c.in)
}

// hasWord reports whether a text contains one of several words that is not a part of another one, as in "websocket" and "curl_exec(".
func hasWord(text string, words ...string) bool {
	for _, word := range words {
		for at := 0; ; {
			n := strings.Index(text[at:], word)
			if n < 0 {
				break
			}
			start, end := at+n, at+n+len(word)
			if (start == 0 || !isWordByte(text[start-1])) && (end == len(text) || !isWordByte(text[end-1]) || !isWordByte(text[end])) {
				return true
			}
			at = end
		}
	}
	return false
}

func isWordByte(c byte) bool { return isLetter(c) || c == '_' || '0' <= c && c <= '9' }

func echo(s *shellReader, c *call) Value {
	v := c.merged(1)
	for _, option := range []string{"-e ", "-n ", "-ne ", "-en "} {
		v.text = strings.TrimPrefix(v.text, option)
	}
	if c.name == "printf" && len(c.args) > 2 && strings.Contains(c.args[1].text, "%s") && strings.Trim(c.args[1].text, `%sbn\ `) == "" {
		v = c.merged(2)
	}
	if strings.Count(v.text, `\x`) >= 4 || strings.Count(v.text, `\0`) >= 6 || strings.Count(v.text, `\1`) >= 6 {
		v.labels |= Decoded
		if plain, err := strconv.Unquote(`"` + strings.ReplaceAll(v.text, `"`, `\"`) + `"`); err == nil {
			v.text = plain
		}
	}
	v.labels |= written
	return v
}

// filter reads programs that transform text.
func filter(s *shellReader, c *call) Value {
	v := c.in
	if c.name == "jq" && c.flag("n") { // prints what its program constructs
		return c.merged(1).join(Value{labels: written})
	}
	isNext := slices.Contains([]string{"grep", "egrep", "rg", "sed", "awk", "gawk", "jq", "yq", "tr", "perl"}, c.name) // the pattern or the program
	for _, arg := range c.args[1:] {
		switch {
		case strings.HasPrefix(arg.text, "-") && !arg.Has(secretPath):
			isNext = isNext && !strings.HasPrefix(arg.text, "--regexp=") && !strings.HasPrefix(arg.text, "--expression=") && (len(arg.text) == 2 || !strings.HasPrefix(arg.text, "-e"))
		case isNext:
			isNext = false
		default:
			v = v.join(s.read(arg))
		}
	}
	if strings.HasSuffix(c.name, "awk") && strings.Contains(c.merged(1).text, "/inet/") && strings.Contains(c.merged(1).text, "getline") {
		s.add(Act{Kind: OpensShell, At: c.at, By: c.name})
	}
	if strings.HasSuffix(c.name, "awk") {
		s.readStringCalls(c.merged(1).text, c.at)
	}
	if c.name == "dd" {
		for _, arg := range c.args[1:] {
			if to, ok := strings.CutPrefix(arg.text, "of="); ok && IsAbove(to) && !writesImage(c) {
				s.add(Act{Kind: Deletes, At: c.at, To: "a disk", By: c.name})
			}
		}
	}
	if c.name == "sed" && c.flag("i") {
		s.add(Act{Kind: Writes, At: c.at, Of: Value{text: c.merged(1).text}, To: c.args[len(c.args)-1].text, By: "sed -i"})
	}
	text := v.text
	v = s.transform(v, c)
	if c.name == "tee" || c.name == "sponge" {
		for _, p := range c.arguments("") {
			s.write(p.text, c.in, c.at, c.name)
		}
	}
	if c.name == "cat" || c.name == "tee" || c.name == "head" {
		v.text = text
	}
	return v
}

func argumentTexts(c *call) []string {
	texts := make([]string, len(c.args))
	for i, a := range c.args {
		texts[i] = a.text
	}
	return texts
}

// optionValue returns the argument after an option.
func optionValue(c *call, option string) string {
	for i, a := range c.args[:len(c.args)-1] {
		if a.text == option {
			return c.args[i+1].text
		}
	}
	return ""
}

func verify(s *shellReader, c *call) Value {
	if c.flag("c") || c.Has("--check", "verify", "verify-blob", "-V", "verify-artifact", "--verify") || c.name == "gpgv" {
		s.checked = true
	}
	if len(c.args) > 1 {
		s.checked = true // its output is usually compared
	}
	return Value{labels: output}
}

func readVariable(s *shellReader, c *call) Value {
	for _, name := range c.arguments(map[bool]string{true: "-p -t -n -N -d -u -i", false: "-n -O -s -u -C -c -d"}[c.name == "read"]) {
		if v := c.in; name.text != "" {
			v.labels |= output
			s.set(name.text, v)
		}
	}
	return Value{}
}

// describeSystem reads programs that print the environment, or information about the computer.
func describeSystem(s *shellReader, c *call) Value {
	switch c.name {
	case "env", "printenv", "set", "export":
		names := c.arguments("")
		switch {
		case len(names) == 0 && (c.name != "set" || len(c.args) == 1):
			return Value{labels: Environment | output, secret: "environment variables"}
		case c.name == "printenv" && trust.IsSecretName(names[0].text):
			return Value{labels: Secret | output, secret: "$" + names[0].text}
		}
		return Value{}
	case "history":
		return Value{labels: Credential | output, secret: "the shell history"}
	}
	return Value{labels: System | output}
}

// IsAbove reports whether a path is a home or system directory.
func IsAbove(p string) bool {
	switch strings.TrimSuffix(strings.TrimSuffix(strings.ToLower(p), `*`), `\`) {
	case `c:`, `c:\users`, `c:\windows`, `$env:userprofile`, `$home`, `${env:userprofile}`, `%userprofile%`:
		return true
	}
	p = path.Clean(strings.ReplaceAll(strings.ReplaceAll(p, "${HOME}", "~"), "$HOME", "~"))
	p = strings.TrimSuffix(p, "/*")
	switch p {
	case "", "/", "~", "/*", "~/*", "/home", "/etc", "/usr", "/var", "/root", "/Users", "/boot", "/bin", "/opt", "/lib", "~/Documents", "~/Desktop", "~/.ssh", "/home/*", "/Users/*":
		return true
	}
	return strings.HasPrefix(p, "/dev/sd") || strings.HasPrefix(p, "/dev/nvme") || strings.HasPrefix(p, "/dev/disk")
}

// writesImage reports whether dd writes the image of an operating system, as text about installing one does.
func writesImage(c *call) bool {
	return slices.ContainsFunc(c.args[1:], func(v Value) bool {
		return strings.HasPrefix(v.text, "if=") && (strings.HasSuffix(v.text, ".iso") || strings.HasSuffix(v.text, ".img"))
	})
}

// isPlaceholder reports whether the reader must replace the argument of an option: "-enc <payload>".
func (s *shellReader) isPlaceholder(c *call, option string) bool {
	at := c.at
	return s.on == InText && at.End <= len(s.doc.Source) && strings.Contains(string(s.doc.Source[at.Start:at.End]), option+" <")
}

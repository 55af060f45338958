package behavior

import (
	"cmp"
	"github.com/skilllint/skilllint/internal/behavior/lex"
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/facts/shell"
	"github.com/skilllint/skilllint/internal/behavior/effect"
	"github.com/skilllint/skilllint/internal/behavior/trust"
)

// sensitive are the labels of values that should not leave the computer.
const sensitive = Environment | Credential | Secret

// A transmission is the data and the destination of a request.
type transmission struct {
	url, output string
	body        Value
	masked      bool // the address is encoded in the script
	remote      bool // the output file is named after the address
}

// request reads a program that loads from an address or sends to it.
func request(s *shellReader, c *call) Value {
	t := s.transmission(c)
	if t.body.Has(sensitive) || t.body.Has(Encoded) && t.body.Has(System|output) {
		s.add(Act{Kind: Sends, At: c.at, Of: t.body, To: t.url, By: c.name, Masked: t.masked})
	}
	if t.url == "" {
		return Value{labels: output}
	}
	v := Value{labels: Fetched | output, url: t.url}
	if t.body.Has(Credential) && strings.Contains(t.url, "169.254.169.254") || strings.Contains(t.url, "169.254.169.254") {
		v.labels, v.secret = v.labels|Credential, "instance metadata"
	}
	out := t.output
	if t.remote || out == "" && c.name == "wget" {
		out = path.Base(strings.SplitN(t.url, "?", 2)[0])
	}
	switch out {
	case "", "-", "/dev/stdout":
		return v
	case "/dev/null":
		return Value{}
	}
	if s.allows(len(s.files), mostFiles, TooMuch, c.at) {
		s.setFile(out, v)
		s.setFile(path.Base(out), v)
		s.add(Act{Kind: Writes, At: c.at, Of: v, To: out, By: c.name})
	}
	return Value{}
}

func (s *shellReader) transmission(c *call) transmission {
	var t transmission
	for i := 1; i < len(c.args); i++ {
		a := c.args[i]
		option, inline, isInline := strings.Cut(a.text, "=")
		arg := a
		if isInline = isInline && strings.HasPrefix(option, "--"); isInline {
			arg.text = inline
		} else if option = a.text; i+1 < len(c.args) {
			arg = c.args[i+1]
		}
		use := effect.RequestOptions[option]
		if option == "-O" && c.name == "curl" {
			use = 0
		}
		switch {
		case use != 0:
			if s.take(&t, use, option, arg, c); !isInline {
				i++
			}
		case strings.HasPrefix(option, "--"):
			t.remote = t.remote || option == "--remote-name"
		case strings.HasPrefix(option, "-"):
			if s.letters(&t, a, arg, c) {
				i++
			}
		default:
			t.address(a)
		}
	}
	return t
}

// take adds the argument of an option to a request.
func (s *shellReader) take(t *transmission, use effect.RequestOption, option string, arg Value, c *call) {
	switch use {
	case effect.BodyOption:
		t.body = t.body.join(s.body(arg, option, c))
	case effect.HeaderOption:
		if !strings.HasPrefix(strings.ToLower(strings.TrimSpace(arg.text)), "authorization") {
			t.body.labels |= arg.labels & (Environment | Credential)
			t.body.secret = cmp.Or(t.body.secret, arg.secret)
		}
	case effect.OutputOption:
		t.output = arg.text
	case effect.AddressOption:
		t.address(arg)
	}
}

// letters reads combined one-letter options, the last of which may have an argument: -fsSLo x, -sd@file. It reports whether that is next.
func (s *shellReader) letters(t *transmission, option, next Value, c *call) (usesNext bool) {
	for n := 1; n < len(option.text); n++ {
		letter := "-" + option.text[n:n+1]
		use := effect.RequestOptions[letter]
		switch {
		case letter == "-O" && c.name == "curl":
			t.remote = true
		case use != 0 && n+1 < len(option.text):
			option.text = option.text[n+1:]
			s.take(t, use, letter, option, c)
			return false
		case use != 0:
			s.take(t, use, letter, next, c)
			return true
		}
	}
	return false
}

// address records the address of a request. Values in it are sent, too.
func (t *transmission) address(a Value) {
	if strings.Trim(a.text, ".…") == "" && a.text != "" { // a placeholder
		return
	}
	if t.url == "" || !strings.Contains(t.url, ".") && strings.Contains(a.text, "://") {
		t.url = a.text
	}
	t.masked = t.masked || a.Has(Decoded) && !a.Has(Fetched|Socket)
	if strings.HasPrefix(a.text, "${") && strings.Count(a.text, "${") == 1 {
		return // a configured address, such as a line of .env, which is called and not sent
	}
	t.body.labels |= a.labels & (sensitive | Encoded | System)
	if a.Has(Encoded | System) {
		t.body.labels |= output
	}
	t.body.secret = cmp.Or(t.body.secret, a.secret)
}

// body returns the text or file that an option sends.
func (s *shellReader) body(arg Value, option string, c *call) Value {
	_, file, isFile := strings.Cut(arg.text, "@")
	if isFile && option != "-F" && option != "--form" && option != "--data-urlencode" {
		isFile = strings.HasPrefix(arg.text, "@")
	}
	switch {
	case file == "-" && isFile, arg.text == "-" && strings.Contains(" -T --upload-file --post-file --body-file ", " "+option+" "):
		return c.in
	case isFile, strings.Contains(" -T --upload-file --post-file --body-file ", " "+option+" "):
		if !isFile {
			file = arg.text
		}
		file, _, _ = strings.Cut(file, ";")
		arg.text = file
		return s.read(arg)
	}
	arg.labels &^= secretPath
	return arg
}

// connect reads netcat and similar programs.
func connect(s *shellReader, c *call) Value {
	runs := c.flag("e") || c.Has("--exec", "--sh-exec", "--lua-exec") || c.flag("c") && strings.Contains(c.lower(), "sh")
	return s.connect(c, hostOf(c), runs)
}

// relay reads socat.
func relay(s *shellReader, c *call) Value {
	host, lower := hostOf(c), c.lower()
	for _, a := range c.arguments(connectionOptions) {
		kind, after, ok := strings.Cut(strings.ToLower(a.text), ":")
		if strings.HasSuffix(kind, "listen") {
			host = ""
			break
		}
		if ok && kind != "exec" && kind != "system" {
			host, _, _ = strings.Cut(after, ":")
		}
	}
	return s.connect(c, host, lex.ContainsAny(lower, "exec:", "system:") && lex.ContainsAny(lower, "tcp", "udp", "openssl"))
}

const connectionOptions = "-p -w -s -i -q -X -x -e -c --exec --sh-exec --ssl-cert --ssl-key"

// hostOf returns the first argument of netcat, or "" if it is a port to listen on.
func hostOf(c *call) string {
	if plain := c.arguments(connectionOptions); len(plain) > 0 && strings.Trim(plain[0].text, "0123456789") != "" {
		return plain[0].text
	}
	return ""
}

// connect reads a program that connects its input with a host. runs: it also runs a program.
func (s *shellReader) connect(c *call, host string, runs bool) Value {
	lower := c.lower()
	switch {
	case c.flag("z"):
	case runs && !runsNamed(lower) && lex.ContainsAny(lower, "sh", "cmd", "powershell", "python"), c.in.Has(shellOutput):
		s.add(Act{Kind: OpensShell, At: c.at, To: trust.Peer(host), By: c.name})
	case c.in.Has(sensitive) || c.in.Has(Encoded) && c.in.Has(output):
		s.add(Act{Kind: Sends, At: c.at, Of: c.in, To: trust.Peer(host), By: c.name})
	}
	return Value{labels: output | Socket}
}

// runsNamed reports whether socat runs one named command for each connection: SYSTEM:"bash -c answer".
func runsNamed(command string) bool {
	_, code, ok := strings.Cut(command, "sh -c ")
	code, _, _ = strings.Cut(strings.TrimLeft(code, `'"`), ",")
	code = strings.Trim(code, `'" `)
	return ok && code != "" && !shell.IsShell(code) && lex.LanguageOfProgram(code) == "" && strings.Trim(code, "abcdefghijklmnopqrstuvwxyz_") == ""
}

// resolve reads programs that look up a host. Its name can contain data.
func resolve(s *shellReader, c *call) Value {
	isText := false
	for _, a := range c.args[1:] {
		isText = isText || slices.Contains([]string{"txt", "-type=txt", "-q=txt", "-query=txt", "-querytype=txt"}, strings.ToLower(a.text))
	}
	for _, a := range c.arguments("-c -t -W -i -s") {
		if strings.HasPrefix(a.text, "@") || strings.HasPrefix(a.text, "+") || !strings.Contains(a.text, ".") {
			continue
		}
		if a.Has(sensitive|Encoded|System) && trust.In(trust.DomainOf(a.text)) != trust.Local {
			s.add(Act{Kind: Sends, At: c.at, Of: a.join(Value{labels: output}), To: trust.DomainOf(a.text), By: c.name})
		}
	}
	if isText { // anybody can put a text there
		return Value{labels: output | Socket}
	}
	return Value{labels: output}
}

// hasWords reports whether the arguments contain one of several sequences of words.
func (c *call) hasWords(any ...string) bool {
	long := " " + strings.Join(argumentTexts(c), " ") + " "
	return slices.ContainsFunc(any, func(words string) bool { return strings.Contains(long, " "+words+" ") })
}

// readVault reads programs that print secrets.
func readVault(s *shellReader, c *call) Value {
	if c.name == "gcloud" && c.hasWords("storage") {
		return s.copyAway(c)
	}
	if c.hasWords("read", "show", "lookup", "get", "print-access-token", "secrets", "secret") {
		return Value{labels: Secret | output, secret: "secrets of " + c.name}
	}
	return Value{labels: output}
}

// container reads programs that run commands in containers.
func container(s *shellReader, c *call) Value {
	for i, a := range c.args {
		if i > 1 && shell.IsShell(shell.ProgramName(a.text)) && c.hasWords("exec", "run") {
			s.run(&call{args: c.args[i:], in: c.in, at: c.at})
		}
	}
	if c.name == "kubectl" {
		installFile(s, c)
		if c.Has("--clusterrole=cluster-admin") {
			s.add(Act{Kind: Loosens, At: c.at, To: "the cluster", By: c.name})
		}
	}
	if c.controlsComputer() {
		s.add(Act{Kind: Loosens, At: c.at, Of: Value{text: " " + strings.Join(argumentTexts(c), " ") + " "}, To: "container", By: c.name})
	}
	return Value{labels: output}
}

// transfer reads programs that copy files to other computers.
func transfer(s *shellReader, c *call) Value {
	if c.hasWords("auth token", "configure get", "get-secret-value", "get-session-token", "export-credentials") {
		return Value{labels: Secret | output, secret: "the token of " + c.name}
	}
	switch c.name {
	case "gh":
		if !(c.hasWords("gist") && c.hasWords("create")) {
			return s.loadFromGitHub(c)
		}
	case "lftp", "ftp":
		if v := s.loadByFTP(c); v.Has(Fetched) {
			return v
		}
	case "az":
		if !c.hasWords("upload", "upload-batch", "copy") {
			return Value{labels: output}
		}
	case "ssh":
		if c.flag("R") && strings.Contains(strings.Join(argumentTexts(c), " ")+" ", ":22 ") {
			s.add(Act{Kind: OpensShell, At: c.at, By: "ssh -R"})
		}
		s.runRemotely(c)
	}
	return s.copyAway(c)
}

// controlsComputer reports whether an option of a command gives a container control of the computer: all privileges, the socket of
// Docker, or the root directory. A text that names the option, such as a message, does not.
func (c *call) controlsComputer() bool {
	for i, a := range c.args[1:] {
		name, value, isJoined := strings.Cut(a.text, "=")
		if rest, ok := strings.CutPrefix(a.text, "-v/"); ok {
			name, value = "-v", "/"+rest
		} else if !isJoined && i+2 < len(c.args) {
			value = c.args[i+2].text
		}
		switch name {
		case "--privileged":
			if before := c.args[i].text; (!isJoined || value == "true") && before != "-m" && before != "--message" {
				return true
			}
		case "-v", "--volume", "--mount":
			if strings.HasPrefix(value, "/:") || lex.ContainsAny(value+",", "docker.sock:", "docker.sock,", "source=/,", "src=/,") {
				return true
			}
		}
	}
	return false
}

func git(s *shellReader, c *call) Value {
	switch {
	case c.hasWords("clone"):
		for _, a := range c.args {
			if strings.Contains(a.text, "://") {
				s.cloned = Value{labels: Fetched, url: a.text}
			}
		}
		s.recordClone(c)
	case c.hasWords("credential fill", "credential-store get"):
		return Value{labels: Credential | output, secret: "git's credentials"}
	case c.hasWords("config") && c.hasWords("core.hooksPath") && !c.hasWords("--get", "--unset"):
		s.add(Act{Kind: Writes, At: c.at, To: "core.hooksPath", By: "git config"})
	}
	return Value{labels: output}
}

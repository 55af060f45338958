package behavior

import (
	"cmp"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/internal/behavior/effect"
	"github.com/skilllint/skilllint/internal/behavior/trust"
)

// eraseDisk reads programs that format a disk. In text, the disk must be named: not /dev/diskN, which the reader chooses.
func eraseDisk(s *shellReader, c *call) Value {
	if (c.name != "diskutil" || c.Has("eraseDisk")) && (s.on != InText || slices.ContainsFunc(argumentTexts(c), effect.NamesDisk)) {
		s.add(Act{Kind: Deletes, At: c.at, To: "a disk", By: c.name})
	}
	return Value{labels: output}
}

// disarm reads programs that can switch off what protects a computer.
func disarm(s *shellReader, c *call) Value {
	if what := effect.Disarmed(c.lower()); what != "" {
		s.add(Act{Kind: Disarms, At: c.at, To: what, By: c.name})
	}
	return Value{labels: output}
}

func scheduleTask(s *shellReader, c *call) Value {
	if strings.Contains(c.lower(), "/create") {
		s.add(Act{Kind: Writes, At: c.at, Of: c.merged(1), To: "scheduled task", By: c.name})
	}
	return Value{labels: output}
}

// grant reads programs that give rights to users and programs.
func grant(s *shellReader, c *call) Value {
	if long := c.lower(); effect.GrantsAll(long) || c.name == "usermod" && s.on != InText && strings.Contains(long, " sudo ") {
		s.add(Act{Kind: Loosens, At: c.at, To: c.args[len(c.args)-1].text, By: c.name})
	}
	return Value{labels: output}
}

// lower returns the words of a command in lower case, with spaces between them.
func (c *call) lower() string { return strings.ToLower(strings.Join(argumentTexts(c), " ")) }

// copyFiles reads programs that copy, move or link files.
func copyFiles(s *shellReader, c *call) Value {
	plain := c.arguments("-m -o -g -t -S")
	if len(plain) < 2 {
		return Value{}
	}
	target := plain[len(plain)-1]
	var v Value
	for _, a := range plain[:len(plain)-1] {
		v = v.join(s.read(a))
	}
	if c.name != "mv" || !v.Has(Credential) {
		v.text = ""
		s.write(target.text, v, c.at, c.name)
	}
	if mode := optionValue(c, "-m"); c.name == "install" && effect.IsSetuid(mode) {
		s.add(Act{Kind: Loosens, At: c.at, To: target.text, By: "install -m " + mode})
	}
	return Value{labels: output}
}

func crontab(s *shellReader, c *call) Value {
	if plain := c.arguments("-u"); len(plain) > 0 && !c.flag("lre") {
		v := c.in
		if plain[0].text != "-" {
			v = s.script(plain[0])
		}
		s.add(Act{Kind: Writes, At: c.at, Of: v, To: "crontab", By: c.name})
	}
	return Value{labels: output}
}

// find reads find, which can delete what it finds, or run a command on it.
func find(s *shellReader, c *call) Value {
	s.findExec(c)
	plain := c.arguments("-name -type -path -maxdepth -mindepth -mtime -size -exec")
	if len(plain) > 0 && c.Has("-delete") && (effect.IsAbove(plain[0].text) || strings.Contains(plain[0].text, "PROJECT_DIR")) && !c.Has("-name", "-path", "-mtime", "-iname") {
		s.add(Act{Kind: Deletes, At: c.at, To: strings.Replace(plain[0].text, "${CLAUDE_PROJECT_DIR}", "/", 1), By: "find -delete"})
	}
	return findOutput(c)
}

// remove reads programs that delete directories.
func remove(s *shellReader, c *call) Value {
	if c.name == "rm" && !c.flag("rR") && !c.Has("--recursive") {
		return Value{labels: output}
	}
	by := c.name
	if c.Has("--no-preserve-root") {
		by += " --no-preserve-root"
	}
	for _, a := range c.arguments("-n") {
		isRefused := a.text == "/" && c.Has("--preserve-root")
		isPartial := a.Has(output) && !a.Has(written) // a part is unknown
		if !isRefused && !isPartial {
			s.add(Act{Kind: Deletes, At: c.at, To: a.text, Of: a, By: by})
		}
	}
	return Value{labels: output}
}

// permissions reads chmod. In a text, a mode for a single file of the skill is no act, nor is one that the text explains.
func permissions(s *shellReader, c *call) Value {
	plain := c.arguments("")
	if len(plain) < 2 {
		return Value{labels: output}
	}
	mode, target := plain[0].text, plain[1].text
	isSocket, isAll := strings.Contains(target, "docker.sock"), c.flag("R")
	isOutside := strings.HasPrefix(target, "/") && !strings.HasPrefix(target, "/tmp") || strings.HasPrefix(target, "~") || isAll
	isOpen, isOwner := effect.OpensAll(mode) || mode == "666" && isSocket, strings.Contains(mode, "+s") && !strings.HasPrefix(mode, "g+") || effect.IsSetuid(mode)
	if s.on == InText {
		isOutside = isOutside && (isAll || isSocket || effect.IsAbove(target))
		isOwner = isOwner && strings.ContainsAny(target, "/$~") && (!isOpen || isAll || isSocket || effect.IsAbove(target))
	}
	if isOwner || isOpen && isOutside {
		s.add(Act{Kind: Loosens, At: c.at, To: target, By: "chmod " + mode})
	}
	return Value{labels: output}
}

// install reads package managers: packages from an address, and unpinned packages that are run.
func install(s *shellReader, c *call) Value {
	runsPackage, named := slices.Contains([]string{"npx", "bunx", "pnpx", "uvx"}, c.name), false
	for i, a := range c.args[1:] {
		if named {
			break // an argument of the package
		}
		text := strings.TrimPrefix(strings.TrimPrefix(a.text, "git+"), "--index-url=")
		text = strings.TrimPrefix(strings.TrimPrefix(text, "--extra-index-url="), "--registry=")
		named = runsPackage && !strings.HasPrefix(a.text, "-")
		if strings.HasSuffix(text, ".deb") || strings.HasSuffix(text, ".rpm") || strings.HasSuffix(text, ".apk") {
			s.runInstalled(s.script(a), c)
		}
		if c.name == "go" && i > 0 && (c.args[1].text == "run" || c.args[1].text == "install") && strings.Contains(text, "@") {
			text = "https://" + text
		}
		if i == 0 && !runsPackage || !strings.Contains(text, "://") || c.name == "go" && !slices.Contains([]string{"run", "install", "get"}, c.args[1].text) {
			continue
		}
		if trust.In(text) == trust.Odd {
			s.add(Act{Kind: Runs, At: c.at, Of: Value{labels: Fetched, url: text}, By: c.name + " " + c.args[1].text})
		}
	}
	s.packages(c)
	s.startScripts(c)
	if pkg := unpinnedPackage(c); pkg != "" {
		s.add(Act{Kind: Launches, At: c.at, To: pkg, By: c.name})
	}
	return Value{labels: output}
}

// startScripts records the scripts of package.json that a command runs.
func (s *shellReader) startScripts(c *call) {
	if !slices.Contains([]string{"npm", "pnpm", "yarn", "bun"}, c.name) {
		return
	}
	file := "package.json"
	for _, option := range []string{"--prefix", "-C", "--dir", "--cwd"} {
		if dir := optionValue(c, option); dir != "" {
			file = dir + "/" + file
		}
	}
	plain := c.arguments("--prefix -C --dir --cwd -w --workspace --filter")
	switch {
	case len(plain) > 1 && (plain[0].text == "run" || plain[0].text == "run-script"):
		s.startTargets(file, "npm run", plain[1:2], c)
	case len(plain) == 1 && slices.Contains([]string{"test", "start", "stop"}, plain[0].text):
		s.startTargets(file, "npm run", plain, c)
	case len(plain) == 1 && slices.Contains([]string{"install", "i", "ci"}, plain[0].text):
		s.startTargets(file, "npm run", []Value{{text: "postinstall"}}, c)
	}
}

// packages records the packages that a command installs by name.
func (s *shellReader) packages(c *call) {
	if n := slices.IndexFunc(c.args, func(v Value) bool { return v.text == "--" }); n > 0 { // arguments of the package
		c = &call{name: c.name, args: c.args[:n], at: c.at}
	}
	plain := c.arguments("-e --editable -f --find-links -r --requirement -c --constraint -i --index-url --extra-index-url --registry -t --target --prefix --filter -w --workspace --python -p --package")
	if c.name == "uv" && len(plain) > 0 && plain[0].text == "pip" {
		plain = plain[1:]
	}
	if len(plain) < 2 {
		if c.name == "npx" && len(plain) == 1 {
			s.add(Act{Kind: Installs, At: c.at, To: effect.PackageName(plain[0].text), By: c.name})
		}
		return
	}
	switch plain[0].text {
	case "install", "i", "add", "isntall", "exec", "dlx":
	default:
		if c.name != "npx" && c.name != "bunx" {
			return
		}
		plain = append([]Value{{}}, plain[0])
	}
	for _, p := range plain[1:min(len(plain), 60)] {
		if name := effect.PackageName(p.text); name != "" {
			s.add(Act{Kind: Installs, At: c.at, To: name, By: c.name, Of: Value{secret: name}})
		}
	}
}

// packageRunners are programs that download and run a package, with the commands that do.
var packageRunners = map[string]string{"npx": "", "bunx": "", "pnpx": "", "uvx": "", "pipx": "run dlx exec", "pnpm": "dlx", "yarn": "dlx"}

// unpinnedPackage returns the package that a command downloads and runs without a version, or "".
func unpinnedPackage(c *call) string {
	commands, ok := packageRunners[c.name]
	if !ok || c.name == "npx" && !c.Has("-y", "--yes") {
		return ""
	}
	plain := c.arguments("-p --package --from --python --with -c --registry")
	if commands != "" {
		if len(plain) == 0 || !slices.Contains(strings.Fields(commands), plain[0].text) {
			return ""
		}
		plain = plain[1:]
	}
	if len(plain) == 0 {
		return ""
	}
	name := cmp.Or(optionValue(c, "--from"), plain[0].text)
	if name == "" || strings.HasPrefix(name, ".") || strings.HasPrefix(name, "/") || strings.ContainsAny(name, "${}<>") || strings.Contains(name, "==") {
		return ""
	}
	if n := strings.LastIndexByte(name, '@'); n > 0 && n+1 < len(name) && name[n+1] >= '0' && name[n+1] <= '9' {
		return ""
	}
	return name
}

// findOutput returns the paths that find prints.
func findOutput(c *call) Value {
	for i, a := range c.args[:len(c.args)-1] {
		if name := c.args[i+1].text; (a.text == "-name" || a.text == "-iname" || a.text == "-path") && effect.IsCredentialName(name) {
			return Value{labels: output | secretPath, secret: name}
		}
	}
	for _, a := range c.args[1:] {
		if a.Has(secretPath) {
			return Value{labels: output | secretPath, secret: a.secret}
		}
	}
	return Value{labels: output}
}

// findExec reads the command that find runs for each file.
func (s *shellReader) findExec(c *call) {
	for i, a := range c.args {
		if a.text != "-exec" && a.text != "-execdir" {
			continue
		}
		var args []Value
		for _, arg := range c.args[i+1:] {
			if arg.text == ";" || arg.text == "+" {
				break
			}
			if strings.Contains(arg.text, "{}") {
				found := findOutput(c)
				arg.labels, arg.secret = arg.labels|found.labels, cmp.Or(arg.secret, found.secret)
			}
			args = append(args, arg)
		}
		if len(args) > 0 && args[0].text != "rm" {
			s.run(&call{args: args, at: c.at})
		}
		return
	}
}

package behavior

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/skilllint/skilllint/facts/shell"
	"github.com/skilllint/skilllint/internal/behavior/effect"
	"github.com/skilllint/skilllint/internal/behavior/lex"
	"github.com/skilllint/skilllint/internal/behavior/trust"
)

type handler = func(*shellReader, *call) Value

// handlerOf returns the handler of a program, or nil if it has no known effect.
func handlerOf(name string) handler {
	switch {
	case shell.IsShell(name):
		return interpret
	case lex.LanguageOfProgram(name) != "" && name != "awk" && name != "gawk":
		return interpretOther
	}
	return handlerOfUse(effect.ProgramOf(name))
}

func handlerOfUse(use effect.Program) handler {
	handlers := [...]handler{ // a variable of the package would depend on itself
		effect.ProgramShell:              interpret,
		effect.ProgramEvaluator:          evaluate,
		effect.ProgramEcho:               echo,
		effect.ProgramFilter:             filter,
		effect.ProgramAWK:                filterAWK,
		effect.ProgramBlockCopier:        copyBlocks,
		effect.ProgramJSONFilter:         filterJSON,
		effect.ProgramLineEditor:         filterLines,
		effect.ProgramOutputCopier:       copyOutput,
		effect.ProgramClient:             request,
		effect.ProgramDirectoryChanger:   changeDir,
		effect.ProgramBuilder:            build,
		effect.ProgramArchiver:           archive,
		effect.ProgramUnpacker:           unpack,
		effect.ProgramConnector:          connect,
		effect.ProgramRelay:              relay,
		effect.ProgramResolver:           resolve,
		effect.ProgramTransfer:           transfer,
		effect.ProgramVault:              readVault,
		effect.ProgramContainer:          container,
		effect.ProgramGit:                git,
		effect.ProgramKeychain:           keychain,
		effect.ProgramEnvironmentPrinter: describeEnvironment,
		effect.ProgramSystemPrinter:      describeSystem,
		effect.ProgramHistory:            printHistory,
		effect.ProgramVerifier:           verify,
		effect.ProgramFileCopier:         copyFiles,
		effect.ProgramFinder:             find,
		effect.ProgramRemover:            remove,
		effect.ProgramDiskEraser:         eraseDisk,
		effect.ProgramServiceManager:     disarm,
		effect.ProgramCrontab:            crontab,
		effect.ProgramTaskScheduler:      scheduleTask,
		effect.ProgramModeChanger:        permissions,
		effect.ProgramGranter:            grant,
		effect.ProgramOther:              ignore,
		effect.ProgramPackageManager:     install,
		effect.ProgramFileInstaller:      installFile,
		effect.ProgramVariableReader:     readVariable,
		effect.ProgramMiner:              mine,
	}
	return handlers[use]
}

func ignore(*shellReader, *call) Value { return Value{labels: output} }

func printHistory(*shellReader, *call) Value {
	return Value{labels: Credential | output, secret: "the shell history"}
}

func mine(s *shellReader, c *call) Value {
	s.add(Act{Kind: Mines, At: c.at, By: c.name})
	return Value{}
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

// programFirst are filters whose first argument is a pattern or a program.
var programFirst = []string{"grep", "egrep", "rg", "sed", "awk", "gawk", "jq", "yq", "tr", "perl"}

// filter reads programs that transform text.
func filter(s *shellReader, c *call) Value {
	v := c.in
	isNext := slices.Contains(programFirst, c.name)
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
	return s.transform(v, c)
}

func filterAWK(s *shellReader, c *call) Value {
	program := c.merged(1).text
	if strings.Contains(program, "/inet/") && strings.Contains(program, "getline") {
		s.add(Act{Kind: OpensShell, At: c.at, By: c.name})
	}
	s.readStringCalls(program, c.at)
	return filter(s, c)
}

func filterJSON(s *shellReader, c *call) Value {
	if c.flag("n") { // prints what its program constructs
		return c.merged(1).join(Value{labels: written})
	}
	return filter(s, c)
}

// filterLines reads sed.
func filterLines(s *shellReader, c *call) Value {
	if c.flag("i") {
		s.add(Act{Kind: Writes, At: c.at, Of: Value{text: c.merged(1).text}, To: c.args[len(c.args)-1].text, By: "sed -i"})
	}
	return filter(s, c)
}

// copyBlocks reads dd.
func copyBlocks(s *shellReader, c *call) Value {
	for _, arg := range c.args[1:] {
		if to, ok := strings.CutPrefix(arg.text, "of="); ok && effect.IsAbove(to) && !writesImage(c) {
			s.add(Act{Kind: Deletes, At: c.at, To: "a disk", By: c.name})
		}
	}
	return filter(s, c)
}

// copyOutput reads tee and sponge.
func copyOutput(s *shellReader, c *call) Value {
	v := filter(s, c)
	for _, p := range c.arguments("") {
		s.write(p.text, c.in, c.at, c.name)
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

// describeEnvironment reads programs that print or set variables.
func describeEnvironment(_ *shellReader, c *call) Value {
	names := c.arguments("")
	switch {
	case len(names) == 0 && (c.name != "set" || len(c.args) == 1):
		return Value{labels: Environment | output, secret: environment.secret}
	case c.name == "printenv" && trust.IsSecretName(names[0].text):
		return Value{labels: Secret | output, secret: "$" + names[0].text}
	}
	return Value{}
}

// describeSystem reads programs that print information about the computer.
func describeSystem(*shellReader, *call) Value { return Value{labels: System | output} }

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

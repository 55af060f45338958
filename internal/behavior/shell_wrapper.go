package behavior

import (
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/behavior/effect"
	"github.com/skilllint/skilllint/internal/behavior/trigger"
	"github.com/skilllint/skilllint/internal/behavior/trust"
)

// unwrap removes a program that runs its arguments, and its options.
func (s *shellReader) unwrap(c *call) bool {
	switch c.name {
	case "xargs", "parallel":
		return s.xargs(c)
	case "tmux":
		return s.unwrapTmux(c)
	case "uv", "poetry", "pipenv", "pdm", "hatch", "rye":
		if len(c.args) < 2 || c.args[1].text != "run" {
			return false
		}
		c.args = afterOptions(c.args[2:], "--with --python -p --package --extra --group --directory --project --env-file --index")
		return true
	}
	w, ok := effect.Wrappers[c.name]
	if !ok || c.name == "env" && len(c.args) == 1 {
		return false
	}
	if c.name == "command" && len(c.args) > 1 && strings.EqualFold(c.args[1].text, "-v") { // prints where a program is
		c.args = nil
		return true
	}
	if line, ok := c.codeOf(w.Code); ok {
		c.args = []Value{{text: "sh"}, {text: "-c"}, line}
		if c.name == "at" {
			s.schedule(s.script(line), c)
			c.args = []Value{{text: "sh"}, line}
		}
		return true
	}
	if w.IsShell {
		if c.name != "su" {
			s.schedule(c.in, c)
		}
		c.args = []Value{{text: "sh"}}
		return true
	}
	rest := s.commandAfter(c, &w)
	if len(rest) == 0 && (c.name == "exec" || c.name == "env") {
		return false
	}
	if c.args = rest; w.IsLine && len(rest) > 0 {
		line := rest[0]
		if c.name == "watch" {
			line = (&call{args: rest}).merged(0)
		}
		c.args = []Value{{text: "sh"}, {text: "-c"}, line}
	}
	return true
}

// commandAfter returns the command in the arguments of a wrapper.
func (s *shellReader) commandAfter(c *call, w *effect.Wrapper) []Value {
	options := strings.Fields(w.Options)
	before := w.Before
	for i := 1; i < len(c.args); i++ {
		text := c.args[i].text
		switch {
		case slices.Contains(options, text):
			i++
		case strings.HasPrefix(text, "-"):
		case c.name == "env" && strings.IndexByte(text, '=') > 0:
			name, _, _ := strings.Cut(text, "=")
			v := c.args[i]
			v.text = text[len(name)+1:]
			s.set(name, v)
		case strings.HasSuffix(c.name, "timeout") && i == 1 && strings.Trim(text, "0123456789.smhd") == "":
		case before > 0:
			before--
		default:
			return c.args[i:]
		}
	}
	return nil
}

// codeOf returns the argument of one of several options: "-c x", "-qc x", "--command x", "--command=x".
func (c *call) codeOf(options string) (Value, bool) {
	for option := range strings.FieldsSeq(options) {
		isLong := strings.HasPrefix(option, "--")
		for i, a := range c.args[1:] {
			if text, ok := strings.CutPrefix(a.text, option+"="); ok && isLong {
				a.text = text
				return a, true
			}
			isShort := !isLong && len(a.text) > 1 && a.text[0] == '-' && a.text[1] != '-' && strings.HasSuffix(a.text, option[1:])
			if (a.text == option || isShort) && i+2 < len(c.args) {
				return c.args[i+2], true
			}
		}
	}
	return Value{}, false
}

// afterOptions returns the arguments from the first one that is not an option. takes are the options with an argument.
func afterOptions(args []Value, takes string) []Value {
	for len(args) > 0 && strings.HasPrefix(args[0].text, "-") {
		n := 1
		if slices.Contains(strings.Fields(takes), args[0].text) {
			n = 2
		}
		args = args[min(n, len(args)):]
	}
	return args
}

// unwrapTmux returns the command of a new window, or what is typed into one.
func (s *shellReader) unwrapTmux(c *call) bool {
	n := slices.IndexFunc(c.args, func(v Value) bool {
		return slices.Contains([]string{"new-session", "new", "new-window", "neww", "split-window", "splitw", "respawn-pane", "send-keys", "send"}, v.text)
	})
	if n < 0 {
		return false
	}
	rest := afterOptions(c.args[n+1:], "-s -n -c -t -x -y -e -F -l -p")
	for len(rest) > 1 && slices.Contains([]string{"Enter", "C-m"}, rest[len(rest)-1].text) {
		rest = rest[:len(rest)-1]
	}
	if len(rest) == 0 {
		return false
	}
	c.args = []Value{{text: "sh"}, {text: "-c"}, (&call{args: rest}).merged(0)}
	return true
}

// runRemotely reads the command that ssh runs on another computer. What it does to files there is not reported.
func (s *shellReader) runRemotely(c *call) {
	rest := afterOptions(c.args[1:], "-p -L -R -l -J -D -b -c -E -m -w -W -Q -B -I -O -i -e -F -o -S")
	if len(rest) < 2 {
		return
	}
	first := len(s.Reading.Acts)
	s.run(&call{args: []Value{{text: "sh"}, {text: "-c"}, (&call{args: rest}).merged(1)}, in: c.in, at: c.at})
	s.Reading.Acts = append(s.Reading.Acts[:first], slices.DeleteFunc(slices.Clone(s.Reading.Acts[first:]), func(a Act) bool {
		return a.Kind != Runs && a.Kind != OpensShell && a.Kind != Mines
	})...)
}

// runInstalled records that a downloaded package is installed, if its origin is odd. Packages of vendors are installed so.
func (s *shellReader) runInstalled(v Value, c *call) {
	if v.Has(Fetched) && trust.In(v.url) == trust.Odd {
		s.execute(v, c)
	}
}

// installFile reads programs that install or open a package: a file, or an address.
func installFile(s *shellReader, c *call) Value {
	isInstall := true
	switch c.name {
	case "dpkg", "rpm":
		isInstall = c.flag("iU") && !c.flag("q") || c.Has("--install", "--upgrade")
	case "kubectl":
		isInstall = c.Has("apply", "create", "replace")
	}
	for _, a := range c.args[1:] {
		switch {
		case !isInstall, c.name == "kubectl" && !strings.HasPrefix(strings.TrimPrefix(a.text, "--filename="), "http"), effect.IsDocument(a.text):
		case strings.Contains(a.text, "://") && c.name != "open" && c.name != "xdg-open":
			s.runInstalled(Value{labels: Fetched, url: a.text}, c)
		default:
			s.runInstalled(s.script(a), c)
		}
	}
	return Value{labels: output}
}

// schedule records commands that run later.
func (s *shellReader) schedule(code Value, c *call) {
	if code.Has(Fetched|Decoded) || trigger.InCode([]byte(code.text)).RunsCommand() {
		s.add(Act{Kind: Writes, At: c.at, Of: code, To: "crontab", By: c.name})
	}
}

// readStringCalls reads the commands that code in Perl, Ruby, PHP or AWK runs: system("…"), `…`.
func (s *shellReader) readStringCalls(text string, at analysis.Range) {
	for _, name := range []string{"system", "exec", "passthru", "shell_exec", "popen", "qx", "%x", "`"} {
		for rest := text; ; {
			_, after, ok := strings.Cut(rest, name)
			if !ok {
				break
			}
			rest = after
			closing := "`"
			if name != "`" {
				after = strings.TrimLeft(after, " (")
				if after == "" {
					break
				}
				n := strings.IndexByte(`"'{[(/`, after[0])
				if n < 0 {
					continue
				}
				closing, after = `"'}])/`[n:n+1], after[1:]
			}
			command, _, ok := strings.Cut(after, closing)
			if ok && s.spend(1+len(command)/16, func() analysis.Range { return at }) {
				s.readLine(Value{text: strings.ReplaceAll(command, `\"`, `"`)}, at, Value{})
			}
		}
	}
	if url := effect.LoadedCode(text); url != "" {
		s.add(Act{Kind: Runs, At: at, Of: Value{labels: Fetched, url: url}, By: "eval"})
	}
}

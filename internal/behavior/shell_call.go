package behavior

import (
	"fmt"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/shell"
	"github.com/skilllint/skilllint/internal/behavior/trust"
	"mvdan.cc/sh/v3/syntax"
)

// A call is a command with the values of its words.
type call struct {
	name string
	args []Value
	in   Value
	at   analysis.Range
}

// call reads a simple command.
func (s *shellReader) call(c *syntax.CallExpr, in Value) Value {
	for _, a := range c.Assigns {
		s.assign(a)
	}
	if len(c.Args) == 0 {
		return Value{}
	}
	args := make([]Value, len(c.Args))
	for i, w := range c.Args {
		args[i] = s.word(w)
	}
	args = splitCommand(args)
	at := s.place(c)
	if s.pipeStart >= 0 {
		at.Start = min(at.Start, s.pipeStart)
	}
	return s.run(&call{args: args, in: in, at: at})
}

// splitCommand splits the first word at spaces: a variable may contain a command and its arguments.
func splitCommand(args []Value) []Value {
	first := args[0]
	if !strings.Contains(first.text, " ") || strings.HasPrefix(first.text, "/") {
		return args
	}
	fields := strings.Fields(first.text)
	if len(fields) == 0 {
		return args
	}
	words := make([]Value, 0, len(fields)+len(args)-1)
	for i, field := range fields {
		word := literal(field)
		if i == 0 {
			word = first
			word.text = field
		}
		words = append(words, word)
	}
	return append(words, args[1:]...)
}

// run reads a command without wrappers such as sudo.
func (s *shellReader) run(c *call) Value {
	for len(c.args) > 0 {
		if !s.spend(1+len(c.args)/16, func() analysis.Range { return c.at }) {
			return Value{}
		}
		c.name = shell.ProgramName(strings.TrimLeft(c.args[0].text, "@"))
		if !s.unwrap(c) {
			break
		}
	}
	if len(c.args) == 0 || c.name == "" {
		return Value{}
	}
	for _, a := range c.args {
		if strings.Contains(a.text, "stratum+") {
			s.add(Act{Kind: Mines, At: c.at, By: c.name})
			return Value{}
		}
	}
	if body := s.functions[c.name]; body != nil {
		return s.callFunction(c, body)
	}
	if handler := handlerOf(c.name); handler != nil && !(s.unpacked.Has(Fetched) && (strings.HasPrefix(c.args[0].text, "/tmp/") || strings.HasPrefix(c.args[0].text, "./"))) {
		return handler(s, c)
	}
	return s.runPath(c)
}

// argumentNames are the variables that a call of a function sets.
var argumentNames = [...]string{"1", "2", "3", "4", "5", "6", "7", "8", "9", "@", "*"}

// callFunction reads the body of a function, unless it was read with the same arguments, variables and files, or calls itself
// without new origins of values.
func (s *shellReader) callFunction(c *call, body *syntax.Stmt) Value {
	s.called[c.name] = true
	labels := c.in.join(c.merged(1)).labels
	calls := s.active[c.name]
	if len(calls) > 1 && labels&^calls[len(calls)-1] == 0 {
		return Value{}
	}
	key := c.key()
	if v, ok := s.results[key]; ok {
		return v
	}
	if !s.allows(s.calls+1, mostCalls, TooDeep, c.at) {
		return Value{}
	}
	s.active[c.name] = append(calls, labels)
	s.calls++
	was := map[string]Value{}
	for _, name := range argumentNames {
		if v, ok := s.vars[name]; ok {
			was[name] = v
		}
	}
	defer func() {
		s.calls--
		s.active[c.name] = calls
		for _, name := range argumentNames {
			if v, ok := was[name]; ok {
				s.vars[name] = v
			} else {
				delete(s.vars, name)
			}
		}
	}()
	for i, arg := range c.args[1:min(len(c.args), 10)] {
		s.vars[string(rune('1'+i))] = arg
	}
	all := Value{}
	for _, arg := range c.args[1:] {
		all = all.join(arg)
	}
	s.vars["@"], s.vars["*"] = all, all
	out := s.stmt(body, c.in)
	s.results[key] = out
	return out
}

// key returns a text that is the same for calls with the same program, arguments and input.
func (c *call) key() string {
	var b strings.Builder
	b.WriteString(c.name)
	for _, v := range append([]Value{c.in}, c.args[1:]...) {
		fmt.Fprintf(&b, "\x00%d\x00%s\x00%s\x00%s\x00%s", v.labels, v.text, v.path, v.url, v.secret)
	}
	return b.String()
}

// xargs appends the input of xargs to the arguments of its command.
func (s *shellReader) xargs(c *call) bool {
	i, mark := 1, ""
	for ; i < len(c.args) && strings.HasPrefix(c.args[i].text, "-"); i++ {
		switch text := c.args[i].text; {
		case text == "-I" && i+1 < len(c.args):
			i++
			mark = c.args[i].text
		case strings.HasPrefix(text, "-I"):
			mark = text[2:]
		case slices.Contains([]string{"-n", "-P", "-L", "-d", "-s", "-a"}, text):
			i++
		}
	}
	if c.args = c.args[i:]; len(c.args) == 0 {
		return false
	}
	c.args = slices.Clone(c.args)
	for j := range c.args {
		if mark != "" && strings.Contains(c.args[j].text, mark) {
			if c.args[j].text == mark {
				c.args[j].text = c.in.text
			}
			c.args[j] = c.args[j].join(Value{labels: c.in.labels | output, secret: c.in.secret, url: c.in.url})
		}
	}
	if mark == "" {
		c.args = append(c.args, Value{labels: c.in.labels | output, secret: c.in.secret, url: c.in.url, text: c.in.text})
	}
	return true
}

// merged returns the joined values of all arguments from an index on.
func (c *call) merged(from int) Value {
	var v Value
	for i := from; i < len(c.args); i++ {
		if i > from {
			v = v.join(Value{text: " "})
		}
		v = v.join(c.args[i])
	}
	return v
}

// Has reports whether an argument is one of several texts.
func (c *call) Has(texts ...string) bool {
	return slices.ContainsFunc(c.args[1:], func(v Value) bool { return slices.Contains(texts, v.text) })
}

// flag reports whether a one-letter option is present, alone or combined with others.
func (c *call) flag(letters string) bool {
	return slices.ContainsFunc(c.args[1:], func(v Value) bool {
		return len(v.text) > 1 && v.text[0] == '-' && v.text[1] != '-' && strings.ContainsAny(v.text[1:], letters)
	})
}

// arguments returns the arguments that are not options. takes are the options with an argument.
func (c *call) arguments(takes string) []Value {
	var found []Value
	for i := 1; i < len(c.args); i++ {
		text := c.args[i].text
		switch {
		case text == "-":
			found = append(found, c.args[i])
		case strings.HasPrefix(text, "-"):
			if slices.Contains(strings.Fields(takes), text) {
				i++
			}
		default:
			found = append(found, c.args[i])
		}
	}
	return found
}

// executeText records that an argument is run as code. Downloaded text is code only if it is the whole argument.
func (s *shellReader) executeText(v Value, c *call) {
	if v.Has(Decoded|Socket) || strings.TrimSpace(v.text) == "" {
		s.execute(v, c)
	}
}

// execute records that a value is run as code.
func (s *shellReader) execute(v Value, c *call) {
	if v.Has(Fetched|Decoded|Socket) && !(s.checked && !v.Has(Decoded|Socket)) {
		s.add(Act{Kind: Runs, At: c.at, Of: v, By: c.name})
	}
}

// start records a script that runs without confirmation.
func (s *shellReader) start(script Value, c *call) {
	if s.on == Unasked && !s.inServers && script.text != "" {
		s.add(Act{Kind: Starts, At: c.at, To: s.inDir(script.text), By: c.name})
	}
}

// inDir returns a path relative to the first directory of the script.
func (s *shellReader) inDir(p string) string {
	if s.dir == "" || strings.HasPrefix(p, "/") || strings.HasPrefix(p, "~") || strings.HasPrefix(p, "$") {
		return p
	}
	return s.dir + "/" + p
}

// changeDir reads cd and pushd.
func changeDir(s *shellReader, c *call) Value {
	if to := c.arguments(""); len(to) == 1 && to[0].text != "" {
		s.dir = strings.TrimSuffix(s.inDir(to[0].text), "/")
	}
	return Value{}
}

// startTargets records the targets or scripts of a build file that run without confirmation.
func (s *shellReader) startTargets(file, by string, targets []Value, c *call) {
	if s.on != Unasked || s.inServers {
		return
	}
	if len(targets) == 0 {
		targets = []Value{{}}
	}
	for _, t := range targets {
		if !strings.Contains(t.text, "=") {
			s.add(Act{Kind: Starts, At: c.at, To: s.inDir(file) + "#" + t.text, By: by})
		}
	}
}

// runPath reads a command that may run a file written earlier.
func (s *shellReader) runPath(c *call) Value {
	name := c.args[0]
	if strings.Contains(name.text, "/") {
		s.start(name, c)
	}
	if v, ok := s.files[name.text]; ok {
		s.execute(v, c)
	} else if v, ok := s.files[strings.TrimPrefix(name.text, "./")]; ok && strings.HasPrefix(name.text, "./") {
		s.execute(v, c)
	} else if v := s.clonedFile(name.text); v.Has(Fetched) && strings.Contains(name.text, "/") { // else a program of PATH
		s.execute(v, c)
	} else if s.unpacked.Has(Fetched) && (s.unpacked.Has(Decoded) || trust.In(s.unpacked.url) == trust.Odd) && strings.Contains(name.text, "/") {
		s.execute(s.unpacked, c)
	} else if !s.isPartial && name.Has(output) && name.Has(Fetched|Decoded|Socket) && !strings.HasPrefix(name.text, "http") {
		s.execute(name, c)
	}
	return c.in.opaque()
}

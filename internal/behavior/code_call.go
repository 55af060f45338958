package behavior

import (
	"cmp"
	"github.com/skilllint/skilllint/internal/behavior/trust"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/shell"
	"github.com/skilllint/skilllint/internal/behavior/effect"
	"github.com/skilllint/skilllint/internal/behavior/lex"
)

// addAct adds an act at the tokens from i to j.
func (c *codeReader) addAct(a Act, i, j int) {
	a.At = c.rangeOf(i, j)
	c.add(a)
}

// rangeOf returns the range of the tokens from i to j, inclusive.
func (c *codeReader) rangeOf(i, j int) analysis.Range {
	last := len(c.tokens) - 1
	return c.place(int(c.tokens[min(i, last)].Start), int(c.tokens[min(j, last)].End))
}

// environment is the value of all environment variables.
var environment = Value{labels: Environment, secret: "environment variables"}

// environments are the names of objects with all environment variables, by language.
var environments = map[string][]string{pythonCode: {"os.environ"}, jsCode: {"process.env", "Deno.env", "Bun.env"}}

// reference returns the value of a name that is not called.
func (c *codeReader) reference(k int) Value {
	name, variable, isVariable := c.tokens[k].Text, "", false
	switch c.language {
	case pythonCode:
		if name = c.original(name); c.isMembership(k) {
			return Value{}
		}
		if slices.Contains([]string{"self.path", "request.args", "request.form", "request.data", "request.json"}, name) {
			return Value{labels: Socket}
		}
	case jsCode:
		if c.isSign(k+1, ".") && c.isSign(k+2, "<") || c.isSign(k+1, "<") && strings.HasSuffix(name, ".") { // process.env.<NAME>
			return Value{}
		}
		if variable, isVariable = strings.CutPrefix(name, "process.env."); !isVariable {
			variable, isVariable = strings.CutPrefix(name, "Bun.env.")
		}
	case psCode:
		if c.isSign(k-1, "@") {
			return c.variable("$" + name)
		}
		variable, isVariable = strings.CutPrefix(strings.ToLower(name), "$env:")
	}
	switch {
	case isVariable:
		return c.environmentVariable(variable)
	case !slices.Contains(environments[c.language], name):
		return c.variable(name)
	case c.isSign(k+1, "["):
		return c.environmentPart(k + 2)
	}
	return environment
}

// A functionCall is a call of a function.
type functionCall struct {
	*codeReader
	k            int    // the token of the name
	from, to     int    // the tokens of the arguments
	callee       string // the name, without aliases
	root, method string // the parts of the name before and after its last dot
	receiver     Value
	effect       effect.Effect
}

// call reads a call with its name at k and its closing bracket at stop. isWhole: the value includes that of the receiver.
func (c *codeReader) call(k, stop int, receiver Value) (v Value, isWhole bool) {
	name := strings.TrimPrefix(c.original(c.tokens[k].Text), "builtins.")
	name = strings.TrimPrefix(strings.TrimPrefix(name, "globalThis."), "window.")
	f := &functionCall{codeReader: c, k: k, from: k + 2, to: stop, callee: name, method: name, receiver: receiver}
	if n := strings.LastIndexByte(name, '.'); n >= 0 {
		f.root, f.method = name[:n], name[n+1:]
		f.receiver = receiver.join(c.variable(f.root))
	}
	switch f.root {
	case "os.environ", "process.env", "Deno.env":
		return c.environmentCall(k, f.method), false
	}
	if f.receiver.isMapping() && (f.method == "get" || f.method == "pop" || f.method == "setdefault") {
		return c.part(f.receiver, f.from), true
	}
	if v, ok := f.special(); ok {
		return v, false
	}
	f.effect = f.effectOf()
	f.passToCallback()
	switch f.effect {
	case effect.Decodes:
		return f.decode()
	case effect.None:
		if v, ok := f.constant(); ok {
			return v, true
		}
		if v, ok := f.matched(); ok {
			return v, true
		}
		return f.other(), false
	}
	return f.run(), false
}

// run returns the value of a call of a function with an effect.
func (f *functionCall) run() Value {
	switch f.effect {
	case effect.Requests:
		return f.request()
	case effect.Encodes:
		v := f.eval(f.from, f.to).join(f.receiver.withoutText())
		v.labels |= Encoded
		return v
	case effect.Evaluates:
		return f.runText()
	case effect.Executes:
		return f.execute()
	case effect.Reads:
		return f.readFile()
	case effect.WritesTo, effect.WritesAll:
		f.write()
	case effect.Removes:
		f.remove()
	case effect.Connects:
		return Value{labels: connected, text: f.eval(f.from, f.to).text}
	case effect.Receives:
		if name := f.name(f.from); name != "" {
			v := f.vars[name]
			v.labels |= Socket
			f.set(name, v)
		}
		return Value{labels: Socket | output}
	case effect.Transmits:
		f.transmit()
	case effect.ConnectsShell:
		f.connectShell()
	case effect.Loosens:
		if mode := f.source(f.from, f.to); effect.HasWord(mode, "0o777", "0o4755") && !strings.Contains(mode, "&") { // a mask loosens nothing
			f.addAct(Act{Kind: Loosens, To: cmp.Or(f.eval(f.from, f.to).path, "a file"), By: f.callee}, f.k, f.to)
		}
	case effect.Identifies:
		return Value{labels: System | output}
	}
	return Value{}
}

// decode reads a call that decodes its argument, or its receiver.
func (f *functionCall) decode() (v Value, isWhole bool) {
	v = f.eval(f.from, f.to).join(f.receiver.withoutText())
	v.labels |= Decoded
	if text, ok := f.decoded(); ok {
		return literal(text).join(v.withoutText()), true
	}
	return v, false
}

// transmit reads a call that sends over a connection, or looks up a host.
func (f *functionCall) transmit() {
	v := f.eval(f.from, f.to)
	if !v.Has(sensitive) && !(v.Has(Encoded) && v.Has(System|output)) {
		return
	}
	to := trust.Peer(f.receiver.text)
	if effect.IsLookup(f.method) {
		to = trust.DomainOf(v.text)
	}
	f.addAct(Act{Kind: Sends, Of: v.join(Value{labels: output}), To: to, By: f.callee}, f.k, f.to)
}

// connectShell reads a call that connects the input or output of a program with a connection.
func (f *functionCall) connectShell() {
	isStdin := f.to > f.from && strings.HasSuffix(f.name(f.to-1), ".stdin") && f.receiver.Has(connected|Socket)
	if v := f.eval(f.from, f.to); isStdin || v.Has(connected) && (f.method == "dup2" || strings.HasSuffix(f.root, ".stdout")) {
		f.addAct(Act{Kind: OpensShell, By: f.callee}, f.k, f.to)
	}
}

// other reads a call of a function of the program, or of one that is not known.
func (f *functionCall) other() Value {
	if effect.IsSignature(f.method) {
		return Value{labels: output}
	}
	f.pass(f.method, f.from, f.to)
	v := f.eval(f.from, f.to)
	switch isMapping := f.makesMapping(f.callee, f.method, f.from); {
	case isMapping && v.Has(Credential):
		v.labels |= mapped
	case !isMapping && f.callee != "dict" && f.method != "copy":
		v = v.inside()
	}
	if v.Has(sensitive) && effect.AddsTo(f.method) && f.root != "" {
		f.set(f.root, f.vars[f.root].join(v.withoutText()))
	}
	if w, ok := f.vars[f.callee+"()"]; ok {
		v = v.join(returned(w, v))
	}
	v.labels &^= written
	if _, isOwn := f.vars[f.callee+"()"]; !isOwn && effect.MakesClient(f.callee) {
		v.labels |= client
	}
	if f.receiver.Has(client) && !effect.Reveals(f.method) {
		f.receiver.labels, f.receiver.secret = f.receiver.labels&^Secret, ""
	}
	return v.join(f.receiver)
}

// runText reads a call that runs its argument as code.
func (f *functionCall) runText() Value {
	v := f.eval(f.from, f.to)
	if strings.HasPrefix(f.callee, "pickle.") && !f.hasText(f.from, f.to, leastPickle) {
		v.labels &^= Decoded // objects that the program stored
		if f.on == InText {
			v.labels &^= Socket // shows a mistake in a server
		}
	}
	if v.Has(Decoded | Fetched | Socket) {
		f.addAct(Act{Kind: Runs, Of: v, By: f.callee}, f.k, f.to)
	} else if v.text != "" && f.language != psCode {
		f.readString(v, f.k, f.to)
	}
	return v.withoutText()
}

// leastPickle is the length of the shortest encoded object that runs code.
const leastPickle = 32

// hasText reports whether the tokens from i to j contain a literal of at least some bytes.
func (c *codeReader) hasText(i, j, least int) bool {
	return slices.ContainsFunc(c.tokens[i:min(max(i, j), len(c.tokens))], func(t lex.Token) bool { return t.Kind == lex.Text && len(t.Text) >= least })
}

// argumentEnd returns the index of the comma after the first argument, or of the end.
func (c *codeReader) argumentEnd(from, to int) int {
	return c.skip(from-1, to) + 1
}

// passToCallback gives the result of the call, or the connection or value it is called on, to the function among the arguments.
func (f *functionCall) passToCallback() {
	v := f.receiver
	switch {
	case f.effect == effect.Requests, f.effect == effect.Reads, f.effect == effect.Receives:
		v = Value{labels: map[effect.Effect]Label{effect.Requests: Fetched, effect.Receives: Socket}[f.effect], url: f.eval(f.from, min(f.to, f.argumentEnd(f.from, f.to))).text}
	case v.Has(connected):
		v = Value{labels: Socket}
	}
	f.bind(v)
	if effect.In(f.language, f.name(f.from)) == effect.Evaluates && f.from+1 == f.to && f.receiver.Has(Fetched|Decoded|Socket) && slices.Contains([]string{"then", "map", "forEach"}, f.method) {
		f.addAct(Act{Kind: Runs, Of: f.receiver, By: f.callee}, f.k, f.to)
	}
}

// bind assigns a value to the first parameter of a function in the arguments.
func (f *functionCall) bind(v Value) {
	if v.labels&(Fetched|Decoded|Socket|sensitive) == 0 || f.language == pythonCode {
		return
	}
	defer func() { f.spend((f.to-f.from)/64, f.codeReader.from(f.from)) }()
	for k := f.from; k < f.to && !f.isSpent(); k++ {
		if name := f.firstParameter(k); name != "" {
			f.set(name, v)
			return
		}
	}
}

// firstParameter returns the name of the first parameter of the function that starts at k, or "".
func (f *functionCall) firstParameter(k int) string {
	switch {
	case f.isSign(k+1, "=") && f.isSign(k+2, ">"):
		return f.name(k)
	case f.isSign(k, "(") && (f.name(k-1) == "function" || f.isSign(f.closing(k, f.to)+1, "=")):
		return f.name(k + 1)
	case f.name(k) == "function" && f.name(k+1) != "" && f.isSign(k+2, "("):
		return f.name(k + 3)
	}
	return ""
}

// execute reads a call that starts a program: a command, or a list of words.
func (f *functionCall) execute() Value {
	at := f.rangeOf(f.k, f.to)
	all := f.evaluate(f.from, f.to, true)
	if all.Has(connected) && namesShell(all.text) {
		f.addAct(Act{Kind: OpensShell, By: f.tokens[f.k].Text}, f.k, f.to)
	}
	if !f.allows(f.depth+1, mostEmbedded, TooDeep, at) {
		return Value{labels: output}
	}
	s := f.shell
	s.place, s.depth = nil, f.depth+1
	s.vars = map[string]Value{}
	var args []Value
	switch end := f.argumentEnd(f.from, f.to); {
	case f.isSign(f.from, "["):
		args = f.elements(f.from+1, f.closing(f.from, f.to))
	case end < f.to && f.isSign(end, ",") && f.isSign(end+1, "["):
		args = append([]Value{f.eval(f.from, end)}, f.elements(end+2, f.closing(end+1, f.to))...)
	default:
		v := f.eval(f.from, end)
		if known := s.files[v.text]; v.Has(Decoded) || v.Has(Fetched|Socket) && v.text == "" {
			if known.labels == 0 || v.text == "" {
				f.addAct(Act{Kind: Runs, Of: v, By: f.tokens[f.k].Text}, f.k, f.to)
			}
		}
		s.place = nil
		return s.readLine(v, at, Value{})
	}
	if len(args) == 0 {
		return Value{labels: output}
	}
	if len(args) > 1 && f.name(f.from+1) == "sys.executable" && args[1].text == "" && args[1].Has(Fetched) {
		f.addAct(Act{Kind: Runs, Of: args[1], By: f.tokens[f.k].Text}, f.k, f.to)
	}
	if len(args) > 1 && args[0].text == "" && args[1].text == "-m" {
		args[0].text = "python" // sys.executable
	}
	return s.run(&call{args: args, at: at})
}

// namesShell reports whether a text contains the name of a shell.
func namesShell(text string) bool {
	for word := range strings.FieldsFuncSeq(strings.ToLower(text), func(r rune) bool { return r < 'a' || r > 'z' }) {
		if word == "cmd" || shell.IsShell(word) {
			return true
		}
	}
	return false
}

// elements returns the values of the elements of a list.
func (c *codeReader) elements(from, to int) []Value {
	var found []Value
	for from < to && !c.isSpent() {
		end := c.argumentEnd(from, to)
		found = append(found, c.eval(from, end))
		from = end + 1
	}
	return found
}

// startsCommand reports whether a name is the first word of a command.
func (c *codeReader) startsCommand(k, i int) bool {
	if k == i {
		return true
	}
	before := c.tokens[k-1]
	return before.Kind == lex.Sign && strings.Contains("|(=&{;", before.Text) || before.Kind == lex.End
}

// commandEnd returns the index of the token after a command.
func (c *codeReader) commandEnd(k, j int) int {
	depth := 0
	for ; k < j; k++ {
		if c.tokens[k].Kind != lex.Sign {
			continue
		}
		switch c.tokens[k].Text {
		case "(", "{", "[":
			depth++
		case ")", "}", "]":
			if depth--; depth < 0 {
				return k
			}
		case "|":
			if depth == 0 {
				return k
			}
		}
	}
	return j
}

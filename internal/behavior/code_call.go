package behavior

import (
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/shell"
	"github.com/skilllint/skilllint/internal/behavior/effect"
	"github.com/skilllint/skilllint/internal/behavior/lex"
)

// loosen reads a call that changes permissions.
func (c *codeReader) loosen(name string, k, from, to int) Value {
	if mode := c.source(from, to); hasWord(mode, "0o777", "0o4755") && !strings.Contains(mode, "&") { // a mask loosens nothing
		c.addAct(Act{Kind: Loosens, To: firstNonEmpty(c.eval(from, to).path, "a file"), By: name}, k, to)
	}
	return Value{}
}

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

// reference returns the value of a name that is not called.
func (c *codeReader) reference(k int) Value {
	name := c.tokens[k].Text
	switch c.language {
	case pythonCode:
		if name == "self.path" || name == "request.args" || name == "request.form" || name == "request.data" || name == "request.json" {
			return Value{labels: Socket}
		}
		if name == "os.environ" || name == "environ" {
			if c.isSign(k+1, "[") {
				return c.environmentPart(k + 2)
			}
			return Value{labels: Environment, secret: "environment variables"}
		}
	case jsCode:
		if c.isSign(k+1, ".") && c.isSign(k+2, "<") || c.isSign(k+1, "<") && strings.HasSuffix(name, ".") { // process.env.<NAME>
			return Value{}
		}
		if name == "process.env" || name == "Deno.env" || name == "Bun.env" {
			if c.isSign(k+1, "[") {
				return c.environmentPart(k + 2)
			}
			return Value{labels: Environment, secret: "environment variables"}
		}
		for _, root := range []string{"process.env.", "Bun.env."} {
			if rest, ok := strings.CutPrefix(name, root); ok {
				return c.environmentVariable(rest)
			}
		}
	case psCode:
		if c.isSign(k-1, "@") {
			return c.variable("$" + name)
		}
		if rest, ok := strings.CutPrefix(strings.ToLower(name), "$env:"); ok {
			return c.environmentVariable(rest)
		}
	}
	return c.variable(name)
}

// call reads a call with its name at k and its closing bracket at stop.
func (c *codeReader) call(k, stop int, receiver Value) Value {
	name := strings.TrimPrefix(c.original(c.tokens[k].Text), "builtins.")
	name = strings.TrimPrefix(strings.TrimPrefix(name, "globalThis."), "window.")
	root, method := "", name
	if n := strings.LastIndexByte(name, '.'); n >= 0 {
		root, method = name[:n], name[n+1:]
		receiver = receiver.join(c.variable(root))
		switch root {
		case "os.environ", "process.env", "Deno.env", "environ":
			return c.environmentCall(k, method)
		}
	}
	from, to := k+2, stop
	if receiver.isMapping() && (method == "get" || method == "pop" || method == "setdefault") {
		c.isExact = true
		return c.part(receiver, from)
	}
	if v, ok := c.special(name, root, method, from, to); ok {
		return v
	}
	e := c.effectOf(root, method, receiver, from, to)
	if e == effect.Requests || e == effect.Reads || e == effect.Receives {
		c.bind(from, to, Value{labels: map[effect.Effect]Label{effect.Requests: Fetched, effect.Receives: Socket}[e], url: c.eval(from, min(to, c.argumentEnd(from, to))).text})
	} else if receiver.Has(connected) {
		c.bind(from, to, Value{labels: Socket})
	} else {
		c.bind(from, to, receiver)
	}
	if effect.In(c.language, c.name(from)) == effect.Evaluates && from+1 == to && receiver.Has(Fetched|Decoded|Socket) && (method == "then" || method == "map" || method == "forEach") {
		c.addAct(Act{Kind: Runs, Of: receiver, By: name}, k, to)
	}
	switch e {
	case effect.Requests:
		return c.request(k, from, to, receiver)
	case effect.Decodes:
		v := c.eval(from, to).join(receiver.withoutText())
		v.labels |= Decoded
		if text, ok := c.decoded(method, from, to); ok {
			c.isExact = true
			return literal(text).join(v.withoutText())
		}
		return v
	case effect.Encodes:
		v := c.eval(from, to).join(receiver.withoutText())
		v.labels |= Encoded
		return v
	case effect.Evaluates:
		return c.runText(name, k, from, to)
	case effect.Executes:
		return c.execute(k, from, to)
	case effect.Reads:
		v := c.readFile(from, to, receiver)
		if method == "dotenv_values" && v.Has(Credential) {
			v.labels |= mapped
		}
		return v
	case effect.WritesTo, effect.WritesAll:
		return c.write(k, from, to, receiver, e == effect.WritesAll)
	case effect.Removes:
		return c.remove(name, k, from, to)
	case effect.Connects:
		v := c.eval(from, to)
		return Value{labels: connected, text: v.text}
	case effect.Receives:
		if name := c.name(from); name != "" {
			v := c.vars[name]
			v.labels |= Socket
			c.set(name, v)
		}
		return Value{labels: Socket | output}
	case effect.Transmits:
		v := c.eval(from, to)
		if v.Has(sensitive) || v.Has(Encoded) && v.Has(System|output) {
			to := peer(receiver.text)
			if isLookup(method) {
				to = domainOf(v.text)
			}
			c.addAct(Act{Kind: Sends, Of: v.join(Value{labels: output}), To: to, By: name}, k, stop)
		}
		return Value{}
	case effect.ConnectsShell:
		isStdin := to > from && strings.HasSuffix(c.name(to-1), ".stdin") && receiver.Has(connected|Socket)
		if v := c.eval(from, to); isStdin || v.Has(connected) && (method == "dup2" || strings.HasSuffix(root, ".stdout")) {
			c.addAct(Act{Kind: OpensShell, By: name}, k, to)
		}
		return Value{}
	case effect.Loosens:
		return c.loosen(name, k, from, to)
	case effect.Identifies:
		return Value{labels: System | output}
	}
	if v, ok := c.constant(method, receiver, k, from, to); ok {
		c.isExact = true
		return v
	}
	return c.callOther(e, name, root, method, receiver, from, to)
}

// callOther reads a call of a function of the program, or of one that is not known.
func (c *codeReader) callOther(e effect.Effect, name, root, method string, receiver Value, from, to int) Value {
	if e == effect.None && isSignature(method) {
		return Value{labels: output}
	}
	if e == effect.None {
		c.pass(method, from, to)
	}
	v := c.eval(from, to)
	switch isMapping := c.makesMapping(name, method, from); {
	case isMapping && v.Has(Credential):
		v.labels |= mapped
	case !isMapping && name != "dict" && method != "copy":
		v = v.inside()
	}
	if v.Has(sensitive) && addsTo(method) && root != "" {
		c.set(root, c.vars[root].join(v.withoutText()))
	}
	if w, ok := c.vars[name+"()"]; ok {
		v = v.join(w)
	}
	v.labels &^= written
	return v.join(receiver)
}

// runText reads a call that runs its argument as code.
func (c *codeReader) runText(name string, k, from, to int) Value {
	v := c.eval(from, to)
	if strings.HasPrefix(name, "pickle.") && !c.hasText(from, to, leastPickle) {
		v.labels &^= Decoded // objects that the program stored
		if c.on == InText {
			v.labels &^= Socket // shows a mistake in a server
		}
	}
	if v.Has(Decoded | Fetched | Socket) {
		c.addAct(Act{Kind: Runs, Of: v, By: name}, k, to)
	} else if v.text != "" && c.language != psCode {
		c.readString(v, k, to)
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

// bind assigns a value to the first parameter of a function in the arguments.
func (c *codeReader) bind(from, to int, v Value) {
	if v.labels&(Fetched|Decoded|Socket|sensitive) == 0 || c.language == pythonCode {
		return
	}
	start := from
	defer func() { c.spend((to-start)/64, c.from(start)) }()
	for k := from; k < to && !c.isSpent(); k++ {
		switch {
		case c.name(k) != "" && c.isSign(k+1, "=") && c.isSign(k+2, ">"):
			c.set(c.name(k), v)
			return
		case c.isSign(k, "(") && c.name(k+1) != "" && (c.name(k-1) == "function" || c.isSign(c.closing(k, to)+1, "=")):
			c.set(c.name(k+1), v)
			return
		case c.name(k) == "function" && c.name(k+1) != "" && c.isSign(k+2, "("):
			c.set(c.name(k+3), v)
			return
		}
	}
}

// execute reads a call that starts a program: a command, or a list of words.
func (c *codeReader) execute(k, from, to int) Value {
	end := c.argumentEnd(from, to)
	at := c.rangeOf(k, to)
	all := c.evaluate(from, to, true)
	if all.Has(connected) && namesShell(all.text) {
		c.addAct(Act{Kind: OpensShell, By: c.tokens[k].Text}, k, to)
	}
	if !c.allows(c.depth+1, mostEmbedded, TooDeep, at) {
		return Value{labels: output}
	}
	s := c.shell
	s.place, s.depth = nil, c.depth+1
	s.vars = map[string]Value{}
	var args []Value
	switch {
	case c.isSign(from, "["):
		args = c.elements(from+1, c.closing(from, to))
	case end < to && c.isSign(end, ",") && c.isSign(end+1, "["):
		args = append([]Value{c.eval(from, end)}, c.elements(end+2, c.closing(end+1, to))...)
	default:
		v := c.eval(from, end)
		if v.Has(Decoded) || v.Has(Fetched|Socket) && v.text == "" {
			if w, ok := s.files[v.text]; !ok || w.labels == 0 || v.text == "" {
				c.addAct(Act{Kind: Runs, Of: v, By: c.tokens[k].Text}, k, to)
			}
		}
		s.place = nil
		return s.readLine(v, at, Value{})
	}
	if len(args) == 0 {
		return Value{labels: output}
	}
	if len(args) > 1 && c.name(from+1) == "sys.executable" && args[1].text == "" && args[1].Has(Fetched) {
		c.addAct(Act{Kind: Runs, Of: args[1], By: c.tokens[k].Text}, k, to)
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

// write reads a call that writes a file: to the path of its receiver, or of its first argument.
func (c *codeReader) write(k, from, to int, receiver Value, pathFirst bool) Value {
	path, v := receiver, Value{}
	if pathFirst {
		end := c.argumentEnd(from, to)
		path = c.eval(from, end)
		v = c.eval(min(end+1, to), to)
	} else {
		v = c.eval(from, to)
	}
	if receiver.Has(connected) {
		return Value{}
	}
	if path.text != "" && c.allows(len(c.shell.files), mostFiles, TooMuch, c.rangeOf(k, to)) {
		c.shell.setFile(path.text, v)
	}
	if path.path != "" {
		target := path.path
		if (strings.HasPrefix(path.text, "~/") || strings.HasPrefix(path.text, "/")) && !strings.Contains(path.text, "${") {
			target = path.text
		}
		c.addAct(Act{Kind: Writes, Of: v, To: target, By: c.tokens[k].Text}, k, to)
	}
	return Value{}
}

// isCmdlet reports whether a name is a supported command of PowerShell.
func isCmdlet(name string) bool {
	return slices.Contains(cmdlets, strings.ToLower(name))
}

var cmdlets = []string{"iex", "invoke-expression", "iwr", "irm", "invoke-webrequest", "invoke-restmethod", "curl", "wget", "start-bitstransfer", "get-childitem", "gci", "dir", "get-content", "gc", "type", "cat",
	"set-content", "out-file", "add-content", "start-process", "saps", "powershell", "pwsh", "powershell.exe", "remove-item", "ri", "rm", "invoke-command", "icm", "new-object", "register-scheduledtask", "bash", "sh", "cmd", "schtasks", "convertto-json", "out-string",
	"foreach-object", "where-object", "select-object", "set-itemproperty", "new-itemproperty", "resolve-dnsname", "set-mppreference", "add-mppreference", "get-clipboard", "npx", "reg", "certutil", "net", "icacls", "python", "node", "nc"}

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

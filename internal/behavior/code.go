package behavior

import (
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/behavior/lex"
)

// A codeReader tracks values through the statements of a program, without types and control flow: a variable has the
// values of its previous assignments, and an expression those of its parts.
type codeReader struct {
	*reader
	language string
	tokens   []lex.Token
	place    func(start, end int) analysis.Range
	shell    *shellReader
	vars     map[string]Value
	function string // name of the enclosing function
	depth    int
	nested   int // depth of calls of evaluate
}

// readProgram reads a text in a programming language.
func (r *reader) readProgram(language string, src []byte, offset int) {
	c := &codeReader{reader: r, language: language, tokens: lex.Split(language, string(src)), vars: map[string]Value{},
		place: func(start, end int) analysis.Range {
			return analysis.Range{Start: offset + start, End: offset + max(end, start+1)}
		}}
	c.read()
}

// readEmbedded reads a program in an argument of another one.
func (r *reader) readEmbedded(language, src string, at analysis.Range, vars map[string]Value, depth int) {
	c := &codeReader{reader: r, language: language, tokens: lex.Split(language, src), vars: map[string]Value{}, depth: depth,
		place: func(int, int) analysis.Range { return at }}
	c.read()
}

// read reads the statements. If functions return a relevant value, it reads them again, because calls may precede the
// functions.
func (c *codeReader) read() {
	c.shell = newShellReader(c.reader)
	first := len(c.reader.Reading.Acts)
	c.statements()
	if c.depth > 0 {
		return
	}
	returned := map[string]Value{}
	for name, v := range c.vars {
		if strings.HasSuffix(name, "()") && v.labels&^written != 0 {
			returned[name] = v
		}
	}
	if len(returned) == 0 {
		return
	}
	c.reader.Reading.Acts = c.reader.Reading.Acts[:first]
	c.vars, c.function = returned, ""
	c.shell = newShellReader(c.reader)
	c.statements()
}

func (c *codeReader) statements() {
	start := 0
	for i, t := range c.tokens {
		if t.Kind == lex.End {
			if i > start && c.steps < mostSteps {
				c.statement(start, i)
			}
			start = i + 1
		}
	}
}

// isSign reports whether a token is a certain sign.
func (c *codeReader) isSign(i int, s string) bool {
	return i >= 0 && i < len(c.tokens) && c.tokens[i].Kind == lex.Sign && c.tokens[i].Text == s
}

func (c *codeReader) name(i int) string {
	if i >= 0 && i < len(c.tokens) && c.tokens[i].Kind == lex.Identifier {
		return c.tokens[i].Text
	}
	return ""
}

// statement reads the tokens from i to j.
func (c *codeReader) statement(i, j int) {
	c.steps++
	for slices.Contains([]string{"export", "async", "public", "static", "const", "let", "var", "else", "try", "default"}, c.name(i)) && i < j {
		i++
	}
	switch c.name(i) {
	case "def", "function":
		c.function = c.name(i + 1)
		return
	case "return", "yield":
		v := c.eval(i+1, j)
		if c.function != "" && v.labels != 0 {
			c.vars[c.function+"()"] = c.vars[c.function+"()"].join(v.withoutText())
		}
		return
	case "import", "from", "class":
		return
	}
	if c.loop(i, j) {
		return
	}
	at := c.assignment(i, j)
	if at < 0 {
		c.eval(i, j)
		return
	}
	if c.isSign(j-1, ">") || c.isSign(j-1, "{") && c.isSign(j-2, ">") {
		c.function = c.name(i)
	}
	v := c.eval(at+1, j)
	c.assign(i, at, v)
}

// loop reads "for x in y" and "with y as x".
func (c *codeReader) loop(i, j int) bool {
	first := c.name(i)
	if first != "for" && first != "foreach" && first != "with" && first != "async" {
		return false
	}
	for k := i + 1; k < j; k++ {
		switch word := c.name(k); {
		case (word == "in" || word == "of") && first != "with":
			v := c.eval(k+1, j)
			c.assign(i+1, k, v)
			return true
		case word == "as" && first == "with":
			v := c.eval(i+1, k)
			c.assign(k+1, k+2, v)
			c.eval(k+2, j)
			return true
		}
	}
	return false
}

// assignment returns the index of the assignment operator, or -1.
func (c *codeReader) assignment(i, j int) int {
	if c.language == psCode && !strings.HasPrefix(c.name(i), "$") && !c.isSign(i, "[") {
		return -1
	}
	depth := 0
	for k := i; k < j; k++ {
		t := &c.tokens[k]
		if t.Kind != lex.Sign {
			continue
		}
		switch t.Text {
		case "(", "[", "{":
			depth++
		case ")", "]", "}":
			depth--
		case "=":
			if depth > 0 || c.isSign(k+1, "=") || c.isSign(k+1, ">") || k > i && strings.ContainsAny(c.tokens[k-1].Text, "=!<>") && c.tokens[k-1].Kind == lex.Sign {
				if depth == 0 && c.isSign(k+1, "=") {
					k++
				}
				continue
			}
			return k
		}
	}
	return -1
}

// assign gives a value to the names from i to j.
func (c *codeReader) assign(i, j int, v Value) {
	adds := c.isSign(j-1, "+") || c.isSign(j-1, "|") || c.isSign(j-1, "]")
	for k := i; k < j; k++ {
		name := c.name(k)
		if name == "" || k > i && c.isSign(k-1, ":") {
			continue
		}
		if adds {
			c.vars[name] = c.vars[name].join(v)
			continue
		}
		c.vars[name] = v
		if root, _, ok := strings.Cut(name, "."); ok && root != "this" && root != "self" {
			old := c.vars[root]
			old.labels |= v.labels &^ (secretPath | written)
			old.secret, old.url = firstNonEmpty(old.secret, v.secret), firstNonEmpty(old.url, v.url)
			c.vars[root] = old
		}
	}
}

// variable returns the value of a name, or of its longest known prefix.
func (c *codeReader) variable(name string) Value {
	for part := name; ; {
		if v, ok := c.vars[part]; ok {
			if part != name {
				v.text, v.path = "", ""
			}
			return v
		}
		n := strings.LastIndexByte(part, '.')
		if n < 0 {
			return Value{}
		}
		part = part[:n]
	}
}

// closing returns the index of the bracket that closes the one at i, or limit.
func (c *codeReader) closing(i, limit int) int {
	if i < limit && c.tokens[i].Closes > 0 {
		return min(int(c.tokens[i].Closes), limit)
	}
	return limit
}

// eval returns the value of the tokens from i to j.
func (c *codeReader) eval(i, j int) Value {
	return c.evaluate(i, j, false)
}

// maxNested is the maximum nesting of calls that are read.
const maxNested = 40

// evaluate is eval, optionally without the parts of a request that only authenticate its sender.
func (c *codeReader) evaluate(i, j int, withoutAuth bool) Value {
	var all, last Value
	if c.steps++; c.steps > mostSteps || c.nested >= maxNested {
		return all
	}
	c.nested++
	defer func() { c.nested-- }()
	c.steps += (j - i) / 64
	for k := i; k < j && c.steps <= mostSteps; k++ {
		t := &c.tokens[k]
		if withoutAuth && c.isAuthentication(k) {
			k = c.skip(k, j)
			continue
		}
		switch {
		case t.Kind == lex.Text:
			last = c.stringValue(t)
			all = all.join(last)
		case t.Kind == lex.Identifier && c.language == psCode && isCmdlet(t.Text) && c.startsCommand(k, i):
			stop := c.commandEnd(k, j)
			last = c.cmdlet(k, stop, all)
			if all = last; c.isSign(stop, "|") {
				k = stop
				continue
			}
			k = stop - 1
		case c.isSign(k, "&") && c.isSign(k+1, "(") && c.language == psCode && k+2 < j:
			stop := c.closing(k+1, j)
			if name := strings.ToLower(c.eval(k+2, stop).text); name == "iex" || name == "invoke-expression" {
				if v := c.eval(stop+1, j); v.Has(Fetched | Decoded | Socket) {
					c.addAct(Act{Kind: Runs, Of: v, By: name}, k, j-1)
				}
			}
		case t.Kind == lex.Identifier && c.isSign(k+1, "("):
			stop := c.closing(k+1, j)
			receiver := Value{}
			if c.isSign(k-1, ".") || c.language == psCode && c.isSign(k-1, ":") {
				receiver = last
			}
			last = c.call(k, stop, receiver)
			all = all.join(last)
			k = min(stop, j-1)
		case t.Kind == lex.Identifier:
			v := c.reference(k)
			if c.isSign(k-1, ".") {
				v = last
			}
			last = v
			all = all.join(v)
		case c.isSign(k, "=") && c.isSign(k-1, "+") && c.name(k-2) != "" && k > i+2:
			c.vars[c.name(k-2)] = c.vars[c.name(k-2)].join(c.evaluate(k+1, j, withoutAuth))
			return all
		case c.isSign(k, "(") && k > i+1 && (c.isSign(k-1, ")") || c.isSign(k-1, "]")) && effectIn(c.language, c.tokens[k-2].Text) == evaluates:
			stop := c.closing(k, j)
			if v := c.eval(k+1, stop); v.Has(Decoded | Fetched | Socket) {
				c.addAct(Act{Kind: Runs, Of: v, By: c.tokens[k-2].Text}, k-2, stop)
			}
			k = min(stop, j-1)
		case c.isSign(k, "[") && k > i && (c.tokens[k-1].Kind == lex.Identifier || c.isSign(k-1, ")") || c.isSign(k-1, "]")):
			stop := c.closing(k, j)
			v := c.evaluate(k+1, stop, withoutAuth)
			all = all.join(v.withoutText())
			k = min(stop, j-1)
		}
	}
	return all
}

// isAuthentication reports whether a token names a part of a request that authenticates its sender.
func (c *codeReader) isAuthentication(k int) bool {
	name := strings.ToLower(strings.TrimLeft(c.tokens[k].Text, "-$"))
	return c.tokens[k].Kind != lex.Sign && slices.Contains([]string{"headers", "auth", "authorization", "cookies", "x-api-key", "credential", "env"}, name)
}

// skip returns the index of the last token of the value that follows a name.
func (c *codeReader) skip(k, j int) int {
	depth, from := 0, k
	defer func() { c.steps += (k - from) / 64 }()
	for ; k+1 < j; k++ {
		if c.tokens[k+1].Kind != lex.Sign {
			continue
		}
		switch c.tokens[k+1].Text {
		case "(", "[", "{":
			depth++
		case ")", "]", "}":
			if depth--; depth < 0 {
				return k
			}
		case ",":
			if depth == 0 {
				return k
			}
		}
	}
	return k
}

// stringValue returns the value of a string, including the values of code in it.
func (c *codeReader) stringValue(t *lex.Token) Value {
	v := Value{text: t.Text, path: t.Text}
	if c.namesCredentials {
		v = literal(t.Text)
	}
	v.labels |= written
	if !t.Inner || c.depth >= maxDepth {
		return v
	}
	var b strings.Builder
	rest := t.Text
	for c.language != psCode {
		n := strings.IndexByte(rest, '{')
		if n < 0 {
			break
		}
		code, after, ok := strings.Cut(rest[n+1:], "}")
		if !ok {
			break
		}
		w := c.readInner(code, t)
		b.WriteString(strings.TrimSuffix(rest[:n], "$"))
		if w.text == "" || len(w.text) > 500 {
			w.text = "${" + code + "}"
		}
		b.WriteString(w.text)
		v = v.join(w.withoutText())
		rest = after
	}
	if b.Len() > 0 {
		b.WriteString(rest)
		v.text = b.String()
	}
	if c.language == psCode {
		for _, word := range strings.FieldsFunc(t.Text, func(r rune) bool { return r != '$' && r != ':' && r != '_' && !lex.IsNamePart(byte(min(r, 127))) }) {
			if strings.HasPrefix(word, "$") {
				v = v.join(c.readInner(word, t).withoutText())
			}
		}
	}
	return v
}

// readInner reads an expression in a string.
func (c *codeReader) readInner(code string, t *lex.Token) Value {
	was := c.tokens
	place := c.place
	defer func() { c.tokens, c.place = was, place; c.depth-- }()
	c.depth++
	c.tokens = lex.Split(c.language, code)
	at := place(int(t.Start), int(t.End))
	c.place = func(int, int) analysis.Range { return at }
	return c.eval(0, len(c.tokens)-1)
}

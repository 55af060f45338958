package behavior

import (
	"cmp"
	"github.com/skilllint/skilllint/internal/behavior/effect"
	"maps"
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
	known    map[expression]Value
	bodies   map[string]Value   // of variables: without the parts that authenticate the sender of a request
	attr     string             // the name of the attribute that the last call of getattr returned
	member   string             // the name in the last brackets
	aliases  map[string]string  // other names of functions and modules
	owners   map[string]string  // functions that set variables
	item     string             // the variable of the last loop
	guard    guard              // of the next statement
	tuples   map[string][]Value // of functions that return one; nil: something else, too
	together map[string]int     // variables that are set together, by the start of the statement
}

// readProgram reads a text in a programming language.
func (r *reader) readProgram(language string, src []byte, offset int) {
	c := newCodeReader(r, language, func(start, end int) analysis.Range {
		return analysis.Range{Start: offset + start, End: offset + max(end, start+1)}
	})
	all := analysis.Range{Start: offset, End: offset + len(src)}
	if c.read(string(src), func(n int) { offset += n }); len(src) > 0 {
		r.keepAll(c.shell, true, all)
	}
}

func newCodeReader(r *reader, language string, place func(start, end int) analysis.Range) *codeReader {
	return &codeReader{reader: r, language: language, vars: map[string]Value{}, known: map[expression]Value{}, bodies: map[string]Value{}, aliases: map[string]string{}, owners: map[string]string{}, tuples: map[string][]Value{}, together: map[string]int{}, place: place}
}

// readEmbedded reads a program in an argument of another one.
func (r *reader) readEmbedded(language, src string, at analysis.Range, vars map[string]Value, depth int) {
	c := newCodeReader(r, language, func(int, int) analysis.Range { return at })
	c.depth = depth
	c.read(src, func(int) {})
}

// read reads a text part by part, because tokens need memory. A statement between two parts is a gap. move is called with the
// length of each part.
func (c *codeReader) read(src string, move func(n int)) {
	for end := 0; len(src) > 0; src = src[end:] {
		c.tokens, end = lex.Split(c.language, src)
		c.readPart()
		if move(end); end < len(src) {
			c.leave(c.place(0, 1), TooLong)
		}
	}
}

// mostReadings limits how often statements are read. Each reading follows values through one more call of a function that precedes it.
const mostReadings = 4

// readPart reads the statements. If functions get or return a relevant value, it reads them again, because calls may precede the
// functions.
func (c *codeReader) readPart() {
	before := maps.Clone(c.vars)
	first := len(c.reader.Reading.Acts)
	for reading := range mostReadings {
		clear(c.known)
		c.shell = newShellReader(c.reader)
		c.reader.Reading.Acts = c.reader.Reading.Acts[:first]
		c.statements()
		if c.depth > 0 {
			return
		}
		known := len(before)
		for name, v := range c.vars {
			if (strings.HasSuffix(name, "()") || strings.Contains(name, "#")) && v.labels&^written != 0 && (reading == 0 || v.Has(Credential|Environment|secretPath)) {
				before[name] = v
			}
		}
		if len(before) == known {
			return
		}
		c.vars, c.function = maps.Clone(before), ""
	}
}

func (c *codeReader) statements() {
	start := 0
	for i, t := range c.tokens {
		if t.Kind == lex.End {
			if i > start && !c.isSpent() {
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
	if !c.spend(1, c.from(i)) {
		return
	}
	for slices.Contains([]string{"export", "async", "public", "static", "const", "let", "var", "else", "try", "default"}, c.name(i)) && i < j {
		i++
	}
	guard := c.guard
	hidden := c.bindComprehensions(i, j)
	defer func() {
		for name, v := range hidden {
			c.set(name, v)
		}
	}()
	c.guard = c.guardOf(i, j)
	switch c.name(i) {
	case "def", "function":
		c.enter(c.name(i+1), i+2)
		return
	case "return", "yield":
		v := c.guarded(c.eval(i+1, j), guard, i+1, j)
		if c.function != "" && v.labels != 0 {
			c.set(c.function+"()", c.vars[c.function+"()"].join(v.withoutText()))
		}
		if c.function != "" {
			c.keepReturned(i+1, j)
		}
		return
	case "import", "from":
		c.rename(i, j)
		return
	case "class":
		c.set(c.name(i+1)+"()", Value{labels: written})
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
		open := at + 1
		if c.name(open) == "async" {
			open++
		}
		c.enter(c.name(i), open)
		if c.isSign(open, "(") {
			return
		}
	}
	c.member = ""
	v := c.guarded(c.eval(at+1, j), guard, at+1, j)
	if name := c.name(at - 1); c.callsMember(c.member) && c.isSign(j-1, "]") && name != "" {
		c.aliases[name] = c.member // run = module["exec" + "Sync"]
	}
	if names := c.names(i, at); names != nil && c.assignEach(names, at+1, j) {
		return
	}
	c.assign(i, at, v)
	if name := c.name(at-1) + "()"; c.isArrow(at+1) && v.labels != 0 {
		c.set(name, c.vars[name].join(v.withoutText()))
	}
	if name := c.name(at - 1); v.Has(Secret) && guard.of == "" {
		if w := c.evaluate(at+1, j, true); !w.Has(Secret) {
			c.bodies[name] = w
			return
		}
	}
	delete(c.bodies, c.name(at-1))
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
			c.item = c.name(i + 1)
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
	takesFields := c.isSign(i, "{") && v.isMapping()
	names := c.names(i, j)
	for _, name := range names {
		c.together[name] = i + 1
	}
	for k := i; k < j; k++ {
		name := c.name(k)
		if takesFields && name != "" && !c.isSign(k-1, ".") { // const {NAME: other, ...rest} = process.env
			if field := c.name(k - 2); field != "" && c.isSign(k-1, ":") {
				c.set(name, namedSecret(field))
			} else {
				c.set(name, namedSecret(name))
			}
			continue
		}
		if name == "" || k > i && c.isSign(k-1, ":") {
			continue
		}
		if names == nil {
			delete(c.together, name)
		}
		if name == "process.env" || name == "os.environ" { // its variables are known by their names
			return
		}
		if adds {
			w := c.vars[name].join(v.inside())
			if c.isSign(k+1, "[") && c.closing(k+1, j) == j-1 && v.Has(Credential) {
				if w.labels |= mapped; !c.eval(k+2, j-1).Has(Credential) { // the name is not from the file
					w.labels &^= mapped
				}
			}
			c.set(name, w)
			continue
		}
		c.set(name, v)
		if root, _, ok := strings.Cut(name, "."); ok && root != "this" && root != "self" {
			old := c.vars[root]
			old.labels |= v.inside().labels &^ (secretPath | written)
			old.secret, old.url = cmp.Or(old.secret, v.secret), cmp.Or(old.url, v.url)
			c.set(root, old)
		}
	}
}

// variable returns the value of a name, or of its longest known prefix.
func (c *codeReader) variable(name string) Value {
	for part := name; ; {
		if v, ok := c.vars[part]; ok {
			if part != name && c.language == jsCode && v.isMapping() {
				return namedSecret(name[strings.LastIndexByte(name, '.')+1:])
			}
			if part != name {
				if v.Has(client) && !effect.Reveals(name[len(part):]) {
					v.labels, v.secret = v.labels&^Secret, ""
				}
				v.text, v.path = "", ""
				switch name[strings.LastIndexByte(name, '.')+1:] {
				case "address", "public_key", "publicKey", "pubkey", "length":
					v.labels &^= Secret
				}
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

// An expression is a key of evaluated expressions.
type expression struct {
	from, to    int
	withoutAuth bool
}

// evaluate is eval, optionally without the parts of a request that only authenticate its sender. An expression is evaluated
// once, unless a variable changes.
func (c *codeReader) evaluate(i, j int, withoutAuth bool) Value {
	key := expression{i, j, withoutAuth}
	if v, ok := c.known[key]; ok {
		return v
	}
	if i >= j || !c.allows(c.nested+1, mostNested, TooDeep, c.rangeOf(i, max(i, j-1))) || !c.spend(1+(j-i)/64, c.from(i)) {
		return Value{}
	}
	c.nested++
	v := c.parts(i, j, withoutAuth)
	c.nested--
	c.known[key] = v
	return v
}

// set sets a variable.
func (c *codeReader) set(name string, v Value) {
	c.owners[name] = c.function
	if c.vars[name] != v {
		c.vars[name] = v
		clear(c.known)
	}
}

// from returns the place of a token, for a gap.
func (c *codeReader) from(i int) func() analysis.Range {
	return func() analysis.Range { return c.rangeOf(i, i) }
}

// rename reads the names that an import gives: "readFileSync as read", "import base64 as b".
func (c *codeReader) rename(i, j int) {
	for k := i + 2; k < j; k++ {
		if c.name(i+1) == "os" && c.name(i) == "from" && (c.name(k) == "environ" || c.isSign(k, "*")) {
			c.aliases["environ"] = "os.environ"
		}
		if c.name(k) == "as" && c.name(k-1) != "" && c.name(k+1) != "" {
			c.aliases[c.name(k+1)] = c.name(k - 1)
		}
	}
}

// original returns the name without aliases.
func (c *codeReader) original(name string) string {
	root, rest, ok := strings.Cut(name, ".")
	if known := c.aliases[root]; known != "" {
		if root = known; ok {
			root += "." + rest
		}
		return root
	}
	return name
}

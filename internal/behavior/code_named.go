package behavior

import (
	"github.com/skilllint/skilllint/internal/behavior/trust"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/internal/behavior/effect"
	"github.com/skilllint/skilllint/internal/behavior/lex"
)

// partNamedBy returns the value of a variable whose name is a value. If the name is unknown, such as that of a parameter, the callers of
// the function name the variable.
func partNamedBy(name Value) Value {
	if name.Has(Credential | Environment) { // all of them, one after the other
		return Value{labels: name.labels & (Credential | Environment), secret: name.secret}
	}
	if v := namedSecret(name.text); v.labels != 0 {
		return v
	}
	for part := range strings.SplitSeq(name.path, "/") {
		if v := namedSecret(part); v.labels != 0 {
			return v
		}
	}
	return Value{labels: byName}
}

// returned returns the value of a call of a function of the program, whose arguments may name a variable that it returns.
func returned(v, arguments Value) Value {
	if !v.Has(byName) {
		return v
	}
	if named := partNamedBy(arguments); named.Has(sensitive) {
		v.labels &^= byName
		return v.join(named)
	}
	return v
}

// A guard is what the condition before a statement requires: that a variable starts with a name, or is equal to it.
type guard struct {
	text, of string
	name     Value // if the text is unknown
}

// guardOf returns the guard that the tokens from i to j set for the next statement: if line.startswith("NAME="): or if key == "NAME" and
// not value:
func (c *codeReader) guardOf(i, j int) guard {
	if j > i && c.isSign(j-1, ":") {
		j--
	}
	if c.language != pythonCode || c.name(i) != "if" && c.name(i) != "elif" {
		return guard{}
	}
	start, depth := i+1, 0
	for k := i + 1; k <= j; k++ {
		switch {
		case k < j && c.isSign(k, "(") || c.isSign(k, "["):
			depth++
		case k < j && c.isSign(k, ")") || c.isSign(k, "]"):
			depth--
		case k < j && c.name(k) == "or" && depth == 0:
			return guard{}
		case k == j || c.name(k) == "and" && depth == 0:
			if g := c.guardIn(start, k); g.of != "" {
				return g
			}
			start = k + 1
		}
	}
	return guard{}
}

// guardIn returns the guard that one condition sets.
func (c *codeReader) guardIn(i, j int) guard {
	g := guard{}
	variable := c.name(i)
	switch {
	case c.item != "" && variable == c.item+".startswith" && c.isSign(i+1, "(") && c.closing(i+1, j) == j-1:
		if t := &c.tokens[i+2]; t.Kind == lex.Text && j == i+4 && !t.Inner {
			g.of, g.text = c.item, strings.TrimSuffix(t.Text, "=")
			if g.text == t.Text {
				return guard{}
			}
			break
		}
		name, isName := c.nameBeforeEquals(i+2, j-1)
		if !isName {
			return guard{}
		}
		g.of, g.name = c.item, name
	case variable != "" && c.isSign(i+1, "=") && c.isSign(i+2, "=") && j == i+4 && c.together[variable] > 0:
		g.of = variable
		if t := &c.tokens[i+3]; t.Kind == lex.Text && !t.Inner {
			g.text = t.Text
		} else if c.name(i+3) != "" {
			g.name = partNamedBy(c.variable(c.name(i + 3)))
		} else {
			return guard{}
		}
	default:
		return guard{}
	}
	if g.text != "" && !trust.IsVariableName(g.text) || g.text == "" && g.name.labels == 0 || g.name.Has(Credential|Environment) {
		return guard{}
	}
	return g
}

// nameBeforeEquals returns the variable that the tokens from i to j name before an equals sign: f"{name}=", name + "=".
func (c *codeReader) nameBeforeEquals(i, j int) (Value, bool) {
	if j == i+1 && c.tokens[i].Kind == lex.Text && c.tokens[i].Inner {
		if name, ok := strings.CutSuffix(c.tokens[i].Text, "}="); ok && strings.HasPrefix(name, "{") && trust.IsVariableName(strings.ToUpper(name[1:])) {
			return partNamedBy(c.variable(name[1:])), true
		}
	}
	if j == i+3 && c.name(i) != "" && c.isSign(i+1, "+") && c.tokens[i+2].Kind == lex.Text && c.tokens[i+2].Text == "=" {
		return partNamedBy(c.variable(c.name(i))), true
	}
	return Value{}, false
}

// guarded returns the value of an expression that has secrets only from the line, or from the entry, that a guard requires: the value
// of one variable, and not the content of the whole file.
func (c *codeReader) guarded(v Value, g guard, from, to int) Value {
	root, _, _ := strings.Cut(c.name(from), ".")
	if g.of == "" || !v.Has(Credential) || root != g.of && (c.together[root] == 0 || c.together[root] != c.together[g.of]) {
		return v
	}
	for k := from + 1; k < to; k++ {
		if word := c.name(k); word != "" && (c.variable(word).Has(sensitive) || effect.In(c.language, word) == effect.Reads) {
			return v
		}
	}
	if g.text == "" {
		return g.name
	}
	return namedSecret(g.text)
}

// matched returns the value of a call that searches a text for one variable: re.search(r"^NAME=(.*)$", text, re.M), text.match(/NAME=(.+)/).
func (f *functionCall) matched() (Value, bool) {
	pattern, v := "", f.receiver
	switch {
	case f.language == pythonCode && f.root == "re" && slices.Contains([]string{"search", "match", "findall", "finditer"}, f.method) && f.from < f.to && f.tokens[f.from].Kind == lex.Text:
		end := f.argumentEnd(f.from, f.to)
		if rest := f.source(min(end+1, f.to), f.to); end != f.from+1 || lex.ContainsAny(rest, "DOTALL", "re.S") {
			return v, false
		}
		pattern, v = f.tokens[f.from].Text, f.eval(end, f.to)
	case f.language == jsCode && f.method == "match" && f.isSign(f.from, "/"):
		pattern = strings.TrimRight(strings.TrimPrefix(f.source(f.from, f.to), "/"), "gimu")
		if !strings.HasSuffix(pattern, "/") { // other flags, such as that for a point that matches ends of lines
			return v, false
		}
		pattern = strings.TrimSuffix(pattern, "/")
	}
	if !v.Has(Credential) || v.Has(Environment) {
		return v, false
	}
	name, isOne := trust.VariableIn(pattern)
	if !isOne {
		return v, false
	}
	return namedSecret(name), true
}

// isMembership reports whether the name at k is only searched for a name: "NAME" in os.environ, name not in os.environ.
func (c *codeReader) isMembership(k int) bool {
	return c.name(k-1) == "in" && k > 1 && (c.tokens[k-2].Kind == lex.Text || c.name(k-2) == "not") && c.name(k-3) != "for"
}

// bindComprehensions sets the variables of the comprehensions in a statement, which hide other variables with these names, and returns
// those.
func (c *codeReader) bindComprehensions(i, j int) (hidden map[string]Value) {
	if c.language != pythonCode {
		return nil
	}
	for k := i + 1; k < j; k++ {
		if c.name(k) != "for" {
			continue
		}
		in := k + 1
		for in < j && c.name(in) != "in" && c.name(in) != "for" {
			in++
		}
		if in == k+1 || in >= j || c.name(in) != "in" {
			continue
		}
		end := in + 1
		for ; end < j && c.name(end) != "for" && c.name(end) != "if" && !c.isSign(end, ",") && !c.isSign(end, ")") && !c.isSign(end, "]") && !c.isSign(end, "}"); end++ {
			if c.isSign(end, "(") || c.isSign(end, "[") || c.isSign(end, "{") {
				end = c.closing(end, j)
			}
		}
		end = min(end, j)
		v := c.eval(in+1, end)
		v.text = "" // of all elements together
		for n := k + 1; n < in; n++ {
			if name := c.name(n); name != "" {
				if hidden == nil {
					hidden = map[string]Value{}
				}
				if _, ok := hidden[name]; !ok {
					hidden[name] = c.vars[name]
				}
			}
		}
		c.assign(k+1, in, v)
		if names := c.names(k+1, in); len(names) == 2 && strings.HasSuffix(c.name(end-3), ".items") { // the name of a variable is no secret
			c.set(names[0], Value{})
		}
		k = in
	}
	return hidden
}

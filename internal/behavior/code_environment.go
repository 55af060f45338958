package behavior

import (
	"github.com/skilllint/skilllint/internal/behavior/trust"
	"strings"

	"github.com/skilllint/skilllint/internal/behavior/lex"
)

// special returns the value of a call of a function with its own meaning.
func (c *codeReader) special(name, root, method string, from, to int) (Value, bool) {
	switch {
	case method == "listdir" || method == "scandir" || strings.HasPrefix(method, "readdir"):
		return Value{labels: output, text: "*", path: "*"}, true
	case method == "join" && strings.HasSuffix(root, "path"):
		return c.joinedPath(from, to), true
	case strings.HasPrefix(method, "mkdtemp"):
		return Value{}, true
	case method == "homedir" || method == "home" && strings.HasSuffix(root, "Path"):
		return Value{text: "~", path: "~"}, true
	case c.language == pythonCode && (name == "os.getenv" || name == "getenv"):
		return c.environmentPart(from), true
	case c.language == pythonCode && name == "getattr":
		c.attr = c.eval(min(c.argumentEnd(from, to)+1, to), to).text
		return Value{}, true
	}
	return Value{}, false
}

// environmentPart returns the value of one environment variable.
func (c *codeReader) environmentPart(k int) Value {
	if k < len(c.tokens) && c.tokens[k].Kind == lex.Text {
		return c.environmentVariable(c.eval(k, c.argumentEnd(k, c.closing(k-1, len(c.tokens)-1))).text)
	}
	return Value{}
}

// part returns the value of one variable of the environment v. Its name is the text that starts at k.
func (c *codeReader) part(v Value, k int) Value {
	v.labels &^= Environment
	v.secret = ""
	return v.withoutText().join(c.environmentPart(k))
}

// environmentVariable returns the value of a variable, which a block of shell code may have set.
func (c *codeReader) environmentVariable(name string) Value {
	if v := c.shell.vars[name]; v.Has(sensitive) {
		return v.withoutText()
	}
	return namedSecret(name)
}

func namedSecret(name string) Value {
	if trust.IsSecretName(name) {
		return Value{labels: Secret, secret: "$" + name}
	}
	return Value{}
}

func (c *codeReader) environmentCall(k int, method string) Value {
	switch method {
	case "get", "pop", "setdefault":
		return c.environmentPart(k + 2)
	case "copy", "items", "values", "entries", "toObject":
		return Value{labels: Environment, secret: "environment variables"}
	}
	return Value{}
}

// joinedPath returns the path of several parts. Its text is known if those of all parts are.
func (c *codeReader) joinedPath(from, to int) Value {
	var v Value
	isKnown := true
	for i, part := range c.elements(from, to) {
		if i > 0 {
			v = v.join(Value{text: "/"})
		}
		if isKnown = isKnown && part.text != ""; strings.Contains(part.path, "/") && part.text != "" && !strings.Contains(part.text, "${") {
			part.path = part.text
		}
		v = v.join(part)
	}
	if !isKnown {
		v.text = ""
	} else if !strings.Contains(v.text, "${") {
		v.path = v.text
	}
	return v
}

// guardOf returns the name of the variable with which the item of a loop starts, for the statement after
// if line.startswith("NAME="):
func (c *codeReader) guardOf(i, j int) string {
	if c.language != pythonCode || c.item == "" || j-i < 5 || c.name(i) != "if" && c.name(i) != "elif" || c.name(i+1) != c.item+".startswith" || !c.isSign(i+4, ")") || c.tokens[i+3].Kind != lex.Text {
		return ""
	}
	name, ok := strings.CutSuffix(c.tokens[i+3].Text, "=")
	if last := j - 1; !ok || last > i+5 || last == i+5 && !c.isSign(last, ":") || strings.Trim(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789") != "" {
		return ""
	}
	return name
}

// guarded returns the value of an expression of which only the item of a loop has secrets, which starts with a name: the value of
// one variable, and not the content of the whole file.
func (c *codeReader) guarded(v Value, name string, from, to int) Value {
	if name == "" || !v.Has(Credential) || !strings.HasPrefix(c.name(from), c.item+".") {
		return v
	}
	for k := from + 1; k < to; k++ {
		if word := c.name(k); word != "" && (c.variable(word).Has(sensitive) || effectIn(c.language, word) == reads) {
			return v
		}
	}
	return namedSecret(name)
}

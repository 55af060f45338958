package behavior

import (
	"strings"

	"github.com/skilllint/skilllint/internal/behavior/lex"
	"github.com/skilllint/skilllint/internal/behavior/trust"
)

// special returns the value of a call of a function with its own meaning.
func (f *functionCall) special() (Value, bool) {
	switch {
	case f.method == "listdir" || f.method == "scandir" || strings.HasPrefix(f.method, "readdir"):
		return Value{labels: output, text: "*", path: "*"}, true
	case f.method == "join" && strings.HasSuffix(f.root, "path"):
		return f.joinedPath(f.from, f.to), true
	case strings.HasPrefix(f.method, "mkdtemp"), f.language == pythonCode && f.callee == "len":
		return Value{}, true
	case f.method == "homedir" || f.method == "home" && strings.HasSuffix(f.root, "Path"):
		return Value{text: "~", path: "~"}, true
	case f.language == pythonCode && (f.callee == "os.getenv" || f.callee == "getenv"):
		return f.environmentPart(f.from), true
	case f.language == pythonCode && f.callee == "getattr":
		f.attr = f.eval(f.second(), f.to).text
		return Value{}, true
	}
	return Value{}, false
}

// environmentPart returns the value of one environment variable. Its name is the argument that starts at k.
func (c *codeReader) environmentPart(k int) Value {
	if k >= len(c.tokens) {
		return Value{}
	}
	name := c.eval(k, c.argumentEnd(k, c.closing(k-1, len(c.tokens)-1)))
	if c.tokens[k].Kind == lex.Text {
		return c.environmentVariable(name.text)
	}
	return partNamedBy(name)
}

// part returns the value of one variable of the environment v. Its name is the text that starts at k.
func (c *codeReader) part(v Value, k int) Value {
	if c.eval(k, c.argumentEnd(k, c.closing(k-1, len(c.tokens)-1))).Has(Credential | Environment) { // all of them, one after the other
		return v
	}
	return v.withoutSecrets().join(c.environmentPart(k))
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
		return environment
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

// makesMapping reports whether a call returns a mapping with the names and values of a text.
func (c *codeReader) makesMapping(name, method string, from int) bool {
	switch {
	case name == "dotenv.parse", method == "parseEnv":
		return true
	case name == "dict", method == "fromEntries":
		return c.name(from) != "" && c.name(from) != "zip" && !c.isSign(from+1, "=")
	}
	return false
}

package behavior

import (
	"strconv"
	"strings"
)

// A parameter is a parameter of a function: its name, and its position or, in the pattern of an object, -1.
type parameter struct {
	name     string
	position int
}

// enter starts a function. Its parameters have the values of its calls, and not those of variables of other functions that
// have the same name. open is the index of the bracket before the parameters.
func (c *codeReader) enter(function string, open int) {
	c.function = function
	if function == "" || !c.isSign(open, "(") {
		return
	}
	stop := c.closing(open, len(c.tokens))
	position, depth := 0, 0
	for k := open + 1; k < stop && !c.isSpent(); k++ {
		switch {
		case c.isSign(k, "(") || c.isSign(k, "[") || c.isSign(k, "{"):
			depth++
		case c.isSign(k, ")") || c.isSign(k, "]") || c.isSign(k, "}"):
			depth--
		case c.isSign(k, ",") && depth == 0:
			position++
		case c.name(k) != "" && c.startsParameter(k):
			p := parameter{c.name(k), position}
			if depth > 0 {
				p.position = -1
			}
			c.parameter(function, p)
		}
	}
}

// startsParameter reports whether a name follows a bracket, a comma or the sign of a list of parameters.
func (c *codeReader) startsParameter(k int) bool {
	for _, sign := range []string{"(", ",", "{", "[", "*", "."} {
		if c.isSign(k-1, sign) {
			return !c.isSign(k+1, ".")
		}
	}
	return false
}

func (c *codeReader) parameter(function string, p parameter) {
	v, isPassed := c.vars[function+"#"+p.name]
	if !isPassed && p.position >= 0 {
		v, isPassed = c.vars[function+"#"+strconv.Itoa(p.position)]
	}
	switch owner := c.owners[p.name]; {
	case isPassed:
		c.set(p.name, v)
	case owner != "" && owner != function:
		c.set(p.name, Value{})
	}
}

// pass records the secrets among the arguments of a call of a function.
func (c *codeReader) pass(function string, from, to int) {
	for position := 0; from < to && !c.isSpent(); position++ {
		end := c.argumentEnd(from, to)
		switch {
		case c.isSign(from, "{"):
			c.passFields(function, from+1, c.closing(from, end))
			if v := c.evaluate(from, end, true); v.Has(Credential | Environment) {
				c.passValue(function+"#"+strconv.Itoa(position), v)
			}
		case c.name(from) != "" && c.isSign(from+1, "=") && !c.isSign(from+2, "="):
			c.passValue(function+"#"+c.name(from), c.eval(from+2, end))
		default:
			c.passValue(function+"#"+strconv.Itoa(position), c.eval(from, end))
		}
		from = end + 1
	}
}

// passFields records the secrets among the fields of an object.
func (c *codeReader) passFields(function string, from, to int) {
	for from < to && !c.isSpent() {
		end := c.argumentEnd(from, to)
		if name := c.name(from); c.isSign(from+1, ":") {
			c.passValue(function+"#"+name, c.eval(from+2, end))
		} else {
			c.passValue(function+"#"+name, c.eval(from, end))
		}
		from = end + 1
	}
}

func (c *codeReader) passValue(key string, v Value) {
	if v.Has(sensitive) || v.Has(secretPath) && (v.text == "" || strings.HasPrefix(v.text, "~/")) {
		c.set(key, c.vars[key].join(v.withoutText()))
	}
}

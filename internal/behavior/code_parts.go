package behavior

import (
	"strings"

	"github.com/skilllint/skilllint/internal/behavior/effect"
	"github.com/skilllint/skilllint/internal/behavior/lex"
)

// An expressionReader joins the values of the parts of an expression.
type expressionReader struct {
	*codeReader
	from, to    int
	withoutAuth bool
	all         Value // of the parts so far
	last        Value // of the last primary expression
	before      Value // without the last primary expression
	isObject    bool
}

// parts joins the values of the parts of an expression.
func (c *codeReader) parts(i, j int, withoutAuth bool) Value {
	x := &expressionReader{codeReader: c, from: i, to: j, withoutAuth: withoutAuth}
	for k := i; k < j && !c.isSpent(); k++ {
		if withoutAuth && c.isAuthentication(k) {
			k = c.skip(k, j)
			continue
		}
		switch t := &c.tokens[k]; t.Kind {
		case lex.Text:
			x.next(c.stringValue(t))
		case lex.Identifier:
			k = x.identifier(k)
		case lex.Sign:
			k = x.sign(k)
		}
	}
	if x.isObject {
		return x.all.inside()
	}
	return x.all
}

// next adds the value of a primary expression.
func (x *expressionReader) next(v Value) {
	x.before, x.last = x.all, v
	x.all = x.all.join(v)
}

// replace replaces the value of the last primary expression.
func (x *expressionReader) replace(v Value) {
	x.last = v
	x.all = x.before.join(v)
}

// identifier reads what starts with a name, and returns its last token.
func (x *expressionReader) identifier(k int) int {
	name := x.tokens[k].Text
	switch {
	case x.isKey(k):
	case x.language == psCode && effect.IsCmdlet(name) && x.startsCommand(k, x.from):
		stop := x.commandEnd(k, x.to)
		x.last = x.cmdlet(k, stop, x.all)
		if x.all = x.last; x.isSign(stop, "|") {
			return stop
		}
		return stop - 1
	case x.isSign(k+1, "("):
		return x.called(k)
	case x.language == pythonCode && name == "lambda":
		stop := x.argumentEnd(k+1, x.to)
		x.all = x.all.join(x.evaluate(k+1, stop, x.withoutAuth).withoutText())
		return stop - 1
	case !x.isSign(k-1, "."):
		v := x.reference(k)
		if body, ok := x.bodies[name]; ok && x.withoutAuth {
			v = body
		}
		x.next(v)
	case x.last.isMapping() && x.language == jsCode: // load().NAME
		x.replace(namedSecret(name))
	default:
		x.all = x.all.join(x.last)
	}
	return k
}

// called reads a call, and returns its last token.
func (x *expressionReader) called(k int) int {
	stop := x.closing(k+1, x.to)
	receiver := Value{}
	if x.isSign(k-1, ".") || x.language == psCode && x.isSign(k-1, ":") {
		receiver = x.last
	}
	if !x.isSign(k-1, ".") {
		x.before = x.all
	}
	v, isWhole := x.call(k, stop, receiver)
	if isWhole {
		x.all = x.before
	}
	x.last, x.all = v, x.all.join(v)
	return min(stop, x.to-1)
}

// sign reads what starts with a sign, and returns its last token.
func (x *expressionReader) sign(k int) int {
	switch x.tokens[k].Text {
	case "{":
		x.isObject = true
	case "(":
		return x.round(k)
	case "[":
		return x.square(k)
	case "&":
		if x.isSign(k+1, "(") && x.language == psCode && k+2 < x.to {
			x.callComputed(k, x.to)
		}
	case "=":
		if name := x.name(k - 2); x.isSign(k-1, "+") && name != "" && k > x.from+2 {
			x.set(name, x.vars[name].join(x.evaluate(k+1, x.to, x.withoutAuth)))
			x.isObject = false
			return x.to
		}
	case "%":
		if x.language == pythonCode && k > x.from && strings.Contains(x.last.text, "%s") {
			v, end := x.percent(x.last, k, x.to)
			x.replace(v)
			return end
		}
	}
	return k
}

// round reads what starts with "(", and returns its last token.
func (x *expressionReader) round(k int) int {
	stop := x.closing(k, x.to)
	isCall := k > x.from && x.isSign(k-1, ")")
	switch {
	case isCall && x.attr != "":
		name := x.attr
		x.attr = ""
		x.all = x.all.join(x.callAttribute(name, k, k+1, stop))
	case (isCall || x.isSign(k-1, "]")) && k > x.from+1 && effect.In(x.language, x.tokens[k-2].Text) == effect.Evaluates:
		x.runComputed(k, stop)
	case x.language == pythonCode:
		x.next(x.evaluate(k+1, stop, x.withoutAuth))
	default:
		return k
	}
	return min(stop, x.to-1)
}

// square reads what starts with "[", and returns its last token.
func (x *expressionReader) square(k int) int {
	stop := x.closing(k, x.to)
	switch {
	case k > x.from && x.isReversal(k):
		v := x.last
		v.text, v.labels = lex.Reversed(v.text), v.labels|computed
		x.replace(v)
		return k + 5
	case k > x.from && x.endsPrimary(k-1):
		v, end := x.indexed(k, stop)
		if x.last.isMapping() {
			x.replace(x.part(x.last, k+1))
		} else {
			x.all = x.field().join(v)
		}
		return min(end, x.to-1)
	case x.language != psCode:
		x.next(x.list(k+1, stop, x.withoutAuth).inside())
		return min(stop, x.to-1)
	}
	return k
}

// endsPrimary reports whether brackets after a token are an index.
func (c *codeReader) endsPrimary(k int) bool {
	if name := c.name(k); name != "" {
		return name != "in" && name != "of"
	}
	return c.isSign(k, ")") || c.isSign(k, "]")
}

// callComputed reads a call of PowerShell with a computed name: & ("i" + "ex") code.
func (c *codeReader) callComputed(k, j int) {
	stop := c.closing(k+1, j)
	if name := strings.ToLower(c.eval(k+2, stop).text); name == "iex" || name == "invoke-expression" {
		if v := c.eval(stop+1, j); v.Has(Fetched | Decoded | Socket) {
			c.addAct(Act{Kind: Runs, Of: v, By: name}, k, j-1)
		}
	}
}

// runComputed reads the brackets from k to stop after a function that runs code: (eval)(code).
func (c *codeReader) runComputed(k, stop int) {
	if v := c.eval(k+1, stop); v.Has(Decoded | Fetched | Socket) {
		c.addAct(Act{Kind: Runs, Of: v, By: c.tokens[k-2].Text}, k-2, stop)
	}
}

// field returns the value of an expression that ends in a field of a login. The name of its owner and its place are not secret.
func (x *expressionReader) field() Value {
	switch x.member {
	case "username", "user", "email", "from", "host", "port", "name", "address":
		if v := x.last; v.Has(Secret) {
			v.labels, v.secret = v.labels&^Secret, ""
			return x.before.join(v)
		}
	}
	return x.all
}

// indexed returns the value of the brackets from k to stop, and the end of a call of what they name: module["exec" + "Sync"](…).
func (x *expressionReader) indexed(k, stop int) (Value, int) {
	v := x.evaluate(k+1, stop, x.withoutAuth)
	if x.member = v.text; x.isSign(stop+1, "(") && stop+1 < x.to && effect.In(x.language, v.text) != effect.Evaluates && x.callsMember(v.text) {
		end := x.closing(stop+1, x.to)
		return x.callAttribute(v.text, k, stop+2, end), end
	}
	return v.withoutText(), stop
}

// percent returns the value of "format % arguments" of Python with the operator at k, and its last token.
func (c *codeReader) percent(format Value, k, j int) (Value, int) {
	stop, args := j, tokenRange{k + 1, j}
	if c.isSign(k+1, "(") {
		stop = c.closing(k+1, j)
		args = tokenRange{k + 2, stop}
	}
	text := format
	text.text = strings.ReplaceAll(format.text, "%s", "{}")
	if v, ok := c.formatted(text, args.from, args.to); ok {
		format = v
	}
	return format, min(stop, j-1)
}

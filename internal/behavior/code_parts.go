package behavior

import (
	"strings"

	"github.com/skilllint/skilllint/internal/behavior/effect"
	"github.com/skilllint/skilllint/internal/behavior/lex"
)

// parts joins the values of the parts of an expression.
func (c *codeReader) parts(i, j int, withoutAuth bool) Value {
	var all, last, before Value // before: without the last primary expression
	isObject := false
	for k := i; k < j && !c.isSpent(); k++ {
		t := &c.tokens[k]
		if withoutAuth && c.isAuthentication(k) {
			k = c.skip(k, j)
			continue
		}
		switch {
		case t.Kind == lex.Identifier && c.isKey(k):
		case c.isSign(k, "{"):
			isObject = true
		case t.Kind == lex.Text:
			before, last = all, c.stringValue(t)
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
			c.callComputed(k, j)
		case t.Kind == lex.Identifier && c.isSign(k+1, "("):
			stop := c.closing(k+1, j)
			receiver := Value{}
			if c.isSign(k-1, ".") || c.language == psCode && c.isSign(k-1, ":") {
				receiver = last
			}
			if !c.isSign(k-1, ".") {
				before = all
			}
			c.isExact = false
			if last = c.call(k, stop, receiver); c.isExact {
				all = before
			}
			c.isExact = false
			all = all.join(last)
			k = min(stop, j-1)
		case c.language == pythonCode && t.Kind == lex.Identifier && t.Text == "lambda":
			stop := c.argumentEnd(k+1, j)
			all = all.join(c.evaluate(k+1, stop, withoutAuth).withoutText())
			k = stop - 1
		case t.Kind == lex.Identifier:
			switch {
			case !c.isSign(k-1, "."):
				before, last = all, c.reference(k)
				if w, ok := c.bodies[t.Text]; ok && withoutAuth {
					last = w
				}
			case last.isMapping() && c.language == jsCode: // load().NAME
				last, all = namedSecret(t.Text), before
			}
			all = all.join(last)
		case k > i && c.isReversal(k):
			last.text, last.labels = lex.Reversed(last.text), last.labels|computed
			all = before.join(last)
			k += 5
		case c.isSign(k, "(") && k > i && c.isSign(k-1, ")") && c.attr != "":
			stop, name := c.closing(k, j), c.attr
			c.attr = ""
			all = all.join(c.callAttribute(name, k, k+1, stop))
			k = min(stop, j-1)
		case c.isSign(k, "=") && c.isSign(k-1, "+") && c.name(k-2) != "" && k > i+2:
			c.set(c.name(k-2), c.vars[c.name(k-2)].join(c.evaluate(k+1, j, withoutAuth)))
			return all
		case c.isSign(k, "(") && k > i+1 && (c.isSign(k-1, ")") || c.isSign(k-1, "]")) && effect.In(c.language, c.tokens[k-2].Text) == effect.Evaluates:
			k = min(c.runComputed(k, j), j-1)
		case c.isSign(k, "[") && k > i && (c.tokens[k-1].Kind == lex.Identifier && c.name(k-1) != "in" && c.name(k-1) != "of" || c.isSign(k-1, ")") || c.isSign(k-1, "]")):
			v, end := c.indexed(k, c.closing(k, j), j, withoutAuth)
			if last.isMapping() {
				last = c.part(last, k+1)
				all = before.join(last)
			} else {
				all = c.fieldOf(all, before, last).join(v)
			}
			k = min(end, j-1)
		case c.isSign(k, "%") && c.language == pythonCode && k > i && strings.Contains(last.text, "%s"):
			last, k = c.percent(last, k, j)
			all = before.join(last)
		case c.isSign(k, "(") && c.language == pythonCode:
			stop := c.closing(k, j)
			before, last = all, c.evaluate(k+1, stop, withoutAuth)
			all = all.join(last)
			k = min(stop, j-1)
		case c.isSign(k, "[") && c.language != psCode:
			before, last = all, c.list(k+1, c.closing(k, j), withoutAuth).inside()
			all = all.join(last)
			k = min(c.closing(k, j), j-1)
		}
	}
	if isObject {
		return all.inside()
	}
	return all
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

// runComputed reads the brackets at k after a function that runs code, and returns their end: (eval)(code).
func (c *codeReader) runComputed(k, j int) int {
	stop := c.closing(k, j)
	if v := c.eval(k+1, stop); v.Has(Decoded | Fetched | Socket) {
		c.addAct(Act{Kind: Runs, Of: v, By: c.tokens[k-2].Text}, k-2, stop)
	}
	return stop
}

// fieldOf returns the value of an expression that ends in a field of a login. The name of its owner and its place are not secret.
func (c *codeReader) fieldOf(all, before, last Value) Value {
	switch c.member {
	case "username", "user", "email", "from", "host", "port", "name", "address":
		if last.Has(Secret) {
			last.labels, last.secret = last.labels&^Secret, ""
			return before.join(last)
		}
	}
	return all
}

// indexed returns the value of the brackets from k to stop, and the end of a call of what they name: module["exec" + "Sync"](…).
func (c *codeReader) indexed(k, stop, j int, withoutAuth bool) (Value, int) {
	v := c.evaluate(k+1, stop, withoutAuth)
	if c.member = v.text; c.isSign(stop+1, "(") && stop+1 < j && effect.In(c.language, v.text) != effect.Evaluates && c.callsMember(v.text) {
		end := c.closing(stop+1, j)
		return c.callAttribute(v.text, k, stop+2, end), end
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

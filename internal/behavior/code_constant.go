package behavior

import (
	"encoding/base64"
	"encoding/hex"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/skilllint/skilllint/internal/behavior/effect"
	"github.com/skilllint/skilllint/internal/behavior/lex"
	"github.com/skilllint/skilllint/internal/behavior/trust"
)

// constant returns the value of a call that transforms a known text, as a compiler would evaluate it.
func (f *functionCall) constant() (Value, bool) {
	from, to := f.from, f.to
	v := Value{labels: f.receiver.labels, text: f.receiver.text, url: f.receiver.url, secret: f.receiver.secret}
	switch f.method {
	case "decode", "encode", "strip", "trim", "lower", "toLowerCase", "toString", "rstrip":
		return v, v.text != ""
	case "iterdir", "resolve", "absolute", "expanduser":
		v.path = f.receiver.path
		return v, v.text != ""
	case "split":
		return v, v.text != "" && to == from+1 && f.tokens[from].Kind == lex.Text && f.tokens[from].Text == ""
	case "map":
		return v, v.text != "" && lex.ContainsAny(f.source(from, to), "fromCharCode", "chr")
	case "reverse":
		v.text, v.labels = lex.Reversed(v.text), v.labels|computed
		return v, v.text != ""
	case "reversed":
		v = f.eval(from, to)
		v.text, v.labels = lex.Reversed(v.text), v.labels|computed
		return v, v.text != ""
	case "replace":
		old, next := f.eval(from, f.argumentEnd(from, to)), f.eval(min(f.argumentEnd(from, to)+1, to), to)
		if v.text == "" || old.text == "" || len(v.text) > int(mostText)/64 || len(next.text) > 64 {
			return v, false
		}
		v.text = strings.ReplaceAll(v.text, old.text, next.text)
		return v, true
	case "format":
		return f.formatted(f.receiver, from, to)
	case "join":
		return f.joined()
	}
	return v, false
}

// joined returns the value of "join": of Python, whose receiver is the separator, or of JavaScript, whose receiver is a list.
func (f *functionCall) joined() (Value, bool) {
	receiver, from, to := f.receiver, f.from, f.to
	separator, list := receiver.text, tokenRange{from + 1, to}
	switch {
	case f.language == jsCode:
		separator = f.eval(from, to).text
		list = f.listBefore(f.k - 2)
	case f.isSign(from, "["):
		list.to = f.closing(from, to)
	default:
		v := f.eval(from, to)
		return v, v.text != "" && separator == "" && v.Has(computed|Decoded)
	}
	if list.from >= list.to {
		return receiver, receiver.text != "" && separator == "" && receiver.Has(computed|Decoded)
	}
	var v Value
	parts := f.elements(list.from, list.to)
	for i, part := range parts {
		if i > 0 {
			v = v.join(Value{text: separator})
		}
		v = v.join(part)
	}
	if len(parts) > 2 && (separator == "" || separator == ".") && !slices.ContainsFunc(parts, func(p Value) bool { return len(trust.AddressIn(p.text)) > len("https://") }) {
		v.labels |= computed
	}
	return v, v.text != ""
}

// formatted returns the value of "format" of Python.
func (c *codeReader) formatted(receiver Value, from, to int) (Value, bool) {
	if !strings.Contains(receiver.text, "{}") || c.language != pythonCode {
		return receiver, false
	}
	v := receiver
	parts := strings.Split(receiver.text, "{}")
	v.text = parts[0]
	args := c.elements(from, to)
	for i, part := range parts[1:] {
		if i < len(args) {
			arg := args[i]
			if arg.text == "" {
				arg.text = "${}"
			}
			v = v.join(arg)
		}
		v = v.join(Value{text: part})
	}
	return v, true
}

// A tokenRange is a range of tokens.
type tokenRange struct{ from, to int }

// listBefore returns the tokens in the brackets that end at a token.
func (c *codeReader) listBefore(end int) tokenRange {
	if !c.isSign(end, "]") {
		return tokenRange{}
	}
	for k := end - 1; k >= 0 && c.tokens[k].Kind != lex.End && c.spend(1, c.from(end)); k-- {
		if c.isSign(k, "[") && int(c.tokens[k].Closes) == end {
			return tokenRange{k + 1, end}
		}
	}
	return tokenRange{}
}

// decoded returns the text that a decoder returns for constant arguments.
func (f *functionCall) decoded() (string, bool) {
	method, code := f.method, f.source(f.from, f.to)
	switch text := f.eval(f.from, f.argumentEnd(f.from, f.to)).text; {
	case method == "chr", method == "fromCharCode", method == "fromCodePoint":
		return lex.Characters(code, 1)
	case text == "":
	case strings.Contains(method, "64") || method == "atob" || method == "from" && strings.Contains(code, "base64") || method == "FromBase64String":
		text = strings.NewReplacer("-", "+", "_", "/", "\n", "").Replace(strings.TrimRight(strings.TrimSpace(text), "="))
		plain, err := base64.RawStdEncoding.DecodeString(text)
		return string(plain), err == nil && utf8.Valid(plain)
	case strings.Contains(strings.ToLower(method), "hex") || method == "from" && strings.Contains(code, "hex"):
		plain, err := hex.DecodeString(strings.TrimSpace(text))
		return string(plain), err == nil && utf8.Valid(plain)
	case strings.Contains(code, "rot13") || strings.Contains(code, "rot_13"):
		return strings.Map(lex.Rotated, text), true
	}
	return "", false
}

// leastCharacters is the length of the shortest list of numbers that is read as a text.
const leastCharacters = 6

// list returns the value of a list: of numbers, a text that consists of these characters.
func (c *codeReader) list(from, to int, withoutAuth bool) Value {
	if from < to && c.tokens[from].Kind == lex.Sign {
		if text, ok := lex.Characters(c.source(from, to), leastCharacters); ok {
			return Value{text: text, labels: computed}
		}
	}
	return c.evaluate(from, to, withoutAuth)
}

// isReversal reports whether the brackets at a token reverse a text: [::-1].
func (c *codeReader) isReversal(k int) bool {
	return c.language == pythonCode && c.isSign(k, "[") && c.isSign(k+1, ":") && c.isSign(k+2, ":") && c.isSign(k+3, "-") && c.isSign(k+4, "1") && c.isSign(k+5, "]")
}

// callsMember reports whether callAttribute reads calls of a member.
func (c *codeReader) callsMember(name string) bool {
	switch effect.In(c.language, name) {
	case effect.Executes, effect.Evaluates, effect.Requests:
		return true
	}
	return false
}

// callAttribute reads a call of what getattr returned.
func (c *codeReader) callAttribute(name string, k, from, to int) Value {
	f := &functionCall{codeReader: c, k: k, from: from, to: to, callee: name, effect: effect.Attributes[name]}
	if f.effect == effect.None && c.callsMember(name) {
		f.effect = effect.In(c.language, name)
	}
	if f.effect == effect.None {
		return c.eval(from, to)
	}
	return f.run()
}

// isMasked reports whether the address among the arguments of a request is computed from encoded or scattered text.
func (c *codeReader) isMasked(from, to int) bool {
	end := c.argumentEnd(from, to)
	v := c.eval(from, end)
	if end < to && slices.Contains([]string{"GET", "POST", "PUT", "PATCH"}, strings.ToUpper(v.text)) {
		v = c.eval(end+1, c.argumentEnd(end+1, to))
	}
	return v.Has(Decoded|computed) && !v.Has(Fetched|Socket)
}

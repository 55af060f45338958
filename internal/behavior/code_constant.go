package behavior

import (
	"encoding/base64"
	"encoding/hex"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/skilllint/skilllint/internal/behavior/effect"
	"github.com/skilllint/skilllint/internal/behavior/lex"
)

// constant returns the value of a call that transforms a known text, as a compiler would evaluate it.
func (c *codeReader) constant(method string, receiver Value, k, from, to int) (Value, bool) {
	v := Value{labels: receiver.labels, text: receiver.text, url: receiver.url, secret: receiver.secret}
	switch method {
	case "decode", "encode", "strip", "trim", "lower", "toLowerCase", "toString", "rstrip":
		return v, v.text != ""
	case "iterdir", "resolve", "absolute", "expanduser":
		v.path = receiver.path
		return v, v.text != ""
	case "split":
		return v, v.text != "" && to == from+1 && c.tokens[from].Kind == lex.Text && c.tokens[from].Text == ""
	case "map":
		return v, v.text != "" && containsAny(c.source(from, to), "fromCharCode", "chr")
	case "reverse":
		v.text, v.labels = lex.Reversed(v.text), v.labels|computed
		return v, v.text != ""
	case "reversed":
		v = c.eval(from, to)
		v.text, v.labels = lex.Reversed(v.text), v.labels|computed
		return v, v.text != ""
	case "replace":
		old, next := c.eval(from, c.argumentEnd(from, to)), c.eval(min(c.argumentEnd(from, to)+1, to), to)
		if v.text == "" || old.text == "" || len(v.text) > int(mostText)/64 || len(next.text) > 64 {
			return v, false
		}
		v.text = strings.ReplaceAll(v.text, old.text, next.text)
		return v, true
	case "format":
		return c.formatted(receiver, from, to)
	case "join":
		return c.joined(receiver, k, from, to)
	}
	return v, false
}

// joined returns the value of "join": of Python, whose receiver is the separator, or of JavaScript, whose receiver is a list.
func (c *codeReader) joined(receiver Value, k, from, to int) (Value, bool) {
	separator, list := receiver.text, tokenRange{from + 1, to}
	switch {
	case c.language == jsCode:
		separator = c.eval(from, to).text
		list = c.listBefore(k - 2)
	case c.isSign(from, "["):
		list.to = c.closing(from, to)
	default:
		v := c.eval(from, to)
		return v, v.text != "" && separator == "" && v.Has(computed|Decoded)
	}
	if list.from >= list.to {
		return receiver, receiver.text != "" && separator == "" && receiver.Has(computed|Decoded)
	}
	var v Value
	parts := c.elements(list.from, list.to)
	for i, part := range parts {
		if i > 0 {
			v = v.join(Value{text: separator})
		}
		v = v.join(part)
	}
	if len(parts) > 2 && (separator == "" || separator == ".") && !slices.ContainsFunc(parts, func(p Value) bool { return len(addressIn(p.text)) > len("https://") }) {
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
func (c *codeReader) decoded(method string, from, to int) (string, bool) {
	code := c.source(from, to)
	switch text := c.eval(from, c.argumentEnd(from, to)).text; {
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
	switch name {
	case "get", "post", "put", "patch", "request", "urlopen":
		return c.request(k, from, to, Value{})
	case "system", "popen", "run", "call", "check_output", "Popen":
		return c.execute(k, from, to)
	case "exec", "eval", "compile":
		return c.runText(name, k, from, to)
	}
	switch effect.In(c.language, name) {
	case effect.Requests:
		return c.request(k, from, to, Value{})
	case effect.Executes:
		return c.execute(k, from, to)
	case effect.Evaluates:
		return c.runText(name, k, from, to)
	}
	return c.eval(from, to)
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

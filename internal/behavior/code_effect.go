package behavior

import (
	"slices"
	"strings"

	"github.com/skilllint/skilllint/internal/behavior/effect"
	"github.com/skilllint/skilllint/internal/behavior/lex"
)

// effectOf returns the effect of a function, by its full name, its method name and its arguments.
func (f *functionCall) effectOf() effect.Effect {
	isMethod := f.isSign(f.k-1, ".")
	e := effect.None
	if before := f.k - 2; !isMethod || f.isSign(before, ")") || f.isSign(before, "]") || before >= 0 && f.tokens[before].Kind == lex.Text { // else a method of a variable on another line
		e = effect.In(f.language, f.callee)
	}
	if e == effect.None && (f.root != "" || isMethod || f.language == psCode) {
		e = effect.In(f.language, "."+f.method)
	}
	switch {
	case e == effect.WritesTo && f.receiver.Has(connected):
		return effect.Transmits
	case e == effect.None, f.isGeneric(e):
		return f.guess()
	case f.lacksSubject(e):
		return effect.None
	}
	return e
}

// isGeneric reports whether the method has a name that other objects have, too.
func (f *functionCall) isGeneric(e effect.Effect) bool {
	switch e {
	case effect.Transmits:
		return (f.method == "send" || f.method == "sendall") && !f.receiver.Has(connected)
	case effect.WritesTo:
		return f.method == "write" && f.receiver.Has(Fetched) || f.method == "end"
	}
	return false
}

// lacksSubject reports whether the arguments and the receiver are not those of a function with an effect.
func (f *functionCall) lacksSubject(e effect.Effect) bool {
	switch e {
	case effect.Decodes:
		return f.method == "from" && !f.isSign(f.from, "[") && !f.isText(max(f.from, f.to-1), "base64", "hex", "base64url") // Buffer.from
	case effect.Receives:
		return !f.receiver.Has(connected | Socket)
	case effect.Connects:
		return f.method == "connect" && f.root != "net" && f.root != "tls" && !f.receiver.Has(connected)
	case effect.Reads:
		isModule := slices.Contains([]string{"", "io", "codecs"}, f.root)
		return f.method == "read" && f.receiver.labels == 0 || f.method == "open" && !isModule && f.receiver.path == ""
	case effect.Evaluates:
		return f.language == psCode && f.method == "Invoke" && !f.receiver.Has(Decoded|Fetched) || f.method == "import_module"
	}
	return false
}

// isText reports whether a token is one of several literals.
func (c *codeReader) isText(k int, any ...string) bool {
	return c.tokens[k].Kind == lex.Text && slices.Contains(any, c.tokens[k].Text)
}

// guess returns the effect of a method with a generic name, such as "get", by its arguments and receiver.
func (f *functionCall) guess() effect.Effect {
	hasArgument := f.from < f.to
	switch f.method {
	case "toString":
		if hasArgument && f.isText(f.from, "base64", "hex") {
			return effect.Encodes
		}
	case "decode":
		if hasArgument && f.isText(f.from, "base64", "hex", "rot13", "rot_13", "zip", "zlib") {
			return effect.Decodes
		}
	case "get", "post", "put", "request", "urlopen", "fetch", "open", "patch":
		isBelowBase := f.receiver.Has(client) && strings.Contains(f.receiver.text, "://") && f.method != "get" && f.method != "open"
		if hasArgument && (isBelowBase || strings.Contains(f.eval(f.from, f.argumentEnd(f.from, f.to)).text, "://")) {
			return effect.Requests
		}
	case "write", "end", "send":
		if f.receiver.Has(Fetched) && f.language == jsCode { // the request that http.request returns
			return effect.Requests
		}
	}
	return effect.None
}

// isAuthentication reports whether a token names a part of a request that authenticates its sender.
func (c *codeReader) isAuthentication(k int) bool {
	name := strings.ToLower(strings.TrimLeft(c.tokens[k].Text, "-$"))
	if c.tokens[k].Kind == lex.Identifier && c.language != psCode && !c.isSign(k+1, "=") && !c.isSign(k+1, ":") { // a variable
		isThird := c.isSign(k-1, ",") && c.isSign(k-3, ",") // Request(url, data, headers)
		isField := c.language == jsCode && !c.isSign(k-1, ":") && !c.isSign(k-1, "(")
		if !isThird && !isField {
			return false
		}
	}
	return c.tokens[k].Kind != lex.Sign && slices.Contains([]string{"headers", "auth", "authorization", "cookies", "x-api-key", "credential", "env"}, name)
}

// skip returns the index of the last token of the value that follows a name.
func (c *codeReader) skip(k, j int) int {
	depth, from := 0, k
	defer func() { c.spend((k-from)/64, c.from(from)) }()
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

package behavior

import (
	"slices"
	"strings"

	"github.com/skilllint/skilllint/internal/behavior/effect"
	"github.com/skilllint/skilllint/internal/behavior/lex"
)

// effectOf returns the effect of a function, by its full name, its method name and its arguments.
func (c *codeReader) effectOf(root, method string, receiver Value, from, to int) effect.Effect {
	name := method
	if root != "" {
		name = root + "." + method
	}
	e := effect.None
	if !c.isSign(from-3, ".") || c.isSign(from-4, ")") || c.isSign(from-4, "]") || from > 3 && c.tokens[from-4].Kind == lex.Text { // else a method of a variable on another line
		e = effect.In(c.language, name)
	}
	if e == effect.None && (root != "" || c.isSign(from-3, ".") || c.language == psCode) {
		e = effect.In(c.language, "."+method)
	}
	switch e {
	case effect.None:
		return c.guess(method, receiver, from, to)
	case effect.Decodes:
		return c.refineDecoding(method, from, to)
	case effect.Transmits:
		if (method == "send" || method == "sendall") && !receiver.Has(connected) {
			return c.guess(method, receiver, from, to)
		}
	case effect.Receives:
		if !receiver.Has(connected | Socket) {
			return effect.None
		}
	case effect.WritesTo:
		if receiver.Has(connected) {
			return effect.Transmits
		}
		if method == "write" && receiver.Has(Fetched) || method == "end" {
			return c.guess(method, receiver, from, to)
		}
	case effect.Connects:
		if method == "connect" && root != "net" && root != "tls" && !receiver.Has(connected) {
			return effect.None
		}
	case effect.Reads:
		if method == "read" && receiver.labels == 0 || method == "open" && root != "" && root != "io" && root != "codecs" && receiver.path == "" {
			return effect.None
		}
	case effect.Evaluates:
		if c.language == psCode && method == "Invoke" && !receiver.Has(Decoded|Fetched) || method == "import_module" {
			return effect.None
		}
	}
	return e
}

// refineDecoding returns the effect of functions that decode only with some arguments.
func (c *codeReader) refineDecoding(method string, from, to int) effect.Effect {
	last := c.tokens[max(from, to-1)]
	if method == "from" && !c.isSign(from, "[") && !(last.Kind == lex.Text && slices.Contains([]string{"base64", "hex", "base64url"}, last.Text)) { // Buffer.from
		return effect.None
	}
	return effect.Decodes
}

// guess returns the effect of a method with a generic name, such as "get", by its arguments and receiver.
func (c *codeReader) guess(method string, receiver Value, from, to int) effect.Effect {
	switch method {
	case "toString":
		if from < to && c.tokens[from].Kind == lex.Text && (c.tokens[from].Text == "base64" || c.tokens[from].Text == "hex") {
			return effect.Encodes
		}
	case "decode":
		if from < to && c.tokens[from].Kind == lex.Text && slices.Contains([]string{"base64", "hex", "rot13", "rot_13", "zip", "zlib"}, c.tokens[from].Text) {
			return effect.Decodes
		}
	case "get", "post", "put", "request", "urlopen", "fetch", "open", "patch":
		if from < to {
			v := c.eval(from, c.argumentEnd(from, to))
			if strings.Contains(v.text, "://") {
				return effect.Requests
			}
		}
	case "write", "end", "send":
		if receiver.Has(Fetched) && c.language == jsCode { // the request that http.request returns
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

// addsTo reports whether a method adds its arguments to its receiver.
func addsTo(method string) bool {
	switch method {
	case "append", "appendleft", "add", "update", "extend", "insert", "push", "unshift", "set", "assign", "setdefault":
		return true
	}
	return false
}

// isSignature reports whether a method returns what was computed with a key and does not reveal it.
func isSignature(method string) bool {
	switch method {
	case "sign", "sign_message", "sign_transaction", "signMessage", "signTransaction", "hexdigest", "digest", "createHmac", "createHash", "sha256", "verify":
		return true
	}
	return false
}

// isLookup reports whether a function looks up a host.
func isLookup(method string) bool {
	switch method {
	case "gethostbyname", "getaddrinfo", "lookup", "resolve", "resolve4", "resolveTxt", "query":
		return true
	}
	return false
}

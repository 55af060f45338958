package behavior

import (
	"slices"
	"strings"

	"github.com/skilllint/skilllint/internal/behavior/lex"
)

// An effect is the effect of a library function.
type effect uint8

const (
	nothing       effect = iota
	requests             // sends a request
	decodes              // returns a decoded text
	encodes              // returns an encoded text
	evaluates            // runs its argument as code
	executes             // runs its argument as a command
	reads                // reads a file
	writesTo             // writes to the file of its receiver
	writesAll            // writes a file: path, content
	removes              // removes a directory
	connects             // returns a connection
	receives             // returns data from a connection
	transmits            // sends over a connection or by mail
	connectsShell        // connects a program with a connection
	identifies           // returns information about the computer
	loosens              // changes permissions
)

// effectIn returns the effect of a function in a language, by its name.
func effectIn(language, name string) effect {
	switch language {
	case pythonCode:
		return pythonEffect(name)
	case jsCode:
		return jsEffect(name)
	case psCode:
		return psEffect(name)
	}
	return nothing
}

// effectOf returns the effect of a function, by its full name, its method name and its arguments.
func (c *codeReader) effectOf(root, method string, receiver Value, from, to int) effect {
	name := method
	if root != "" {
		name = root + "." + method
	}
	e := effectIn(c.language, name)
	if e == nothing && (root != "" || c.isSign(from-3, ".") || c.language == psCode) {
		e = effectIn(c.language, "."+method)
	}
	switch e {
	case nothing:
		return c.guess(method, receiver, from, to)
	case decodes:
		return c.refineDecoding(method, from, to)
	case transmits:
		if (method == "send" || method == "sendall") && !receiver.Has(connected) {
			return c.guess(method, receiver, from, to)
		}
	case receives:
		if !receiver.Has(connected | Socket) {
			return nothing
		}
	case writesTo:
		if receiver.Has(connected) {
			return transmits
		}
		if method == "write" && receiver.Has(Fetched) || method == "end" {
			return c.guess(method, receiver, from, to)
		}
	case connects:
		if method == "connect" && root != "net" && root != "tls" && !receiver.Has(connected) {
			return nothing
		}
	case reads:
		if method == "read" && receiver.labels == 0 || method == "open" && root != "" && root != "io" && root != "codecs" && receiver.path == "" {
			return nothing
		}
	case evaluates:
		if c.language == psCode && method == "Invoke" && !receiver.Has(Decoded|Fetched) || method == "import_module" {
			return nothing
		}
	}
	return e
}

// refineDecoding returns the effect of functions that decode only with some arguments.
func (c *codeReader) refineDecoding(method string, from, to int) effect {
	last := c.tokens[max(from, to-1)]
	if method == "from" && !c.isSign(from, "[") && !(last.Kind == lex.Text && slices.Contains([]string{"base64", "hex", "base64url"}, last.Text)) { // Buffer.from
		return nothing
	}
	return decodes
}

// guess returns the effect of a method with a generic name, such as "get", by its arguments and receiver.
func (c *codeReader) guess(method string, receiver Value, from, to int) effect {
	switch method {
	case "toString":
		if from < to && c.tokens[from].Kind == lex.Text && (c.tokens[from].Text == "base64" || c.tokens[from].Text == "hex") {
			return encodes
		}
	case "decode":
		if from < to && c.tokens[from].Kind == lex.Text && slices.Contains([]string{"base64", "hex", "rot13", "rot_13", "zip", "zlib"}, c.tokens[from].Text) {
			return decodes
		}
	case "get", "post", "put", "request", "urlopen", "fetch", "open", "patch":
		if from < to {
			v := c.eval(from, c.argumentEnd(from, to))
			if strings.Contains(v.text, "://") {
				return requests
			}
		}
	case "write", "end", "send":
		if receiver.Has(Fetched) && c.language == jsCode { // the request that http.request returns
			return requests
		}
	}
	return nothing
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

package behavior

import (
	"slices"
	"strings"

	"github.com/skilllint/skilllint/internal/behavior/lex"
)

// An effect is what a function of a library does.
type effect uint8

const (
	nothing   effect = iota
	requests         // asks a host
	decodes          // returns a decoded text
	encodes          // returns an encoded text
	evaluates        // runs its argument as code
	executes         // runs its argument as a command
	reads            // a file
	writesTo         // the file that it is a method of
	writesAll        // a file: path, content
	removes          // a directory
	connects         // returns a connection
	receives         // returns what a connection receives
	transmits        // sends over a connection, or as a mail
	joins            // a connection with the input of a program
	tells            // what the computer is
	opens            // changes permissions
)

// effectIn returns the effect of a function of a language by its name.
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

// effectOf returns what a function does: by its whole name, by that of the method, and by its arguments.
func (c *codeReader) effectOf(root, method string, receiver Value, from, to int) effect {
	name := method
	if root != "" {
		name = root + "." + method
	}
	e := effectIn(c.language, name)
	if e == nothing && (root != "" || c.is(from-3, ".") || c.language == psCode) {
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
		if method == "read" && receiver.is == 0 || method == "open" && root != "" && root != "io" && root != "codecs" && receiver.path == "" {
			return nothing
		}
	case evaluates:
		if c.language == psCode && method == "Invoke" && !receiver.Has(Decoded|Fetched) || method == "import_module" {
			return nothing
		}
	}
	return e
}

// refineDecoding returns the effect of functions that decode with some arguments only.
func (c *codeReader) refineDecoding(method string, from, to int) effect {
	last := c.tokens[max(from, to-1)]
	if method == "from" && !c.is(from, "[") && !(last.Kind == lex.Text && slices.Contains([]string{"base64", "hex", "base64url"}, last.Text)) { // Buffer.from
		return nothing
	}
	return decodes
}

// guess returns the effect of a method with the name of a request and an address as its first argument.
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

package behavior

import (
	"cmp"

	"github.com/skilllint/skilllint/internal/behavior/trust"
)

// A Label is an origin of a value.
type Label uint32

const (
	Fetched     Label = 1 << iota // downloaded
	Decoded                       // the output of a decoder
	Encoded                       // the output of an encoder
	Environment                   // all environment variables
	Credential                    // the content of a credential file or store
	secretPath                    // the path of such a file
	Secret                        // a variable with the name of a secret
	System                        // information about the computer or its user
	output                        // the output of any command
	Socket                        // read from a connection
	shellOutput                   // the output of an interactive shell
	connected                     // a connection itself
	written                       // a literal that code writes
	computed                      // joined from many parts, or reversed
	cut                           // a part of the text is missing, because it is too long
	held                          // the environment or a mapping is in a list, an object or the result of a function
	mapped                        // each part of a file with credentials is under its own name
	byName                        // a variable that the arguments of a function name
	client                        // an object of a library, which has the key of its service
)

// A Value is a possible value of an expression: its origins, and its text as far as known.
type Value struct {
	labels Label
	text   string // with unknown variables as ${NAME}
	path   string // literals of the expression, joined by slashes
	url    string // URL of the download
	secret string // name of the secret
}

func (v Value) Has(l Label) bool { return v.labels&l != 0 }

// join returns a value that combines both.
func (v Value) join(w Value) Value {
	v.labels |= w.labels
	if len(v.text)+len(w.text) <= int(mostText) {
		v.text += w.text
	} else {
		v.labels |= cut
	}
	switch {
	case v.path == "":
		v.path = w.path
	case w.path != "" && len(v.path)+len(w.path) < int(mostText):
		v.path += "/" + w.path
	}
	if v.url == "" {
		v.url = w.url
	}
	if v.secret == "" {
		v.secret = w.secret
	}
	return v
}

// isMapping reports whether a value is the environment or such a file itself, whose parts are single variables.
func (v Value) isMapping() bool { return v.Has(Environment|mapped) && !v.Has(held|Encoded) }

// inside returns the value of a list, an object or a function that contains the value.
func (v Value) inside() Value {
	if v.Has(Environment | mapped) {
		v.labels |= held
	}
	return v
}

// withoutText returns the value without its text.
func (v Value) withoutText() Value {
	v.text, v.path = "", ""
	return v
}

// withoutSecrets returns a value without the content of files and the environment.
func (v Value) withoutSecrets() Value {
	v.labels &^= Environment | Credential | secretPath | mapped
	v.secret = ""
	return v
}

// opaque returns the output of an unknown program with the value as input.
func (v Value) opaque() Value { return Value{labels: output | v.labels&(shellOutput|Socket)} }

// literal returns the value of a text in code.
func literal(text string) Value {
	v := Value{text: text, path: text}
	if p := trust.CredentialIn(text); p != "" {
		v.labels, v.secret = secretPath, p
	}
	return v
}

// content returns the content of the file at the path.
func (v Value) content() Value {
	if v.Has(secretPath) {
		v.labels |= Credential
		return v
	}
	if p := cmp.Or(trust.CredentialIn(v.path), trust.CredentialIn(v.text)); p != "" {
		v.labels, v.secret = v.labels|Credential, p
	}
	return v
}

// Address returns the address of the download, or "".
func (v Value) Address() string { return v.url }

// Name returns the name of the secret, or "".
func (v Value) Name() string { return v.secret }

// Text returns the text as far as known.
func (v Value) Text() string { return v.text }

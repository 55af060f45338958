// Package serdeyaml models serde_yaml, the YAML parser of clients that are written in Rust: what it accepts, and which
// values it makes. Its syntax is that of libyaml, which [libyaml] reads.
//
// [Load] reads the syntax. What a client does with it depends on what it asks for: one that takes any value gets what
// [Node.Check] and [Node.Kind] report, one that takes a text gets [Node.Text] as it is written.
//
// Nothing here panics, aliases are never expanded, and the work is linear in the length of the text, which is limited.
package serdeyaml

import (
	"errors"

	"github.com/skilllint/skilllint/internal/syntax/libyaml"
)

// MaxBytes is how long a text may be: longer ones are no headers.
const MaxBytes = 256 << 10

// ErrTooLarge says that a text is longer than [MaxBytes] or nested too deep: what serde_yaml would
// make of it is not known.
var ErrTooLarge = errors.New("YAML is too large")

// An Error is why serde_yaml refuses a text.
type Error struct {
	Offset  int    // in the text, where the parser stops
	Message string // a clause in plain words: what stands there
}

func (e *Error) Error() string { return e.Message }

// A Node is a value as it is written.
type Node struct {
	Form    libyaml.Form
	Text    string // of a scalar: without quotation marks, lines folded, escapes read
	Plain   bool   // a scalar neither in quotation marks nor a block
	Tag     string // in full, as "tag:yaml.org,2002:str" or "!thing"; empty: none
	Items   []*Node
	Members []Member // duplicates included
	Start   int      // offset of the first byte in the text, behind anchor and tag

	target *Node // of an alias
}

// A Member is a key of a mapping with its value.
type Member struct{ Key, Value *Node }

// Resolved returns the node that an alias stands for, and any other node itself.
func (n *Node) Resolved() *Node {
	if n.Form == libyaml.Alias {
		return n.target
	}
	return n
}

// Load reads a text that is one document of YAML. It returns nil for one without any value, an
// *Error for one that serde_yaml refuses, and ErrTooLarge.
func Load(text string) (*Node, error) {
	if len(text) > MaxBytes {
		return nil, ErrTooLarge
	}
	if at, _ := libyaml.FindInvalid([]byte(text)); at >= 0 {
		return nil, &Error{at, "control character"}
	}
	o := libyaml.Read([]byte(text), variant)
	switch {
	case o.Fault == nil:
		return build(o), nil
	case o.Fault.Code == libyaml.TooDeep || o.Fault.Code == libyaml.TooManyNodes:
		return nil, ErrTooLarge
	}
	return nil, explain(o)
}

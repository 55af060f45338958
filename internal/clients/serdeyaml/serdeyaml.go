// Package serdeyaml models serde_yaml, the YAML parser of clients that are written in Rust: which texts are accepted,
// and their values. Package [libyaml] parses the syntax.
//
// [Load] parses the syntax. The values depend on the types that a client expects: if it accepts any type,
// [Node.Check] and [Node.Kind] apply; if it expects a string, it gets [Node.Text].
//
// Nothing here panics, aliases are never expanded, and the work is linear in the length of the text, which is limited.
package serdeyaml

import (
	"errors"

	"github.com/skilllint/skilllint/internal/syntax/libyaml"
)

// MaxBytes is the maximum length of a text. No frontmatter is longer.
const MaxBytes = 256 << 10

// ErrTooLarge is the error for a text that is longer than [MaxBytes] or nested too deep. serde_yaml's result is
// unknown.
var ErrTooLarge = errors.New("YAML is too large")

// An Error is the reason why serde_yaml rejects a text.
type Error struct {
	Offset  int    // offset in the text where the parser stops
	Message string // a phrase that describes the problem
}

func (e *Error) Error() string { return e.Message }

// A Node is a node of the syntax tree.
type Node struct {
	Form    libyaml.Form
	Text    string // of a scalar: without quotes, with folded lines and decoded escapes
	Plain   bool   // a scalar that is neither quoted nor a block
	Tag     string // full name, such as "tag:yaml.org,2002:str" or "!thing"; empty if there is none
	Items   []*Node
	Members []Member // duplicates included
	Start   int      // offset of the first byte, after anchor and tag

	target *Node // of an alias
}

// A Member is a key of a mapping with its value.
type Member struct{ Key, Value *Node }

// Resolved returns the target of an alias, or the node itself.
func (n *Node) Resolved() *Node {
	if n.Form == libyaml.Alias {
		return n.target
	}
	return n
}

// Load parses a text with one YAML document. It returns nil for an empty document, an *Error if serde_yaml rejects
// the text, or ErrTooLarge.
func Load(text string) (*Node, error) {
	if len(text) > MaxBytes {
		return nil, ErrTooLarge
	}
	if at, _ := libyaml.FindInvalid([]byte(text)); at >= 0 {
		return nil, &Error{at, "control character"}
	}
	o := libyaml.Read([]byte(text), variant)
	switch {
	case o.Err == nil:
		return build(o), nil
	case o.Err.Code == libyaml.TooDeep || o.Err.Code == libyaml.TooManyNodes:
		return nil, ErrTooLarge
	}
	return nil, explain(o)
}

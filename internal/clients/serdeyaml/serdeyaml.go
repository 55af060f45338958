// Package serdeyaml says what serde_yaml makes of a text: the YAML parser of agents that are
// written in Rust. It follows the rules of libyaml, which stands under it, and not those of a
// YAML specification: what libyaml takes and refuses beyond it is what decides here.
//
// [Load] reads the syntax. What a program does with it depends on what it asks for: one that wants
// any value gets what [Node.Check] and [Node.Kind] say, one that wants a text gets [Node.Text] as
// it is written.
//
// Nothing here panics, aliases are never expanded, and the work is linear in the length of the
// text, which is limited.
package serdeyaml

import "errors"

// MaxBytes is how long a text may be: longer ones are no headers.
const MaxBytes = 256 << 10

// maxDepth bounds how deep collections may be nested, because they are read by recursion.
const maxDepth = 1000

// ErrTooLarge says that a text is longer than [MaxBytes] or nested too deep: what serde_yaml would
// make of it is not known.
var ErrTooLarge = errors.New("the YAML is too large to be read")

// An Error is why serde_yaml refuses a text.
type Error struct {
	Offset  int    // in the text, where the parser stops
	Message string // a clause in plain words: what stands there
}

func (e *Error) Error() string { return e.Message }

// A Form is what a node is in the text.
type Form uint8

// The forms.
const (
	Scalar Form = iota
	Sequence
	Mapping
	Alias
)

// A Node is a value as it is written.
type Node struct {
	Form    Form
	Text    string // of a scalar: without quotation marks, lines folded, escapes read
	Plain   bool   // a scalar neither in quotation marks nor a block
	Tag     string // in full, as "tag:yaml.org,2002:str" or "!thing"; empty: none
	Items   []*Node
	Members []Member // duplicates included
	Start   int      // offset of the first byte in the text, behind anchor and tag
	End     int      // offset behind the last byte

	target *Node // of an alias
}

// A Member is a key of a mapping with its value.
type Member struct{ Key, Value *Node }

// Resolved returns the node that an alias stands for, and any other node itself.
func (n *Node) Resolved() *Node {
	if n.Form == Alias {
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
	tokens, failure := scan(text)
	p := parser{tokens: tokens, failure: failure}
	root, err := p.document()
	if err != nil {
		return nil, err
	}
	return root, nil
}

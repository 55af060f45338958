// Package libyaml parses the structure of YAML as libyaml does. It returns the range of each node, or the first place
// at which the text is invalid.
//
// The parsers of most clients are translations of libyaml, which differ in a few ways; a [Variant] selects them.
// Scalars are not resolved; [Outline.Text] returns their text.
//
// Nothing here panics, aliases are never expanded, and the work is linear in the length of the text.
package libyaml

import "unicode/utf8"

// A Variant selects the behavior of a translation of libyaml, and limits. The zero value is closest to Go's yaml.v3.
type Variant struct {
	MaxNodes, MaxDepth int // of nodes, and of nested collections

	JoinedComments bool // Go: adjacent comments are one comment, whatever white space is between them
	Directives     bool // Rust: %YAML and %TAG are supported, and tags with the handles that they define
	Incremental    bool // Rust: a missing colon is detected at the next token, after grammar errors
	StrictTags     bool // Rust: short tags end before commas and brackets, and octets must be UTF-8
	FlowColons     bool // Rust: in brackets, text may not contain a colon before a bracket, comma or question mark
	SlashEscape    bool // Rust: "\/" is an escape and "\'" is not; Go the other way round
	ByteKeys       bool // Rust: the length of a key is in bytes
	MarkColumn     bool // Rust: a byte order mark at the start of a line counts as a column
}

// MaxKey is the maximum length of a key without "?" in characters, from the YAML specification.
const MaxKey = 1024

// An Outline is the structure of a text. If Err is set, Shapes end there, and Frames are the collections that
// were open.
type Outline struct {
	Src        []byte
	Tokens     []Token // the last one is StreamEnd or ScanError
	Shapes     []Shape // collections before their contents
	Properties []Property
	Frames     []Frame
	Comments   []int // their start offsets
	Err        *Error

	variant Variant
	handles map[string]string // of tags
}

// Read returns the structure of src, which must not contain a character that [FindInvalid] reports as forbidden.
func Read(src []byte, v Variant) *Outline {
	o := &Outline{Src: src, variant: v, handles: coreHandles}
	scan(o)
	found := o.Err
	o.Err = nil
	p := &parser{Outline: o}
	o.Shapes = make([]Shape, 0, 1+len(o.Tokens)/2)
	p.stream()
	switch {
	case o.Err == nil || found == nil:
	case v.Incremental && o.Tokens[o.Err.Token].Kind == ScanError, !v.Incremental && found.At <= o.Err.At:
		found.Token = o.Err.Token
		o.Err = found
	}
	return o
}

// Comments returns the start offsets of the comments in src.
func Comments(src []byte, v Variant) []int {
	o := &Outline{Src: src, variant: v}
	scan(o)
	return o.Comments
}

// FindInvalid returns the offsets of the first character that YAML forbids and of the first byte that is not UTF-8, or
// -1.
func FindInvalid(text []byte) (forbidden, broken int) {
	broken = -1
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case c >= ' ' && c < 0x7F || c == '\n' || c == '\t' || c == '\r':
			continue
		case c < utf8.RuneSelf:
			return i, broken
		}
		r, n := utf8.DecodeRune(text[i:])
		switch {
		case r == utf8.RuneError && n == 1:
			if broken < 0 {
				broken = i
			}
		case r < 0xA0 && r != 0x85, r == 0xFFFE, r == 0xFFFF:
			return i, broken
		}
		i += n - 1
	}
	return -1, broken
}

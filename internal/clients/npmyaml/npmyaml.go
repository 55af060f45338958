// Package npmyaml models how the npm package yaml parses YAML. Many clients that are written in JavaScript parse
// frontmatter with it; the others use js-yaml (package jsyaml).
//
// It models version 2.9.0 with the core schema: which texts are accepted, and their values. It models no warnings,
// and no texts longer than MaxText. Versions since 2.8 differ from it only in rare tags.
package npmyaml

import (
	"errors"

	"github.com/skilllint/skilllint/internal/clients/jsyaml"
)

// Limits of the model. The library has none except JavaScript's stack.
const (
	MaxText    = 256 << 10 // bytes
	maxDepth   = 1000      // nested nodes
	maxAliases = 100       // uses of an anchor
	maxMerged  = 64 << 10  // merged members in total
)

// ErrTooLarge is the error for a text that exceeds the limits of the model.
var ErrTooLarge = errors.New("the text is larger or nested deeper than the model goes")

// An Error is the first error that the library reports.
type Error struct {
	Offset  int // in bytes
	Code    Code
	Message string // a phrase without a period
}

func (e *Error) Error() string { return e.Message }

// A Code is the kind of an error.
type Code uint8

// The codes that clients distinguish.
const (
	Other Code = iota
	BlockAsKey
	Alias // detected when the value is built: an alias without an anchor or with too many uses, or an invalid merge
)

// A Document is the result of parsing a text.
type Document struct {
	Value *jsyaml.Value // set even after an error; nil if there is no value
	Err   *Error
	Pairs []Pair // of the outermost mapping
}

// A Pair is a member of the outermost mapping with a scalar key.
type Pair struct {
	Key     string
	At      int // offset of the key
	IsAlias bool
}

// Load returns the result of yaml.parse, or its first error. An empty text is null.
func Load(text string) (*jsyaml.Value, error) {
	d, err := Parse(text)
	switch {
	case err != nil:
		return nil, err
	case d.Err != nil:
		return nil, d.Err
	}
	return d.Value, nil
}

// Parse returns the result of yaml.parseDocument. The only error is ErrTooLarge.
func Parse(text string) (*Document, error) {
	if len(text) > MaxText {
		return nil, ErrTooLarge
	}
	c := &composer{text: text, anchors: map[string]*anchorTarget{}}
	p := &parser{atNewLine: true, out: c.next}
	l := &lexer{text: text}
	l.emit = func(text string, mark kind) {
		if len(p.stack) > maxDepth {
			p.isTooLarge = true
		}
		if p.isTooLarge {
			l.pos = len(l.text)
			return
		}
		p.next(text, mark)
	}
	if !l.run() || p.isTooLarge {
		return nil, ErrTooLarge
	}
	p.finish()
	if c.isTooLarge || p.isTooLarge {
		return nil, ErrTooLarge
	}
	return c.finish(), nil
}

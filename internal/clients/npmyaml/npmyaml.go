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
	maxDepth   = 1000      // nodes within nodes
	maxAliases = 100       // how often an anchor is used
	maxMerged  = 64 << 10  // members that are merged, in total
)

// ErrTooLarge is the error for a text beyond the limits of the model.
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

// The codes that a client distinguishes.
const (
	Other Code = iota
	BlockAsKey
	Alias // found when the value is built: an alias without an anchor, or with too many uses, or a merge
)

// A Document is what the library makes of a text.
type Document struct {
	Value *jsyaml.Value // also after an error; nil: none
	Err   *Error
	Pairs []Pair // of the outermost mapping
}

// A Pair is a key of the outermost mapping whose key is a scalar.
type Pair struct {
	Key     string
	At      int // offset of the key
	IsAlias bool
}

// Load returns what yaml.parse makes of a text, or its first error. An empty text is null.
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

// Parse returns what yaml.parseDocument makes of a text. The only error is ErrTooLarge.
func Parse(text string) (*Document, error) {
	if len(text) > MaxText {
		return nil, ErrTooLarge
	}
	c := &composer{text: text, anchors: map[string]*anchored{}}
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

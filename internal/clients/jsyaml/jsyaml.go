// Package jsyaml tells what the JavaScript library js-yaml makes of a YAML text. Agents written in
// JavaScript read their headers with it: gray-matter brings version 3, others have version 4, and
// the two differ from each other and from every YAML specification.
//
// It models 3.14.2 (safeLoad) and 4.1.1 (load with the default schema), in what they accept, in
// the values, and in their slips, such as an anchor that a block mapping tried and given up takes
// away. It models no warnings, and no texts longer than MaxText. Of later versions, 3.15.2 answers
// the same but for limits on merges; 4.3.2 differs in rare places: it rejects a block scalar
// without indentation at the top, takes "&x key: value", makes a string of 1_000, and drops blanks
// before a line break in double quotes.
//
// testdata/answers.jsonl holds what the two versions themselves answered about random texts. To
// record it again, in an empty folder:
//
//	npm install js-yaml-v3@npm:js-yaml@3.14.2 js-yaml-v4@npm:js-yaml@4.1.1
//	node …/internal/clients/jsyaml/testdata/record.mjs > …/internal/clients/jsyaml/testdata/answers.jsonl
package jsyaml

import (
	"errors"
	"fmt"
	"strings"
)

// Version is a major version of js-yaml.
type Version int

const (
	V3 Version = 3 // 3.14.2, safeLoad
	V4 Version = 4 // 4.1.1, load
)

// The limits of the model. The library has none of them but JavaScript's stack.
const (
	MaxText    = 256 << 10 // bytes of a text
	maxDepth   = 1000      // nodes within nodes
	maxMerged  = 64 << 10  // members looked at for "<<", all in all
	maxKeyText = 1 << 20   // bytes of all keys; a key can repeat a long text by alias
)

// ErrTooLarge says that a text is beyond the limits of the model: what the library makes of it is
// unknown.
var ErrTooLarge = errors.New("the text is larger or nested deeper than the model goes")

// Error says why js-yaml throws.
type Error struct {
	Offset  int    // where in the text, in bytes; at most its length
	Message string // the cause: a phrase without a full stop
}

func (e *Error) Error() string {
	return fmt.Sprintf("%s (at byte %d)", e.Message, e.Offset)
}

// Load returns what yaml.load, or yaml.safeLoad of version 3, makes of a text, which is UTF-8: Node
// has put U+FFFD for all else before the library sees it. A text without any
// document has the kind Undefined; several documents are an error. The error is an *Error or
// ErrTooLarge. A node that has aliases is one Value in several places, and may contain itself.
func Load(text string, v Version) (*Value, error) {
	if len(text) > MaxText {
		return nil, ErrTooLarge
	}
	r := newReader(text, v)
	if i := strings.IndexByte(r.text, 0); i >= 0 {
		r.fail(i, "a NUL character")
	}
	loaded := &Value{Kind: Undefined}
	for documents := 0; r.err == nil && r.pos < len(r.text)-1; documents++ {
		start := r.pos
		document := r.document()
		if documents == 0 {
			loaded = document
		} else if r.err == nil {
			r.fail(start, "second YAML document")
		}
	}
	if r.err != nil {
		return nil, r.err
	}
	return loaded, nil
}

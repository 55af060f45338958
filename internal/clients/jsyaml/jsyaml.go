// Package jsyaml models how the JavaScript library js-yaml parses YAML. Clients written in JavaScript parse
// frontmatter with it: gray-matter includes version 3, others use version 4. The two differ from each other and from
// every YAML specification.
//
// It models 3.14.2 (safeLoad), 4.1.1 and 4.3.2 (load with the default schema): which texts are accepted, and their values,
// including bugs of the library. For example, an abandoned attempt to parse a block mapping can remove an anchor. It
// models no warnings, and no texts longer than MaxText. 3.15.2 is the same as 3.14.2 except for limits on merges. 4.3.2
// differs from 4.1.1 in rare cases: it rejects an unindented block scalar at the top level, accepts "&x key: value",
// parses 1_000 as a string, and drops spaces before a line break in quotes.
//
// testdata/answers.jsonl contains the recorded results of the versions for random texts. To record it again, in an
// empty directory:
//
//	npm install js-yaml-v3@npm:js-yaml@3.14.2 js-yaml-v4@npm:js-yaml@4.1.1 js-yaml-v43@npm:js-yaml@4.3.2
//	node …/internal/clients/jsyaml/testdata/record.mjs > …/internal/clients/jsyaml/testdata/answers.jsonl
package jsyaml

import (
	"errors"
	"fmt"
	"strings"
)

// Version is a version of js-yaml.
type Version int

const (
	V3  Version = 3  // 3.14.2, safeLoad
	V4  Version = 4  // 4.1.1, load
	V43 Version = 43 // 4.3.2, load
)

// Limits of 4.3.2.
const (
	maxDepthV43   = 100    // nested nodes
	maxMergedV43  = 10_000 // merged mappings and their members, in total
	maxMergeItems = 100    // items of a list of mappings to merge
)

// Limits of the model. Earlier versions of the library have none except JavaScript's stack.
const (
	MaxText    = 256 << 10 // bytes of a text
	maxDepth   = 1000      // nested nodes
	maxMerged  = 64 << 10  // members merged by "<<", in total
	maxKeyText = 1 << 20   // bytes of all keys; through aliases, keys can repeat a long text
)

// ErrTooLarge is the error for a text that exceeds the limits of the model. The library's result is unknown.
var ErrTooLarge = errors.New("the text is larger or nested deeper than the model goes")

// An Error is an exception of js-yaml.
type Error struct {
	Offset  int    // byte offset in the text; at most its length
	Message string // the cause: a phrase without a period
}

func (e *Error) Error() string {
	return fmt.Sprintf("%s (at byte %d)", e.Message, e.Offset)
}

// Load returns the result of yaml.load, or of yaml.safeLoad in version 3. The text is UTF-8: Node replaces invalid
// bytes with U+FFFD before it calls the library. A text without a document has the kind Undefined; several documents
// are an error. The error is an *Error or ErrTooLarge. A node with aliases is one Value in several places, and may
// contain itself.
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

package jsyaml

import (
	"strings"
)

// bom is the byte order mark, which is dropped at the start of the text.
const bom = "\uFEFF"

// A reader parses a text in one pass. The first error ends the text: from then on, peek returns 0, so that all loops
// end.
type reader struct {
	version Version
	text    string // without byte order mark; ends with a line break unless it is empty
	base    int    // length of the dropped byte order mark
	length  int    // of the original text

	pos       int
	line      int // number of line breaks
	lineStart int
	indent    int // leading spaces of this line
	tab       int // the first tab that was skipped on this line, or -1; version 4 only

	handles map[string]string // tag handles of the document's directives
	anchors map[string]*Value
	depth   int
	trying  bool      // changes of anchors are recorded in undo
	undo    []binding // of the current attempt
	merged  int       // number of members merged by merge keys
	keyed   int       // bytes of all keys
	err     error
}

func newReader(text string, v Version) *reader {
	r := &reader{version: v, length: len(text), tab: -1}
	if text != "" && !isBreak(text[len(text)-1]) {
		text += "\n"
	}
	r.text = strings.TrimPrefix(text, bom)
	r.base = len(text) - len(r.text)
	for r.peek() == ' ' {
		r.indent++
		r.pos++
	}
	return r
}

// fail records the first error and ends the text.
func (r *reader) fail(at int, message string) {
	if r.err == nil {
		r.err = &Error{Offset: min(r.base+at, r.length), Message: message}
	}
	r.pos = len(r.text)
}

func (r *reader) tooLarge() {
	if r.err == nil {
		r.err = ErrTooLarge
	}
	r.pos = len(r.text)
}

// at returns the byte at an offset, or 0 after the end. The text contains no 0.
func (r *reader) at(i int) byte {
	if i >= len(r.text) {
		return 0
	}
	return r.text[i]
}

func (r *reader) peek() byte { return r.at(r.pos) }

// offset converts a position to an offset in the original text.
func (r *reader) offset(pos int) int { return min(r.base+pos, r.length) }

// isBreak reports whether a byte is a line break: LF or CR. NEL, LS and PS are letters in js-yaml.
func isBreak(c byte) bool { return c == '\n' || c == '\r' }

func isBlank(c byte) bool { return c == ' ' || c == '\t' }

func isSpace(c byte) bool { return isBlank(c) || isBreak(c) }

// isFlow reports whether a byte is an indicator of flow collections.
func isFlow(c byte) bool {
	return c == ',' || c == '[' || c == ']' || c == '{' || c == '}'
}

// lineBreak skips a line break, which is required here.
func (r *reader) lineBreak() {
	switch {
	case r.peek() == '\r' && r.at(r.pos+1) == '\n':
		r.pos += 2
	case isBreak(r.peek()):
		r.pos++
	default:
		r.fail(r.pos, "unexpected text after the value")
		return
	}
	r.line++
	r.lineStart = r.pos
	r.tab = -1
}

// skip skips white space and, if comments is set, comments. It returns the number of line breaks. A comment needs no
// space before it here: the functions that parse text check that.
func (r *reader) skip(comments bool) int {
	breaks := 0
	for {
		for isBlank(r.peek()) {
			if r.peek() == '\t' && r.tab < 0 && r.version >= V4 {
				r.tab = r.pos
			}
			r.pos++
		}
		if comments && r.peek() == '#' {
			r.skipLine()
		}
		if !isBreak(r.peek()) {
			return breaks
		}
		r.lineBreak()
		breaks++
		r.indent = 0
		for r.peek() == ' ' {
			r.indent++
			r.pos++
		}
	}
}

// skipLine skips the rest of the line, without its break.
func (r *reader) skipLine() {
	for r.pos < len(r.text) && !isBreak(r.text[r.pos]) {
		r.pos++
	}
}

// word skips everything up to white space and returns it.
func (r *reader) word() string {
	start := r.pos
	for r.pos < len(r.text) && !isSpace(r.text[r.pos]) {
		r.pos++
	}
	return r.text[start:r.pos]
}

// atMarker reports whether this line starts with a document marker, --- or ....
func (r *reader) atMarker() bool {
	c := r.peek()
	if r.pos != r.lineStart || c != '-' && c != '.' || r.at(r.pos+1) != c || r.at(r.pos+2) != c {
		return false
	}
	after := r.at(r.pos + 3)
	return after == 0 || isSpace(after)
}

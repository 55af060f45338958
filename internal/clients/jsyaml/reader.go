package jsyaml

import (
	"strings"
)

// bom is the byte order mark, which is dropped at the very beginning.
const bom = "\uFEFF"

// reader goes through a text once. The first failure ends the text: from there on, every look
// ahead sees the end, so that all loops come to theirs.
type reader struct {
	version Version
	text    string // without byte order mark; ends with a line break unless it is empty
	base    int    // length of the mark that was dropped
	length  int    // of the text as it was given

	pos       int
	line      int // counts line breaks
	lineStart int
	indent    int // spaces that this line begins with
	tab       int // the first tab that was skipped in this line, -1 without; version 4 only

	handles map[string]string // tag handles of the document's directives
	anchors map[string]*Value
	depth   int
	merged  int // members looked at for merge keys
	keyed   int // bytes of all keys
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

// fail keeps the first failure and ends the text.
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

// at returns the byte at an offset; 0, which no text contains, after the end.
func (r *reader) at(i int) byte {
	if i >= len(r.text) {
		return 0
	}
	return r.text[i]
}

func (r *reader) peek() byte { return r.at(r.pos) }

// offset is a position in the text as it was given.
func (r *reader) offset(pos int) int { return min(r.base+pos, r.length) }

// Line breaks are LF and CR; NEL, LS and PS are letters to js-yaml.
func isBreak(c byte) bool { return c == '\n' || c == '\r' }

func isBlank(c byte) bool { return c == ' ' || c == '\t' }

func isSpace(c byte) bool { return isBlank(c) || isBreak(c) }

// isFlow reports whether a byte belongs to flow collections.
func isFlow(c byte) bool {
	return c == ',' || c == '[' || c == ']' || c == '{' || c == '}'
}

// lineBreak passes the line break that must be here.
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

// skip passes blanks, line breaks and, if told to, comments. It returns the number of line breaks.
// A comment needs no blank before it here: whoever reads text decides that.
func (r *reader) skip(comments bool) int {
	breaks := 0
	for {
		for isBlank(r.peek()) {
			if r.peek() == '\t' && r.tab < 0 && r.version == V4 {
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

// skipLine goes to the end of the line, before its break.
func (r *reader) skipLine() {
	for r.pos < len(r.text) && !isBreak(r.text[r.pos]) {
		r.pos++
	}
}

// word passes everything up to white space and returns it.
func (r *reader) word() string {
	start := r.pos
	for r.pos < len(r.text) && !isSpace(r.text[r.pos]) {
		r.pos++
	}
	return r.text[start:r.pos]
}

// atMarker reports whether a document marker, --- or ..., begins this line.
func (r *reader) atMarker() bool {
	c := r.peek()
	if r.pos != r.lineStart || c != '-' && c != '.' || r.at(r.pos+1) != c || r.at(r.pos+2) != c {
		return false
	}
	after := r.at(r.pos + 3)
	return after == 0 || isSpace(after)
}

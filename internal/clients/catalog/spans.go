package catalog

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/skilllint/skilllint/analysis"
)

// A Span says where characters of a description stand in its file: the one with number Character
// and those behind it, one after the other, up to the next span.
type Span struct {
	Character int // from 0
	Offset    int // of its first byte in the file
	analysis.Position
}

// maxSpans is how many spans of a description are kept. One of more lines has no spans.
const maxSpans = 256

// Spans returns where the characters of a description stand that a loader made of a value. White
// space counts as equal, however much of it. None are returned where the two do not match.
func Spans(d *analysis.Document, value *analysis.Value, description string) []Span {
	if value == nil || value.Kind != analysis.String {
		return nil
	}
	s := spanner{doc: d, at: value.Range.Start, end: value.Range.End}
	source := d.Source[s.at:s.end]
	switch value.Style {
	case analysis.SingleQuoted, analysis.DoubleQuoted:
		s.quote = source[0]
		s.at, s.end = s.at+1, s.end-1
	case analysis.Literal, analysis.Folded:
		for s.at < s.end && d.Source[s.at] != '\n' {
			s.at++
		}
	}
	s.blanks()
	n := 0
	for _, r := range strings.TrimRightFunc(description, unicode.IsSpace) {
		if !s.step(n, r) {
			return nil
		}
		n++
	}
	return s.spans
}

// A spanner goes through the source of a value.
type spanner struct {
	doc     *analysis.Document
	at, end int
	quote   byte // 0: there is none
	spans   []Span
	next    int // where the next character stands if it belongs to the last span
}

// step takes the character with number n, and reports whether it stands in the source.
func (s *spanner) step(n int, r rune) bool {
	if unicode.IsSpace(r) {
		at := s.at
		if !s.blanks() {
			return false
		}
		return s.note(n, at, at+1, true)
	}
	s.joined()
	if s.at >= s.end {
		return false
	}
	source := s.doc.Source[s.at:s.end]
	got, size := utf8.DecodeRune(source)
	switch {
	case s.quote == '\'' && got == '\'':
		size = 2
	case s.quote == '"' && got == '\\':
		got, size = escaped(source)
	}
	if got != r || size > len(source) {
		return false
	}
	at := s.at
	s.at += size
	return s.note(n, at, s.at, size == utf8.RuneLen(r))
}

// note notes where a character stands. One that is written otherwise than it is ends its span.
func (s *spanner) note(n, at, end int, plain bool) bool {
	if len(s.spans) == 0 || at != s.next {
		if len(s.spans) == maxSpans {
			return false
		}
		s.spans = append(s.spans, Span{n, at, s.doc.Position(at)})
	}
	s.next = end
	if !plain {
		s.next = -1
	}
	return true
}

// blanks skips white space, written or escaped, and reports whether there was some.
func (s *spanner) blanks() bool {
	from := s.at
	for s.at < s.end {
		source := s.doc.Source[s.at:s.end]
		r, size := utf8.DecodeRune(source)
		if s.quote == '"' && r == '\\' && len(source) > 1 {
			if source[1] != '\n' && source[1] != '\r' {
				r, size = escaped(source)
			} else {
				r, size = ' ', 2
			}
		}
		if !unicode.IsSpace(r) {
			break
		}
		s.at += size
	}
	return s.at > from
}

// joined skips the end of a line that is escaped, with the blanks behind it: it is nothing.
func (s *spanner) joined() {
	source := s.doc.Source[s.at:s.end]
	if s.quote == '"' && len(source) > 1 && source[0] == '\\' && (source[1] == '\n' || source[1] == '\r') {
		s.blanks()
	}
}

// escaped returns the character that an escape of a value in double quotes stands for, and how many
// bytes it has; those that are rarely written are not known.
func escaped(source []byte) (rune, int) {
	if len(source) < 2 {
		return utf8.RuneError, 1
	}
	digits := map[byte]int{'x': 2, 'u': 4, 'U': 8}[source[1]]
	if digits == 0 {
		switch c := source[1]; c {
		case 'n', 't', 'r':
			return ' ', 2
		case '"', '\\', '/', ' ':
			return rune(c), 2
		}
		return utf8.RuneError, 2
	}
	if len(source) < 2+digits {
		return utf8.RuneError, 2
	}
	r := rune(0)
	for _, c := range source[2 : 2+digits] {
		v := strings.IndexByte("0123456789abcdef", c|0x20)
		if c <= '9' {
			v = int(c) - '0'
		}
		if v < 0 || v > 15 {
			return utf8.RuneError, 2
		}
		r = r<<4 | rune(v)
	}
	return r, 2 + digits
}

// LostAt returns where what is lost of a description stands, of which so many characters are shown;
// where that is not known, at: the whole description.
func LostAt(at analysis.Location, spans []Span, description string, shown int) analysis.Location {
	for i := len(spans) - 1; i >= 0 && shown > 0; i-- {
		s := spans[i]
		if s.Character > shown {
			continue
		}
		from := prefix(description, s.Character)
		at.Range.Start = s.Offset + prefix(description[from:], shown-s.Character)
		at.Start = analysis.Position{Line: s.Line, Column: s.Column + shown - s.Character}
		return at
	}
	return at
}

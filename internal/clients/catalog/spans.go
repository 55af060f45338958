package catalog

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/skilllint/skilllint/analysis"
)

// A Span maps consecutive characters of a description to consecutive bytes of its file: from the character
// with index Character up to the next span.
type Span struct {
	Character int // from 0
	Offset    int // of its first byte in the file
	analysis.Position
}

// maxSpans limits the spans of a description. Descriptions that need more have none.
const maxSpans = 256

// Spans maps a description, as a client loads it, to the source of its value. Any two runs of white space
// match. It returns nil if description and value do not match.
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
	s.skipSpace()
	n := 0
	for _, r := range strings.TrimRightFunc(description, unicode.IsSpace) {
		if !s.match(n, r) {
			return nil
		}
		n++
	}
	return s.spans
}

// A spanner matches the source of a value with a description.
type spanner struct {
	doc     *analysis.Document
	at, end int
	quote   byte // 0: unquoted
	spans   []Span
	next    int // offset of the next character if it belongs to the last span; -1: it does not
}

// match consumes the source of the character with index n, and reports whether it matches.
func (s *spanner) match(n int, r rune) bool {
	if unicode.IsSpace(r) {
		at := s.at
		if !s.skipSpace() {
			return false
		}
		return s.addChar(n, at, at+1, true)
	}
	s.skipJoin()
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
	return s.addChar(n, at, s.at, size == utf8.RuneLen(r))
}

// addChar records the source of a character. An escaped character ends its span.
func (s *spanner) addChar(n, at, end int, plain bool) bool {
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

// skipSpace skips white space, literal or escaped, and reports whether it found any.
func (s *spanner) skipSpace() bool {
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

// skipJoin skips an escaped line break and the white space after it, which YAML removes.
func (s *spanner) skipJoin() {
	source := s.doc.Source[s.at:s.end]
	if s.quote == '"' && len(source) > 1 && source[0] == '\\' && (source[1] == '\n' || source[1] == '\r') {
		s.skipSpace()
	}
}

// escaped returns the character of an escape sequence in a double-quoted value, and its length in bytes.
// Rare escape sequences are not supported.
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

// LostAt returns the location of the lost part of a description of which some characters are shown. If it is
// unknown, LostAt returns at, the location of the whole description.
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

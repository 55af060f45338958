package jsyaml

import (
	"strings"
	"unicode/utf8"

	"github.com/skilllint/skilllint/internal/syntax/libyaml"
)

// isJSON reports whether a character is allowed in quotes.
func isJSON(c rune) bool { return c == '\t' || c >= ' ' }

// quoted parses a quoted scalar.
func (r *reader) quoted(n *node) bool {
	open, quote := r.pos, r.peek()
	if quote != '\'' && quote != '"' {
		return false
	}
	n.value, n.shape = r.value(String, open), scalarShape
	r.pos++
	var t UTF16Text
	for start := r.pos; ; {
		switch c := r.peek(); {
		case c == '\'' && c == quote && r.at(r.pos+1) == quote:
			r.pos++ // the second quote is text
			r.appendPart(&t, start)
			r.pos++
			start = r.pos
		case c == quote:
			r.appendPart(&t, start)
			r.pos++
			n.value.Text = t.String()
			return true
		case c == '\\' && quote == '"':
			r.appendPart(&t, start)
			r.pos++
			r.escape(&t)
			start = r.pos
		case isBreak(c):
			end := r.pos // before 4.3, with the spaces before the break
			for r.version == V43 && end > start && isBlank(r.text[end-1]) {
				end--
			}
			r.write(t.Whole(), start, end, isJSON)
			fold(t.Whole(), r.skip(false))
			start = r.pos
		case c == 0:
			r.fail(open, "unclosed quote")
			return true
		case r.atMarker():
			r.fail(r.pos, "a document marker within quotation marks")
			return true
		default:
			r.pos++
		}
	}
}

// appendPart appends the text from an offset to the current position.
func (r *reader) appendPart(t *UTF16Text, start int) {
	if start < r.pos {
		r.write(t.Whole(), start, r.pos, isJSON)
	}
}

// A UTF16Text is a text that may be written in UTF-16 units, like JavaScript strings.
type UTF16Text struct {
	b    strings.Builder
	high rune // an unfinished high surrogate, or 0
}

// Whole returns the builder for whole characters. An unpaired surrogate before them becomes U+FFFD.
func (t *UTF16Text) Whole() *strings.Builder {
	if t.high != 0 {
		t.b.WriteRune(utf8.RuneError)
		t.high = 0
	}
	return &t.b
}

// Unit appends a UTF-16 unit.
func (t *UTF16Text) Unit(u uint16) {
	c := rune(u)
	switch {
	case t.high != 0 && c >= 0xDC00 && c <= 0xDFFF:
		t.b.WriteRune((t.high-0xD800)<<10 + (c - 0xDC00) + 0x10000)
		t.high = 0
	case c >= 0xD800 && c <= 0xDBFF:
		t.Whole()
		t.high = c
	default:
		t.Whole().WriteRune(c) // writes U+FFFD for a low surrogate
	}
}

func (t *UTF16Text) String() string { return t.Whole().String() }

// escape parses the escape after a backslash.
func (r *reader) escape(t *UTF16Text) {
	c := r.peek()
	if isBreak(c) {
		r.skip(false)
		return
	}
	if s, ok := libyaml.Escapes[c]; ok {
		t.Whole().WriteString(s)
		r.pos++
		return
	}
	digits := 0
	switch c {
	case 'x':
		digits = 2
	case 'u':
		digits = 4
	case 'U':
		digits = 8
	default:
		r.fail(r.pos-1, "invalid escape sequence")
		return
	}
	r.pos++
	var code int32 // overflows like JavaScript's shift
	for range digits {
		d := hexDigit(r.peek())
		if d < 0 {
			r.fail(r.pos, "no hexadecimal digit in an escape")
			return
		}
		code = code<<4 + d
		r.pos++
	}
	if code <= 0xFFFF {
		t.Unit(uint16(code))
		return
	}
	code -= 0x10000
	t.Unit(uint16(code>>10 + 0xD800))
	t.Unit(uint16(code&0x3FF + 0xDC00))
}

func hexDigit(c byte) int32 {
	switch {
	case c >= '0' && c <= '9':
		return int32(c - '0')
	case c >= 'a' && c <= 'f':
		return int32(c-'a') + 10
	case c >= 'A' && c <= 'F':
		return int32(c-'A') + 10
	}
	return -1
}

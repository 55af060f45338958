package jsyaml

import (
	"strings"
	"unicode/utf8"
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
	var t utf16Text
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
			r.appendPart(&t, start) // with the spaces before the break
			fold(t.wholeText(), r.skip(false))
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
func (r *reader) appendPart(t *utf16Text, start int) {
	if start < r.pos {
		r.write(t.wholeText(), start, r.pos, isJSON)
	}
}

// A utf16Text is a text that may be written in UTF-16 units, like JavaScript strings.
type utf16Text struct {
	b    strings.Builder
	high rune // an unfinished high surrogate, or 0
}

// wholeText returns the builder for whole characters. An unpaired surrogate before them becomes U+FFFD.
func (t *utf16Text) wholeText() *strings.Builder {
	if t.high != 0 {
		t.b.WriteRune(utf8.RuneError)
		t.high = 0
	}
	return &t.b
}

// unit appends a UTF-16 unit.
func (t *utf16Text) unit(u uint16) {
	c := rune(u)
	switch {
	case t.high != 0 && c >= 0xDC00 && c <= 0xDFFF:
		t.b.WriteRune((t.high-0xD800)<<10 + (c - 0xDC00) + 0x10000)
		t.high = 0
	case c >= 0xD800 && c <= 0xDBFF:
		t.wholeText()
		t.high = c
	default:
		t.wholeText().WriteRune(c) // writes U+FFFD for a low surrogate
	}
}

func (t *utf16Text) String() string { return t.wholeText().String() }

// escape parses the escape after a backslash.
func (r *reader) escape(t *utf16Text) {
	c := r.peek()
	if isBreak(c) {
		r.skip(false)
		return
	}
	if s, ok := simpleEscape(c); ok {
		t.wholeText().WriteString(s)
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
		t.unit(uint16(code))
		return
	}
	code -= 0x10000
	t.unit(uint16(code>>10 + 0xD800))
	t.unit(uint16(code&0x3FF + 0xDC00))
}

// simpleEscape returns the meaning of a one-character escape.
func simpleEscape(c byte) (string, bool) {
	const from, to = "0abt\tnvfre \"/\\", "\x00\a\b\t\t\n\v\f\r\x1b \"/\\"
	switch c {
	case 'N':
		return "\u0085", true
	case '_':
		return "\u00A0", true
	case 'L':
		return "\u2028", true
	case 'P':
		return "\u2029", true
	}
	if i := strings.IndexByte(from, c); i >= 0 {
		return to[i : i+1], true
	}
	return "", false
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

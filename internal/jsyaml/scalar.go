package jsyaml

import (
	"strings"
	"unicode/utf8"
)

// plain reads a scalar without quotes, which may go over several lines.
func (r *reader) plain(n *node, indent int, flow bool) bool {
	if !r.plainStart(flow) || r.plainEnd(flow) {
		return false
	}
	v := r.value(String, r.pos)
	var b strings.Builder
	for {
		start := r.pos
		end := r.plainLine(flow)
		r.write(&b, start, end, isPrintable)
		if !isBreak(r.peek()) {
			break
		}
		line, lineStart, before := r.line, r.lineStart, r.indent
		r.skip(false)
		if r.indent < indent {
			// The line does not belong here. The tab that was seen in it is not forgotten.
			r.pos, r.line, r.lineStart, r.indent = end, line, lineStart, before
			break
		}
		if r.peek() == 0 || r.plainEnd(flow) {
			break
		}
		fold(&b, r.line-line)
	}
	v.Text = b.String()
	n.value, n.shape = v, scalarShape
	if n.tag == "" {
		n.tag = untagged
	}
	return true
}

// plainStart reports whether a plain scalar may begin with the byte here.
func (r *reader) plainStart(flow bool) bool {
	switch c := r.peek(); c {
	case 0, ' ', '\t', '\n', '\r', ',', '[', ']', '{', '}', '#', '&', '*', '!', '|', '>', '\'', '"', '%', '@', '`':
		return false
	case '?', '-':
		next := r.at(r.pos + 1)
		return !isSpace(next) && !(flow && isFlow(next))
	}
	return true
}

// plainEnd reports whether a plain scalar ends before the byte here.
func (r *reader) plainEnd(flow bool) bool {
	switch c := r.peek(); c {
	case ':':
		next := r.at(r.pos + 1)
		return isSpace(next) || flow && isFlow(next)
	case '#':
		return r.pos > 0 && isSpace(r.text[r.pos-1])
	case '-', '.':
		return r.atMarker()
	default:
		return flow && isFlow(c)
	}
}

// plainLine passes the rest of the line that belongs to a plain scalar, and returns where its
// text ends: before the blanks.
func (r *reader) plainLine(flow bool) int {
	end := r.pos
	for c := r.peek(); c != 0 && !isBreak(c) && !r.plainEnd(flow); c = r.peek() {
		r.pos++
		if !isBlank(c) {
			end = r.pos
		}
	}
	return end
}

// fold writes what a number of line breaks becomes.
func fold(b *strings.Builder, breaks int) {
	if breaks == 1 {
		b.WriteByte(' ')
		return
	}
	writeBreaks(b, breaks-1)
}

// write copies a part of the text, which must not have characters that allowed refuses.
func (r *reader) write(b *strings.Builder, start, end int, allowed func(rune) bool) {
	if r.err != nil {
		return
	}
	part := r.text[start:end]
	for i, c := range part {
		if c >= ' ' && c < 0x7F {
			continue
		}
		if !allowed(c) {
			r.fail(start+i, "a control character")
			return
		}
	}
	b.WriteString(part)
}

// isPrintable says which characters may stand in plain and block scalars.
func isPrintable(c rune) bool {
	switch {
	case c == '\t', c == '\n', c == '\r', c == 0x85:
		return true
	case c < ' ', c >= 0x7F && c <= 0x9F, c == 0xFFFE, c == 0xFFFF:
		return false
	}
	return true
}

// isJSON says which characters may stand in quotes.
func isJSON(c rune) bool { return c == '\t' || c >= ' ' }

// quoted reads a scalar in quotes.
func (r *reader) quoted(n *node) bool {
	quote := r.peek()
	if quote != '\'' && quote != '"' {
		return false
	}
	v := r.value(String, r.pos)
	n.value, n.shape = v, scalarShape
	open := r.pos
	r.pos++
	var t utf16Text
	start := r.pos
	for {
		c := r.peek()
		switch {
		case c == quote && quote == '\'' && r.at(r.pos+1) == quote:
			r.pos++
			r.write(t.builder(start < r.pos), start, r.pos, isJSON)
			r.pos++
			start = r.pos
		case c == quote:
			r.write(t.builder(start < r.pos), start, r.pos, isJSON)
			r.pos++
			v.Text = t.String()
			return true
		case c == '\\' && quote == '"':
			r.write(t.builder(start < r.pos), start, r.pos, isJSON)
			r.pos++
			r.escape(&t)
			start = r.pos
		case c != 0 && isBreak(c):
			r.write(t.builder(start < r.pos), start, r.pos, isJSON)
			fold(t.builder(true), r.skip(false))
			start = r.pos
		case c == 0:
			r.fail(open, "a quotation mark that is never closed")
			return true
		case r.atMarker():
			r.fail(r.pos, "a document marker within quotation marks")
			return true
		default:
			r.pos++
		}
	}
}

// utf16Text is a text that may get its characters in halves, as JavaScript's strings do.
type utf16Text struct {
	b    strings.Builder
	high rune // the first half of a character, when there is one
}

// builder returns where to write text that begins with no half; more says whether there will be any.
func (t *utf16Text) builder(more bool) *strings.Builder {
	if more && t.high != 0 {
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
		t.builder(true)
		t.high = c
	default:
		t.builder(true).WriteRune(c)
	}
}

func (t *utf16Text) String() string { return t.builder(true).String() }

// escape reads what follows a backslash.
func (r *reader) escape(t *utf16Text) {
	c := r.peek()
	if isBreak(c) {
		r.skip(false)
		return
	}
	if s, ok := simpleEscape(c); ok {
		t.builder(true).WriteString(s)
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
		r.fail(r.pos-1, "a backslash before a character that it cannot escape")
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

// simpleEscape returns what a backslash and the character mean.
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

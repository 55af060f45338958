package jsyaml

import (
	"strings"
)

// plain parses a plain scalar, which may span several lines.
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
			// The line is not part of the scalar. The library does not reset the position of the tab in it.
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

// plainStart reports whether a plain scalar may start with the current byte.
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

// plainEnd reports whether a plain scalar ends before the current byte.
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

// plainLine skips the rest of a plain scalar on this line, and returns the end of its text, before trailing spaces
// and tabs.
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

// fold appends the content of a number of folded line breaks.
func fold(b *strings.Builder, breaks int) {
	if breaks == 1 {
		b.WriteByte(' ')
		return
	}
	writeBreaks(b, breaks-1)
}

// write appends a part of the text. It fails on characters that are not allowed.
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

// isPrintable reports whether a character is allowed in plain and block scalars.
func isPrintable(c rune) bool {
	switch {
	case c == '\t', c == '\n', c == '\r', c == 0x85:
		return true
	case c < ' ', c >= 0x7F && c <= 0x9F, c == 0xFFFE, c == 0xFFFF:
		return false
	}
	return true
}

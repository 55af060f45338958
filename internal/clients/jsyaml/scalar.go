package jsyaml

import (
	"strings"
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

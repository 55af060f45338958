package jsyaml

import (
	"strings"
)

// A blockScalar is the header of a literal or folded scalar.
type blockScalar struct {
	folded   bool
	chomp    byte // '-', '+', or 0 for one final line break
	indent   int  // column of the text; the minimum while it is unknown
	detected bool // indent is known
}

// blockScalar parses | or > and the following lines.
func (r *reader) blockScalar(n *node, indent int) bool {
	if r.peek() != '|' && r.peek() != '>' {
		return false
	}
	v := r.value(String, r.pos)
	s := r.blockHeader(indent)
	if r.err != nil {
		return true
	}
	v.Text = r.blockLines(s)
	n.value, n.shape = v, scalarShape
	return true
}

// blockHeader parses the first line, without its break.
func (r *reader) blockHeader(indent int) *blockScalar {
	s := &blockScalar{folded: r.peek() == '>', indent: indent}
	for r.pos++; ; r.pos++ {
		switch c := r.peek(); {
		case (c == '-' || c == '+') && s.chomp == 0:
			s.chomp = c
		case c == '-' || c == '+':
			r.fail(r.pos, "a second sign after the mark of a block scalar")
		case c == '0':
			r.fail(r.pos, "an indentation of 0 for a block scalar")
		case c >= '1' && c <= '9' && !s.detected:
			s.indent, s.detected = indent+int(c-'0')-1, true
		case c >= '1' && c <= '9':
			r.fail(r.pos, "a second digit after the mark of a block scalar")
		default:
			r.headerEnd()
			return s
		}
		if r.err != nil {
			return s
		}
	}
}

// headerEnd skips spaces and a comment.
func (r *reader) headerEnd() {
	if !isBlank(r.peek()) {
		return
	}
	for isBlank(r.peek()) {
		r.pos++
	}
	if r.peek() == '#' {
		r.skipLine()
	}
}

// blockLines parses the lines. The end of the text counts as a line: it ends the scalar unless its column may be 0,
// in which case final line breaks are not removed.
func (r *reader) blockLines(s *blockScalar) string {
	var b strings.Builder
	content, deeper := false, false // whether there was a line; whether the last one started with a space or tab
	empty := 0
	for r.peek() != 0 {
		r.lineBreak()
		r.blockIndent(s)
		if isBreak(r.peek()) {
			empty++
			continue
		}
		if r.version == V43 && !s.detected && s.indent == 0 {
			r.fail(r.pos, "missing indentation of a block scalar")
			break
		}
		if r.indent < s.indent {
			b.WriteString(s.final(content, empty))
			break
		}
		breaks := empty
		if content {
			breaks++
		}
		if s.folded {
			blank := isBlank(r.peek())
			switch {
			case blank:
			case deeper:
				breaks = empty + 1
			case empty == 0 && content:
				b.WriteByte(' ')
				breaks = 0
			default:
				breaks = empty
			}
			deeper = blank
		}
		writeBreaks(&b, breaks)
		content, s.detected, empty = true, true, 0
		start := r.pos
		r.skipLine()
		r.write(&b, start, r.pos, isPrintable)
	}
	return b.String()
}

// blockIndent counts the spaces of a line up to the column of the text.
func (r *reader) blockIndent(s *blockScalar) {
	r.indent = 0
	for (!s.detected || r.indent < s.indent) && r.peek() == ' ' {
		r.indent++
		r.pos++
	}
	if !s.detected {
		s.indent = max(s.indent, r.indent)
	}
}

// final returns the line breaks at the end.
func (s *blockScalar) final(content bool, empty int) string {
	switch {
	case s.chomp == '+' && content:
		return strings.Repeat("\n", empty+1)
	case s.chomp == '+':
		return strings.Repeat("\n", empty)
	case s.chomp == 0 && content:
		return "\n"
	}
	return ""
}

func writeBreaks(b *strings.Builder, n int) {
	for range n {
		b.WriteByte('\n')
	}
}

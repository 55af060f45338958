package npmyaml

import (
	"strconv"
	"strings"

	"github.com/skilllint/skilllint/internal/clients/jsyaml"
	"github.com/skilllint/skilllint/internal/syntax/libyaml"
)

// doubleQuoted returns the text of a double-quoted scalar.
func (c *composer) doubleQuoted(n *node) string {
	s := n.text
	at := func(i int) int {
		if i >= len(s) {
			return end
		}
		return int(s[i])
	}
	var w jsyaml.UTF16Text
	for i := 1; i < len(s)-1; i++ {
		switch ch := s[i]; {
		case ch == '\r' && at(i+1) == '\n':
		case ch == '\n':
			var folded string
			folded, i = foldNewline(s, i)
			w.Whole().WriteString(folded)
		case ch == '\\':
			i = c.escape(n, i+1, &w)
		case ch == ' ' || ch == '\t':
			start := i
			for isBlank(at(i + 1)) {
				i++
			}
			if next := at(i + 1); next != '\n' && !(next == '\r' && at(i+2) == '\n') {
				w.Whole().WriteString(s[start : i+1])
			}
		default:
			w.Whole().WriteString(s[i : i+1])
		}
	}
	if len(s) == 1 || s[len(s)-1] != '"' {
		c.fail(n.end(), Other, "unclosed quotation mark")
	}
	return w.String()
}

// escape decodes the escape sequence after a backslash, and returns its last offset.
func (c *composer) escape(n *node, i int, w *jsyaml.UTF16Text) int {
	s := n.text
	if i >= len(s) {
		return i
	}
	if text, ok := libyaml.Escapes[s[i]]; ok {
		w.Whole().WriteString(text)
		return i
	}
	if s[i] == '\r' && i+1 < len(s) && s[i+1] == '\n' {
		i++
	}
	if s[i] == '\n' {
		for i+1 < len(s) && isBlank(int(s[i+1])) {
			i++
		}
		return i
	}
	length := map[byte]int{'x': 2, 'u': 4, 'U': 8}[s[i]]
	digits := s[i+1 : min(i+1+length, len(s))]
	code, err := strconv.ParseUint(digits, 16, 32)
	if length == 0 || len(digits) != length || err != nil || code > 0x10FFFF || strings.ContainsAny(digits, "+-_") {
		c.fail(n.at+i-1, Other, "invalid escape sequence")
		return i
	}
	if code > 0xFFFF {
		w.Whole().WriteRune(rune(code))
	} else {
		w.Unit(uint16(code))
	}
	return i + length
}

// foldNewline returns the meaning of a line feed and the white space after it, and their last offset.
func foldNewline(s string, i int) (string, int) {
	folded := 0
	for ; i+1 < len(s) && isEmpty(int(s[i+1])); i++ {
		if s[i+1] == '\r' && (i+2 >= len(s) || s[i+2] != '\n') {
			break
		}
		if s[i+1] == '\n' {
			folded++
		}
	}
	if folded == 0 {
		return " ", i
	}
	return strings.Repeat("\n", folded), i
}

// A blockHeader is the header of a block scalar, such as "|2-".
type blockHeader struct {
	folded bool
	indent int
	chomp  byte
	length int
}

func (c *composer) header(n *node) blockHeader {
	source := n.props[0].text
	h := blockHeader{folded: source[0] == '>', length: len(source)}
	for i := 1; i < len(source); i++ {
		switch ch := source[i]; {
		case h.chomp == 0 && (ch == '-' || ch == '+'):
			h.chomp = ch
		case h.indent == 0 && ch >= '1' && ch <= '9':
			h.indent = int(ch - '0')
		default:
			c.fail(n.at+i, Other, "invalid block scalar indicator")
		}
	}
	hasSpace := false
	for _, t := range n.props[1:] {
		switch t.kind {
		case kSpace:
			hasSpace = true
		case kNewline:
		case kComment:
			if !hasSpace {
				c.fail(t.at, Other, "no space before a comment")
			}
		default:
			c.fail(t.at, Other, "text after a block scalar indicator")
		}
		h.length += len(t.text)
	}
	return h
}

// A scalarLine is a line of a block scalar.
type scalarLine struct{ indent, content string }

func (l scalarLine) isEmpty() bool { return l.content == "" || l.content == "\r" }

func linesOf(source string) []scalarLine {
	if source == "" {
		return nil
	}
	var lines []scalarLine
	for line := range strings.SplitSeq(source, "\n") {
		content := strings.TrimLeft(line, " ")
		lines = append(lines, scalarLine{line[:len(line)-len(content)], content})
	}
	return lines
}

// blockScalar returns the value of a literal or folded scalar, and its end.
func (c *composer) blockScalar(n *node, tag *token) (*jsyaml.Value, int) {
	h := c.header(n)
	lines := linesOf(n.text)
	stop := n.at + h.length + len(n.text)
	last := len(lines)
	for last > 0 && lines[last-1].isEmpty() {
		last--
	}
	if last == 0 {
		text := ""
		if h.chomp == '+' && len(lines) > 0 {
			text = strings.Repeat("\n", max(1, len(lines)-1))
		}
		return c.value(text, n, tag), stop
	}
	trim, first := c.blockIndent(n, h, lines[:last])
	for i := len(lines) - 1; i >= last; i-- {
		if len(lines[i].indent) > trim {
			last = i + 1
		}
	}
	var b strings.Builder
	for _, l := range lines[:first] {
		b.WriteString(suffixFrom(l.indent, trim) + "\n")
	}
	if h.folded {
		c.folded(n, &b, lines[first:last], trim)
	} else {
		c.literal(n, &b, lines[first:last], trim)
	}
	switch h.chomp {
	case '-':
	case '+':
		for _, l := range lines[last:] {
			b.WriteString("\n" + suffixFrom(l.indent, trim))
		}
		if text := b.String(); text == "" || text[len(text)-1] != '\n' {
			b.WriteByte('\n')
		}
	default:
		b.WriteByte('\n')
	}
	return c.value(b.String(), n, tag), stop
}

// blockIndent returns the indentation of a block scalar, and the index of its first line that is not empty.
func (c *composer) blockIndent(n *node, h blockHeader, lines []scalarLine) (trim, first int) {
	trim = n.indent + h.indent
	for i, l := range lines {
		if l.isEmpty() {
			if h.indent == 0 {
				trim = max(trim, len(l.indent))
			}
			continue
		}
		if len(l.indent) < trim {
			c.fail(n.at+h.length, Other, "block scalar less indented than the empty lines before it")
		}
		if h.indent == 0 {
			trim = len(l.indent)
		}
		if trim == 0 && c.inside {
			c.fail(n.at+h.length, Other, "block scalar without indentation")
		}
		return trim, i
	}
	return trim, 0
}

func suffixFrom(s string, i int) string { return s[min(i, len(s)):] }

// lineOf returns a line without its carriage return, and checks its indentation.
func (c *composer) lineOf(n *node, l scalarLine, trim int) scalarLine {
	l.content = strings.TrimSuffix(l.content, "\r")
	if l.content != "" && len(l.indent) < trim {
		c.fail(n.at, Other, "line of a block scalar less indented than its first")
		l.indent = ""
	}
	return l
}

func (c *composer) literal(n *node, b *strings.Builder, lines []scalarLine, trim int) {
	for i, l := range lines {
		l = c.lineOf(n, l, trim)
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(suffixFrom(l.indent, trim) + l.content)
	}
}

func (c *composer) folded(n *node, b *strings.Builder, lines []scalarLine, trim int) {
	sep, wasMore := "", false
	for _, l := range lines {
		l = c.lineOf(n, l, trim)
		switch {
		case len(l.indent) > trim || strings.HasPrefix(l.content, "\t"):
			if sep == " " {
				sep = "\n"
			} else if !wasMore && sep == "\n" {
				sep = "\n\n"
			}
			b.WriteString(sep + suffixFrom(l.indent, trim) + l.content)
			sep, wasMore = "\n", true
		case l.content != "":
			b.WriteString(sep + l.content)
			sep, wasMore = " ", false
		case sep == "\n":
			b.WriteByte('\n')
		default:
			sep = "\n"
		}
	}
}

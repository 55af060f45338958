package libyaml

import "unicode/utf8"

// Text returns the content of a scalar: without quotes, with folded lines and decoded escapes.
func (o *Outline) Text(s Shape) string {
	switch s.Style {
	case LiteralScalar, FoldedScalar:
		return o.blockText(s)
	case SingleQuoted, DoubleQuoted:
		f := lineFolder{src: o.Src[s.Start+1 : s.End-1], quote: o.Src[s.Start]}
		return f.fold()
	}
	f := lineFolder{src: o.Src[s.Start:s.End]}
	return f.fold()
}

// A lineFolder decodes a plain or quoted scalar. A single line break becomes a space; of several, the first is dropped.
type lineFolder struct {
	src   []byte
	quote byte // 0: plain
	pos   int
	text  []byte
}

func (f *lineFolder) fold() string {
	for f.pos < len(f.src) {
		switch c := f.src[f.pos]; {
		case IsBlank(c) || LineBreak(f.src, f.pos) > 0:
			f.gap(false)
		case c == '\'' && f.quote == '\'':
			f.text = append(f.text, c)
			f.pos += len("''")
		case c == '\\' && f.quote == '"':
			f.escape()
		default:
			f.text = append(f.text, c)
			f.pos++
		}
	}
	return string(f.text)
}

// gap reads white space and line breaks. escaped means that it follows an escaped line break.
func (f *lineFolder) gap(escaped bool) {
	start, broken := f.pos, escaped
	var first string
	var rest []byte
	for width := 1; f.pos < len(f.src); f.pos += width {
		width = LineBreak(f.src, f.pos)
		if width == 0 && !IsBlank(f.src[f.pos]) {
			break
		}
		switch {
		case width == 0:
			width = 1
		case broken:
			rest = append(rest, breakText(f.src, f.pos)...)
		default:
			first, broken = breakText(f.src, f.pos), true
		}
	}
	switch {
	case !broken:
		f.text = append(f.text, f.src[start:f.pos]...)
	case first == "\n" && len(rest) == 0:
		f.text = append(f.text, ' ')
	case first == "\n":
		f.text = append(f.text, rest...)
	default:
		f.text = append(append(f.text, first...), rest...)
	}
}

// breakText returns the content for the line break at an offset, or "" if there is none.
func breakText(src []byte, at int) string {
	if width := LineBreak(src, at); width != 3 {
		return "\n"[:min(width, 1)]
	}
	return string(src[at : at+3])
}

// Escapes maps the character after a backslash to its meaning, except for hexadecimal escapes and "\'".
var Escapes = map[byte]string{'0': "\x00", 'a': "\a", 'b': "\b", 't': "\t", '\t': "\t", 'n': "\n", 'v': "\v", 'f': "\f",
	'r': "\r", 'e': "\x1b", ' ': " ", '"': "\"", '/': "/", '\\': "\\", 'N': "\u0085", '_': "\u00a0", 'L': "\u2028", 'P': "\u2029"}

// escape decodes an escape of a double-quoted scalar, which the scanner has checked.
func (f *lineFolder) escape() {
	if width := LineBreak(f.src, f.pos+1); width > 0 {
		f.pos += 1 + width
		f.gap(true)
		return
	}
	c := f.src[f.pos+1]
	f.pos += 2
	digits := map[byte]int{'x': 2, 'u': 4, 'U': 8}[c]
	if digits == 0 {
		if c == '\'' {
			f.text = append(f.text, c)
		}
		f.text = append(f.text, Escapes[c]...)
		return
	}
	value := 0
	for range digits {
		value = value<<4 | hexValue(f.src[f.pos])
		f.pos++
	}
	f.text = utf8.AppendRune(f.text, rune(value))
}

// A block decodes a literal or folded scalar.
type block struct {
	src    []byte
	pos    int
	indent int
	folded bool
	text   []byte
	first  string // the line break after the last line
	more   []byte // the line breaks of empty lines after it
}

func (o *Outline) blockText(s Shape) string {
	b := block{src: o.Src, pos: s.Start + 1, indent: int(s.Indent), folded: s.Style == FoldedScalar}
	keep := byte(0)
	for ; b.pos < s.End && !IsBlank(b.src[b.pos]) && LineBreak(b.src, b.pos) == 0; b.pos++ {
		if c := b.src[b.pos]; c == '+' || c == '-' {
			keep = c
		}
	}
	b.line()
	b.first = ""
	for deeper := false; b.enter(); {
		wasDeeper := deeper
		deeper = IsBlank(b.src[b.pos])
		b.join(wasDeeper || deeper)
		b.text = append(b.text, b.line()...)
	}
	if keep != '-' {
		b.text = append(b.text, b.first...)
	}
	if keep == '+' {
		b.text = append(b.text, b.more...)
	}
	return string(b.text)
}

// line returns the rest of the line, and skips its line break.
func (b *block) line() []byte {
	start := b.pos
	for b.pos < len(b.src) && LineBreak(b.src, b.pos) == 0 {
		b.pos++
	}
	end := b.pos
	b.first = breakText(b.src, end)
	b.pos += LineBreak(b.src, end)
	return b.src[start:end]
}

// enter skips empty lines and indentation, and reports whether another line of the scalar follows.
func (b *block) enter() bool {
	for {
		start := b.pos
		for b.pos-start < b.indent && b.pos < len(b.src) && b.src[b.pos] == ' ' {
			b.pos++
		}
		width := LineBreak(b.src, b.pos)
		if width == 0 {
			return b.pos-start == b.indent && b.pos < len(b.src)
		}
		b.more = append(b.more, breakText(b.src, b.pos)...)
		b.pos += width
	}
}

// join appends the line breaks between two lines. Those next to a more indented line are never folded.
func (b *block) join(deeper bool) {
	if !b.folded || b.first != "\n" || deeper {
		b.text = append(b.text, b.first...)
	} else if len(b.more) == 0 {
		b.text = append(b.text, ' ')
	}
	b.text = append(b.text, b.more...)
	b.more = b.more[:0]
}

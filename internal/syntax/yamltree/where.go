package yamltree

import (
	"unicode/utf8"

	"github.com/skilllint/skilllint/internal/quote"
)

// before returns the last token with characters before the fault.
func (d diagnosis) before() token {
	for i := min(d.fault.token, len(d.tokens)) - 1; i >= 0; i-- {
		if t := d.tokens[i]; t.end > t.start && t.start < max(d.fault.at, 1) {
			return t
		}
	}
	return token{}
}

// lineStart returns the offset of the line that an offset is on.
func (d diagnosis) lineStart(at int) int {
	for ; at > 0; at-- {
		for width := 1; width <= 3 && width <= at; width++ {
			if lineBreak(d.src, at-width) == width {
				return at
			}
		}
	}
	return 0
}

// lineEnd returns the offset of the line break that ends a line.
func (d diagnosis) lineEnd(at int) int {
	for at < len(d.src) && lineBreak(d.src, at) == 0 {
		at++
	}
	return at
}

// nextLine returns the offset behind the line break.
func (d diagnosis) nextLine(at int) int {
	end := d.lineEnd(at)
	return end + lineBreak(d.src, end)
}

// endOfLine returns where the text of a line ends, from an offset on: before its comment and the
// blanks around it.
func (d diagnosis) endOfLine(at int) int {
	end := at
	for i := at; i < len(d.src) && lineBreak(d.src, i) == 0; i++ {
		c := d.src[i]
		if c == '#' && i > at && isBlank(d.src[i-1]) {
			break
		}
		if !isBlank(c) {
			end = i + 1
		}
	}
	return end
}

// textStart returns the first character of a line that is not blank.
func (d diagnosis) textStart(line int) int {
	for line < len(d.src) && isBlank(d.src[line]) {
		line++
	}
	return line
}

// columnOf returns the column of an offset, from 1, in code points.
func (d diagnosis) columnOf(at int) int {
	return 1 + utf8.RuneCount(d.src[d.lineStart(at):at])
}

// indentOf returns how many bytes stand before an offset on its line.
func (d diagnosis) indentOf(at int) int { return at - d.lineStart(at) }

func (d diagnosis) sameLine(a, b int) bool { return d.lineStart(a) == d.lineStart(b) }

// show quotes a piece of the text for a message.
func (d diagnosis) show(start, end int) string { return quote.Text(string(d.src[start:end])) }

// around returns the innermost open collection that begins before an offset, or nil.
func (d diagnosis) around(at int) *frame {
	for i := len(d.frames) - 1; i >= 0; i-- {
		if d.frames[i].start < at {
			return &d.frames[i]
		}
	}
	return nil
}

// owner returns the innermost key before an offset whose value is open, and the mapping it is in;
// nil outside of mappings.
func (d diagnosis) owner(at int) (key string, in *frame) {
	for i := len(d.frames) - 1; i >= 0; i-- {
		f := &d.frames[i]
		if f.start < at && f.key >= 0 && f.key < len(d.shapes) {
			s := d.shapes[f.key]
			return string(d.src[s.start:s.end]), f
		}
	}
	return "", nil
}

func isSequence(f *frame) bool { return f.kind == blockSequenceStart || f.kind == blockEntry }

func isFlow(f *frame) bool {
	return f.kind == flowSequenceStart || f.kind == flowMappingStart || f.kind == keyMark
}

// subject names what begins at an offset: a value by its key, an item, or a line.
func (d diagnosis) subject(at int) string {
	f := d.around(at)
	key, _ := d.owner(at)
	switch {
	case d.textStart(d.lineStart(at)) == at:
		return "this line"
	case f != nil && (isSequence(f) || f.kind == flowSequenceStart):
		return "the list item"
	case key == "":
		return "the value"
	}
	return "the value of " + quote.Text(key)
}

// keyAt returns the key that stands at an offset, one word and a colon, and where it ends.
func keyAt(text []byte, at int) (key string, end int, ok bool) {
	end = wordEnd(text, at)
	colon := end
	for colon < len(text) && isBlank(text[colon]) {
		colon++
	}
	if end == at || colon >= len(text) || text[colon] != ':' {
		return "", end, false
	}
	if next := colon + 1; next < len(text) && !isBlank(text[next]) && lineBreak(text, next) == 0 {
		return "", end, false
	}
	return string(text[at:end]), end, true
}

// wordEnd returns the end of a word as keys are: letters of any script, digits, "_", "-", ".".
func wordEnd(text []byte, at int) int {
	for at < len(text) {
		c := text[at]
		if c >= utf8.RuneSelf && lineBreak(text, at) == 0 {
			r, n := utf8.DecodeRune(text[at:])
			if r == '：' || r == '\u00a0' || r == utf8.RuneError {
				return at
			}
			at += n
		} else if isWord(c) || c == '.' {
			at++
		} else {
			return at
		}
	}
	return at
}

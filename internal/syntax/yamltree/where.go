package yamltree

import (
	"unicode/utf8"

	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/syntax/libyaml"
)

// previousToken returns the last token with characters before the error.
func (d diagnosis) previousToken() libyaml.Token {
	for i := min(d.Err.Token, len(d.Tokens)) - 1; i >= 0; i-- {
		if t := d.Tokens[i]; t.End > t.Start && t.Start < max(d.Err.At, 1) {
			return t
		}
	}
	return libyaml.Token{}
}

// lineStart returns the offset of the start of the line.
func (d diagnosis) lineStart(at int) int {
	for ; at > 0; at-- {
		for width := 1; width <= 3 && width <= at; width++ {
			if libyaml.LineBreak(d.Src, at-width) == width {
				return at
			}
		}
	}
	return 0
}

// lineEnd returns the end of the line, before its line break.
func (d diagnosis) lineEnd(at int) int {
	for at < len(d.Src) && libyaml.LineBreak(d.Src, at) == 0 {
		at++
	}
	return at
}

// nextLine returns the start of the next line.
func (d diagnosis) nextLine(at int) int {
	end := d.lineEnd(at)
	return end + libyaml.LineBreak(d.Src, end)
}

// endOfLine returns the end of the text of a line, before trailing spaces and a comment.
func (d diagnosis) endOfLine(at int) int {
	end := at
	for i := at; i < len(d.Src) && libyaml.LineBreak(d.Src, i) == 0; i++ {
		c := d.Src[i]
		if c == '#' && i > at && libyaml.IsBlank(d.Src[i-1]) {
			break
		}
		if !libyaml.IsBlank(c) {
			end = i + 1
		}
	}
	return end
}

// textStart returns the offset of the first character of a line that is not a space or tab.
func (d diagnosis) textStart(line int) int {
	for line < len(d.Src) && libyaml.IsBlank(d.Src[line]) {
		line++
	}
	return line
}

// columnOf returns the column of an offset in code points; the first is 1.
func (d diagnosis) columnOf(at int) int {
	return 1 + utf8.RuneCount(d.Src[d.lineStart(at):at])
}

// indentOf returns the number of bytes before an offset on its line.
func (d diagnosis) indentOf(at int) int { return at - d.lineStart(at) }

func (d diagnosis) sameLine(a, b int) bool { return d.lineStart(a) == d.lineStart(b) }

// show quotes a part of the text for a message.
func (d diagnosis) show(start, end int) string { return quote.Text(string(d.Src[start:end])) }

// enclosing returns the innermost open collection that starts before an offset, or nil.
func (d diagnosis) enclosing(at int) *libyaml.Frame {
	for i := len(d.Frames) - 1; i >= 0; i-- {
		if d.Frames[i].Start < at {
			return &d.Frames[i]
		}
	}
	return nil
}

// owner returns the innermost key before an offset whose value is open, and its mapping. The mapping is nil outside
// of mappings.
func (d diagnosis) owner(at int) (key string, in *libyaml.Frame) {
	for i := len(d.Frames) - 1; i >= 0; i-- {
		f := &d.Frames[i]
		if f.Start < at && f.Key >= 0 && f.Key < len(d.Shapes) {
			s := d.Shapes[f.Key]
			return string(d.Src[s.Start:s.End]), f
		}
	}
	return "", nil
}

func isSequence(f *libyaml.Frame) bool {
	return f.Kind == libyaml.BlockSequenceStart || f.Kind == libyaml.BlockEntry
}

func isFlow(f *libyaml.Frame) bool {
	return f.Kind == libyaml.FlowSequenceStart || f.Kind == libyaml.FlowMappingStart || f.Kind == libyaml.KeyMark
}

// subject describes the value at an offset by its key, or as a list item or line.
func (d diagnosis) subject(at int) string {
	f := d.enclosing(at)
	key, _ := d.owner(at)
	switch {
	case d.textStart(d.lineStart(at)) == at:
		return "this line"
	case f != nil && (isSequence(f) || f.Kind == libyaml.FlowSequenceStart):
		return "the list item"
	case key == "":
		return "the value"
	}
	return quote.Text(key)
}

// keyAt returns the one-word key at an offset, which must be followed by a colon, and its end.
func keyAt(text []byte, at int) (key string, end int, ok bool) {
	end = wordEnd(text, at)
	colon := end
	for colon < len(text) && libyaml.IsBlank(text[colon]) {
		colon++
	}
	if end == at || colon >= len(text) || text[colon] != ':' {
		return "", end, false
	}
	if next := colon + 1; next < len(text) && !libyaml.IsBlank(text[next]) && libyaml.LineBreak(text, next) == 0 {
		return "", end, false
	}
	return string(text[at:end]), end, true
}

// wordEnd returns the end of a word of a key: letters of any script, digits, "_", "-" and ".".
func wordEnd(text []byte, at int) int {
	for at < len(text) {
		c := text[at]
		if c >= utf8.RuneSelf && libyaml.LineBreak(text, at) == 0 {
			r, n := utf8.DecodeRune(text[at:])
			if r == '：' || r == '\u00a0' || r == utf8.RuneError {
				return at
			}
			at += n
		} else if libyaml.IsWord(c) || c == '.' {
			at++
		} else {
			return at
		}
	}
	return at
}

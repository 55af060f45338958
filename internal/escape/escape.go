// Package escape makes untrusted text safe for terminals, logs of CI systems, Markdown, HTML, XML and JSON. Such text could move the
// cursor, reverse or hide words, add elements to a page or issue commands to a CI system. Characters that are invisible or have an
// effect are replaced by visible escapes such as \x1b and \u202e.
//
// All human-readable output is escaped: findings, excerpts, notices, errors.
package escape

import (
	"fmt"
	"slices"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/width"
)

const (
	textStyle  = '\ufe0e' // variation selector: text style
	emojiStyle = '\ufe0f' // variation selector: emoji style
	blankCell  = '\u2800' // braille pattern without dots
	wideSpace  = '\u3000' // ideographic space
)

// Printable reports whether a character is visible and has no effect: letters, marks, digits, punctuation, symbols, the space and the
// ideographic space. Line breaks, control characters, format characters and characters without a glyph are not printable.
func Printable(r rune) bool {
	if r < utf8.RuneSelf {
		return ' ' <= r && r < 0x7F
	}
	return (unicode.IsPrint(r) || r == wideSpace) && r != blankCell &&
		!unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
}

// String returns text on one line with escapes for unprintable characters. Variation selectors after visible characters, which only
// change the style, are omitted. Backslashes are not escaped, so the result cannot be decoded.
func String(text string) string {
	if isPrintableASCII(text) {
		return text
	}
	return string(Append(make([]byte, 0, len(text)+16), text))
}

// Append appends String(text) to b.
func Append(b []byte, text string) []byte {
	before := rune(0)
	for i := 0; i < len(text); {
		if c := text[i]; ' ' <= c && c < 0x7F {
			b = append(b, c)
			before = rune(c)
			i++
			continue
		}
		c, size := nextCell(text[i:], before)
		b = append(b, c.Text...)
		before = c.Rune
		i += size
	}
	return b
}

func isPrintableASCII(text string) bool {
	for i := range len(text) {
		if text[i] < ' ' || text[i] >= 0x7F {
			return false
		}
	}
	return true
}

// A Cell is the output of one code point or one invalid byte.
type Cell struct {
	Rune  rune   // utf8.RuneError for an invalid byte
	Text  string // printable, or an escape; empty if omitted
	Width int    // columns on a terminal: 0 for marks, 2 for CJK and emoji
}

// Cells returns a cell for each code point of text.
func Cells(text string) []Cell { return AppendCells(nil, text) }

// AppendCells appends Cells(text) to cells.
func AppendCells(cells []Cell, text string) []Cell {
	cells = slices.Grow(cells, utf8.RuneCountInString(text))
	before := rune(0)
	for i := 0; i < len(text); {
		c, size := nextCell(text[i:], before)
		if c.Width = len(c.Text); c.Text == text[i:i+size] {
			c.Width = columns(c.Rune)
		}
		cells = append(cells, c)
		before = c.Rune
		i += size
	}
	return cells
}

// nextCell returns the first code point of text and its length in bytes. before is the preceding code point.
func nextCell(text string, before rune) (c Cell, size int) {
	r, size := utf8.DecodeRuneInString(text)
	c = Cell{Rune: r, Text: text[:size]}
	switch {
	case r == utf8.RuneError && size == 1:
		c.Text = fmt.Sprintf(`\x%02x`, text[0])
	case Printable(r):
	case (r == textStyle || r == emojiStyle) && Printable(before): // only sets the style of the preceding character
		c.Text = ""
	default:
		c.Text = escape(r)
	}
	return c, size
}

func escape(r rune) string {
	switch {
	case r == '\t':
		return `\t`
	case r == '\n':
		return `\n`
	case r == '\r':
		return `\r`
	case r < utf8.RuneSelf:
		return fmt.Sprintf(`\x%02x`, r)
	case r < 0x10000:
		return fmt.Sprintf(`\u%04x`, r)
	}
	return fmt.Sprintf(`\U%08x`, r)
}

// columns returns the width of a printable character on a terminal.
func columns(r rune) int {
	if r < 0x300 {
		return 1
	}
	if unicode.In(r, unicode.Mn, unicode.Me) {
		return 0
	}
	switch width.LookupRune(r).Kind() {
	case width.EastAsianWide, width.EastAsianFullwidth:
		return 2
	}
	return 1
}

// Width returns the width of String(text) on a terminal.
func Width(text string) int {
	if isPrintableASCII(text) {
		return len(text)
	}
	n := 0
	for _, c := range Cells(text) {
		n += c.Width
	}
	return n
}

// Fit cuts an escaped line to a width, if it is not 0.
func Fit(line string, width int) string {
	if width == 0 || Width(line) <= width {
		return line
	}
	columns := 0
	for i, r := range line {
		if columns += Width(string(r)); columns >= width {
			return line[:i] + "…"
		}
	}
	return line
}

// Package escape makes text that strangers wrote safe for where it is shown: terminals, logs of CI
// systems, Markdown, HTML, XML and JSON. Such text could move the cursor, reverse what is read, hide
// words, add elements to a page or give commands to a CI system. Every character that would have an
// effect or cannot be seen becomes an escape that can: \x1b, \u202e.
//
// All output for people goes through it: findings, excerpts, notices, errors.
package escape

import (
	"fmt"
	"slices"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/width"
)

const (
	textStyle  = '\ufe0e' // the character before it is to look like text
	emojiStyle = '\ufe0f' // the character before it is to look like a picture
	blankCell  = '\u2800' // a braille pattern without dots
	wideSpace  = '\u3000' // as wide as a CJK character
)

// Printable reports whether a character can be seen and is not obeyed by anything: letters, marks,
// digits, punctuation, symbols, the space and the ideographic space. Line ends, controls, all of
// Unicode's format characters and whatever renders as nothing are not.
func Printable(r rune) bool {
	if r < utf8.RuneSelf {
		return ' ' <= r && r < 0x7F
	}
	return (unicode.IsPrint(r) || r == wideSpace) && r != blankCell &&
		!unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
}

// String returns text on one line, with an escape for everything that is not printable. A
// variation selector behind a visible character, which only chooses its look, is left out.
// Backslashes stay as they are, so the result is to be read, not to be decoded.
func String(text string) string {
	if plain(text) {
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
		c, size := first(text[i:], before)
		b = append(b, c.Text...)
		before = c.Rune
		i += size
	}
	return b
}

func plain(text string) bool {
	for i := range len(text) {
		if text[i] < ' ' || text[i] >= 0x7F {
			return false
		}
	}
	return true
}

// A Cell is what is shown of one code point, or of one byte that is not UTF-8.
type Cell struct {
	Rune  rune   // utf8.RuneError for a byte that is not UTF-8
	Text  string // printable, or an escape; empty for what is left out
	Width int    // in columns of a terminal: 0 for marks, 2 for CJK and emoji
}

// Cells returns a cell for each code point of text.
func Cells(text string) []Cell { return AppendCells(nil, text) }

// AppendCells appends Cells(text) to cells.
func AppendCells(cells []Cell, text string) []Cell {
	cells = slices.Grow(cells, utf8.RuneCountInString(text))
	before := rune(0)
	for i := 0; i < len(text); {
		c, size := first(text[i:], before)
		if c.Width = len(c.Text); c.Text == text[i:i+size] {
			c.Width = columns(c.Rune)
		}
		cells = append(cells, c)
		before = c.Rune
		i += size
	}
	return cells
}

// first returns the first code point of text, as it is shown behind another, and how many bytes it has.
func first(text string, before rune) (c Cell, size int) {
	r, size := utf8.DecodeRuneInString(text)
	c = Cell{Rune: r, Text: text[:size]}
	switch {
	case r == utf8.RuneError && size == 1:
		c.Text = fmt.Sprintf(`\x%02x`, text[0])
	case Printable(r):
	case (r == textStyle || r == emojiStyle) && Printable(before): // it only says how the one before it looks
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

// columns returns how many columns of a terminal a printable character takes.
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

// Width returns how many columns of a terminal String(text) takes.
func Width(text string) int {
	if plain(text) {
		return len(text)
	}
	n := 0
	for _, c := range Cells(text) {
		n += c.Width
	}
	return n
}

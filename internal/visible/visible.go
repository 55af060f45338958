// Package visible shows text that strangers wrote to people. On a terminal or in a log such text
// could move the cursor, reverse what is read, hide words or give commands to a CI system; here
// every character that is obeyed or cannot be seen becomes an escape that can: \x1b, \u202e.
//
// All output for people goes through it: findings, excerpts, notices, errors.
package visible

import (
	"fmt"
	"strings"
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
	var b strings.Builder
	for _, c := range Cells(text) {
		b.WriteString(c.Text)
	}
	return b.String()
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
func Cells(text string) []Cell {
	cells := make([]Cell, 0, utf8.RuneCountInString(text))
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		c := Cell{Rune: r, Text: text[i : i+size]}
		switch {
		case r == utf8.RuneError && size == 1:
			c.Text = fmt.Sprintf(`\x%02x`, text[i])
			c.Width = len(c.Text)
		case Printable(r):
			c.Width = columns(r)
		case styles(r, cells):
			c.Text = ""
		default:
			c.Text = escape(r)
			c.Width = len(c.Text)
		}
		cells = append(cells, c)
		i += size
	}
	return cells
}

// styles reports whether r only says how the character before it looks.
func styles(r rune, before []Cell) bool {
	return (r == textStyle || r == emojiStyle) && len(before) > 0 && Printable(before[len(before)-1].Rune)
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

// Package tokenizer counts the tokens of a text in a context window.
package tokenizer

import (
	"encoding/binary"
	"unicode/utf8"
)

// Chars4 returns the estimate that the skill protocols use: characters divided by 4, rounded up.
// Characters are code points; an invalid byte is one. The sum of the estimates of several parts may
// exceed that of the whole.
func Chars4(text []byte) int { return Chars4Of(Characters(text)) }

// Chars4Of returns the estimate of Chars4 for a number of characters.
func Chars4Of(characters int) int { return (characters + 3) / 4 }

// Characters returns the number of characters of a text, as [Chars4] counts them. It reads eight bytes of ASCII
// at a time; utf8.RuneCount does so only up to the first other character.
func Characters(text []byte) int {
	n := 0
	for len(text) > 0 {
		if plain := ascii(text); plain > 0 {
			n += plain
			text = text[plain:]
			continue
		}
		_, size := utf8.DecodeRune(text)
		n++
		text = text[size:]
	}
	return n
}

// ascii returns the number of ASCII bytes at the start of a text.
func ascii(text []byte) int {
	const high = 0x8080808080808080
	n := 0
	for n+8 <= len(text) && binary.LittleEndian.Uint64(text[n:])&high == 0 {
		n += 8
	}
	for n < len(text) && text[n] < utf8.RuneSelf {
		n++
	}
	return n
}

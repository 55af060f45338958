// Package tokenizer counts the tokens of a text: what it costs in a context window.
package tokenizer

import (
	"encoding/binary"
	"unicode/utf8"
)

// Chars4 returns the estimate that the skill protocols themselves use: characters divided by 4,
// rounded up. Characters are code points; a byte that is not UTF-8 is one. An estimate of parts
// may add up to more than that of the whole.
func Chars4(text []byte) int { return Chars4Of(Characters(text)) }

// Chars4Of returns the estimate for so many characters.
func Chars4Of(characters int) int { return (characters + 3) / 4 }

// Characters returns how many characters a text has, as [Chars4] counts them. It takes eight letters at
// a time where a text is ASCII, which utf8.RuneCount does not behind the first character that is not.
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

// ascii returns how many bytes of ASCII a text begins with.
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

// Package token counts the tokens of a text: what it costs a context window. It knows nothing of
// the {{TOKEN}} placeholders that rules of the group tokens are about.
package token

import "unicode/utf8"

// Chars4 returns the estimate that the skill protocols themselves use: characters divided by 4,
// rounded up. Characters are code points; a byte that is not UTF-8 is one. An estimate of parts
// may add up to more than that of the whole.
func Chars4(text []byte) int { return Chars4Of(utf8.RuneCount(text)) }

// Chars4Of returns the estimate for so many characters.
func Chars4Of(characters int) int { return (characters + 3) / 4 }

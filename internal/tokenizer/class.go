package tokenizer

import (
	"sync"
	"unicode"
	"unicode/utf8"
)

// A class is the class of a character in the pattern of o200k.
type class uint8

const (
	other   class = iota // punctuation, symbols, control characters, unassigned ones
	upper                // \p{Lu}\p{Lt}
	lower                // \p{Ll}
	letter               // \p{Lm}\p{Lo}: both upper and lower case
	mark                 // \p{M}: both as well, but not in \p{L}
	digit                // \p{N}
	newline              // \r and \n
	space                // the rest of \s
)

// tableSize is the number of characters in the table of classes: the first two planes. Of the others, texts
// contain only ideographs.
const tableSize = 0x20000

var (
	classesOnce sync.Once
	classes     []class // by character
)

// loadClasses fills the table with the classes of JavaScript's \p and \s, because the reference tokenizers are
// written in JavaScript: U+FEFF is white space there, U+0085 is not.
func loadClasses() {
	classes = make([]class, tableSize)
	for _, t := range []struct {
		class class
		table *unicode.RangeTable
	}{
		{upper, unicode.Lu}, {upper, unicode.Lt}, {lower, unicode.Ll}, {letter, unicode.Lm}, {letter, unicode.Lo},
		{mark, unicode.M}, {digit, unicode.N}, {space, unicode.White_Space},
	} {
		for _, r := range t.table.R16 {
			for c := uint32(r.Lo); c <= uint32(r.Hi); c += uint32(r.Stride) {
				classes[c] = t.class
			}
		}
		for _, r := range t.table.R32 {
			for c := r.Lo; c <= r.Hi && c < tableSize; c += r.Stride {
				classes[c] = t.class
			}
		}
	}
	classes['\r'], classes['\n'] = newline, newline
	classes['\u0085'], classes['\ufeff'] = other, space
	for _, r := range newer {
		for c := r.first; c <= r.last && c < tableSize; c++ {
			classes[c] = r.class
		}
	}
}

// classOf returns the class and the length of the first character of a non-empty text.
func classOf(text []byte) (class, int) {
	if b := text[0]; b < utf8.RuneSelf {
		return classes[b], 1
	}
	r, size := utf8.DecodeRune(text)
	if r < tableSize {
		return classes[r], size
	}
	return rareClass(r), size
}

// rareClass returns the class of a character outside the table.
func rareClass(r rune) class {
	switch {
	case unicode.Is(unicode.Lo, r):
		return letter
	case unicode.Is(unicode.M, r):
		return mark
	}
	for _, n := range newer {
		if n.first <= r && r <= n.last {
			return n.class
		}
	}
	return other
}

// newer are the characters of Unicode 17 that are missing from Go's tables, which are of Unicode 15.
var newer = [...]struct {
	first, last rune
	class       class
}{
	{0x0295, 0x0295, letter},
	{0x088F, 0x088F, letter},
	{0x0897, 0x0897, mark},
	{0x0C5C, 0x0C5C, letter},
	{0x0CDC, 0x0CDC, letter},
	{0x1ACF, 0x1ADD, mark},
	{0x1AE0, 0x1AEB, mark},
	{0x1C89, 0x1C89, upper},
	{0x1C8A, 0x1C8A, lower},
	{0xA7CB, 0xA7CC, upper},
	{0xA7CD, 0xA7CD, lower},
	{0xA7CE, 0xA7CE, upper},
	{0xA7CF, 0xA7CF, lower},
	{0xA7D2, 0xA7D2, upper},
	{0xA7D4, 0xA7D4, upper},
	{0xA7DA, 0xA7DA, upper},
	{0xA7DB, 0xA7DB, lower},
	{0xA7DC, 0xA7DC, upper},
	{0xA7F1, 0xA7F1, letter},
	{0x105C0, 0x105F3, letter},
	{0x10940, 0x10959, letter},
	{0x10D40, 0x10D49, digit},
	{0x10D4A, 0x10D4F, letter},
	{0x10D50, 0x10D65, upper},
	{0x10D69, 0x10D6D, mark},
	{0x10D6F, 0x10D6F, letter},
	{0x10D70, 0x10D85, lower},
	{0x10EC2, 0x10EC7, letter},
	{0x10EFA, 0x10EFC, mark},
	{0x11380, 0x11389, letter},
	{0x1138B, 0x1138B, letter},
	{0x1138E, 0x1138E, letter},
	{0x11390, 0x113B5, letter},
	{0x113B7, 0x113B7, letter},
	{0x113B8, 0x113C0, mark},
	{0x113C2, 0x113C2, mark},
	{0x113C5, 0x113C5, mark},
	{0x113C7, 0x113CA, mark},
	{0x113CC, 0x113D0, mark},
	{0x113D1, 0x113D1, letter},
	{0x113D2, 0x113D2, mark},
	{0x113D3, 0x113D3, letter},
	{0x113E1, 0x113E2, mark},
	{0x116D0, 0x116E3, digit},
	{0x11B60, 0x11B67, mark},
	{0x11BC0, 0x11BE0, letter},
	{0x11BF0, 0x11BF9, digit},
	{0x11DB0, 0x11DDB, letter},
	{0x11DE0, 0x11DE9, digit},
	{0x11F5A, 0x11F5A, mark},
	{0x13460, 0x143FA, letter},
	{0x16100, 0x1611D, letter},
	{0x1611E, 0x1612F, mark},
	{0x16130, 0x16139, digit},
	{0x16D40, 0x16D6C, letter},
	{0x16D70, 0x16D79, digit},
	{0x16EA0, 0x16EB8, upper},
	{0x16EBB, 0x16ED3, lower},
	{0x16FF2, 0x16FF3, letter},
	{0x16FF4, 0x16FF6, digit},
	{0x187F8, 0x187FF, letter},
	{0x18CFF, 0x18CFF, letter},
	{0x18D09, 0x18D1E, letter},
	{0x18D80, 0x18DF2, letter},
	{0x1CCF0, 0x1CCF9, digit},
	{0x1E5D0, 0x1E5ED, letter},
	{0x1E5EE, 0x1E5EF, mark},
	{0x1E5F0, 0x1E5F0, letter},
	{0x1E5F1, 0x1E5FA, digit},
	{0x1E6C0, 0x1E6DE, letter},
	{0x1E6E0, 0x1E6E2, letter},
	{0x1E6E3, 0x1E6E3, mark},
	{0x1E6E4, 0x1E6E5, letter},
	{0x1E6E6, 0x1E6E6, mark},
	{0x1E6E7, 0x1E6ED, letter},
	{0x1E6EE, 0x1E6EF, mark},
	{0x1E6F0, 0x1E6F4, letter},
	{0x1E6F5, 0x1E6F5, mark},
	{0x1E6FE, 0x1E6FF, letter},
	{0x2B73A, 0x2B73F, letter},
	{0x2CEA2, 0x2CEAD, letter},
	{0x2EBF0, 0x2EE5D, letter},
	{0x323B0, 0x33479, letter},
}

package tokenizer

import "unicode/utf8"

// Dense returns the share of ideographs, kana, hangul and emoji in a text's characters without white space,
// from 0 to 1. Such a character is 0.5 to 1.5 tokens of o200k, not the 0.25 that Chars4 estimates; for other
// scripts the estimate is as good as for Latin letters. If the share is a twentieth or more, the estimate is
// too low by at least a tenth, and O200k should count the text.
func Dense(text []byte) float64 {
	dense, others := 0, 0
	for rest := text[ascii(text):]; len(rest) > 0; rest = rest[ascii(rest):] {
		r, size := utf8.DecodeRune(rest)
		if isDense(r) {
			dense++
		} else {
			others++
		}
		rest = rest[size:]
	}
	if dense == 0 {
		return 0
	}
	for _, b := range text {
		if b > ' ' && b < utf8.RuneSelf {
			others++
		}
	}
	return float64(dense) / float64(dense+others)
}

func isDense(r rune) bool {
	switch {
	case r < 0x2e80:
		return false
	case r < 0xd800: // radicals, kana, ideographs, hangul
		return true
	case r < 0x10000: // compatibility and wide forms
		return r >= 0xf900 && r < 0xfb00 || r >= 0xfe30 && r < 0xfe50 || r >= 0xff00 && r < 0xfff0
	}
	return r >= 0x1f000 && r < 0x1fb00 || r >= 0x20000 && r < 0x40000 // emoji, more ideographs
}

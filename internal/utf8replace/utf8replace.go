// Package utf8replace reads bytes as UTF-8 as programs do that accept everything: invalid bytes become
// U+FFFD, as often as the WHATWG's decoder and Unicode's recommendation have it.
package utf8replace

import "unicode/utf8"

// DecodeRune returns the first character of a text that is not empty, and how many bytes it takes. Bytes
// that begin a character which does not go on are one U+FFFD together, and a byte that begins none is one.
func DecodeRune(text []byte) (r rune, size int) {
	r, size = utf8.DecodeRune(text)
	lead := text[0]
	if r != utf8.RuneError || size > 1 || lead < 0xE0 || lead > 0xF4 { // of two bytes, one that is missing leaves one
		return r, size
	}
	low, high := byte(0x80), byte(0xBF)
	switch lead { // what follows these is narrower
	case 0xE0:
		low = 0xA0
	case 0xED:
		high = 0x9F
	case 0xF0:
		low = 0x90
	case 0xF4:
		high = 0x8F
	}
	for size < len(text) && low <= text[size] && text[size] <= high {
		low, high = 0x80, 0xBF
		size++
	}
	return r, size
}

// Text returns a text in UTF-8: itself, if that is what it is.
func Text(text []byte) []byte {
	if utf8.Valid(text) {
		return text
	}
	var clean []byte
	for len(text) > 0 {
		r, size := DecodeRune(text)
		clean = utf8.AppendRune(clean, r)
		text = text[size:]
	}
	return clean
}

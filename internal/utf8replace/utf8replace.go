// Package utf8replace decodes UTF-8 and replaces invalid bytes by U+FFFD, as many as the WHATWG's decoder
// and Unicode's recommendation specify.
package utf8replace

import "unicode/utf8"

// DecodeRune returns the first character of a non-empty text and its length in bytes. A truncated character
// is one U+FFFD, and so is each byte that cannot start a character.
func DecodeRune(text []byte) (r rune, size int) {
	r, size = utf8.DecodeRune(text)
	lead := text[0]
	if r != utf8.RuneError || size > 1 || lead < 0xE0 || lead > 0xF4 { // a truncated character of two bytes has one byte
		return r, size
	}
	low, high := byte(0x80), byte(0xBF)
	switch lead { // the second byte after these has a smaller range
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

// Text returns a text as valid UTF-8: text itself if it is valid.
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

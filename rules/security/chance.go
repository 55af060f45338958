package security

import (
	"unicode/utf8"
)

// around is the number of bytes before and after a passage that are checked.
const around = 64

// isChance reports whether a passage may be a coincidence in an image, an archive or another encoding: it is short, and the
// surrounding bytes are not text.
func isChance(text []byte, p passage) bool {
	if p.Count >= 4 && p.Places == nil {
		return false
	}
	start, end := max(0, p.Start-around), min(len(text), p.End+around)
	for start < p.Start && !utf8.RuneStart(text[start]) {
		start++
	}
	for end > p.End && end < len(text) && !utf8.RuneStart(text[end]) {
		end--
	}
	return !isText(text[start:end])
}

// isText reports whether bytes are UTF-8 without control characters, except for those of lines and terminals.
func isText(text []byte) bool {
	for _, c := range text {
		if c < ' ' && (c < '\a' || c > '\r') && c != '\x1b' {
			return false
		}
	}
	return utf8.Valid(text)
}

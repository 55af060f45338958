package security

import (
	"unicode/utf8"
)

// around is how much of a text is looked at on either side of a passage, in bytes.
const around = 64

// isChance reports whether a passage may be bytes of a picture, an archive or another encoding that happen to
// be one: it is short, and what is around it is no text.
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

// isText reports whether all bytes are UTF-8 and no controls but those of lines and terminals.
func isText(text []byte) bool {
	for _, c := range text {
		if c < ' ' && (c < '\a' || c > '\r') && c != '\x1b' {
			return false
		}
	}
	return utf8.Valid(text)
}

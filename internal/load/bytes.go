package load

import (
	"bytes"
	"unicode/utf8"
)

var bom = []byte("\xef\xbb\xbf")

// normalize returns a text of the same length that all parsers read alike: spaces replace a byte order mark, a
// line feed a lone CR, and question marks NUL and invalid bytes. All offsets remain valid. If
// nothing changes, it returns source itself.
func normalize(source []byte) []byte {
	valid := utf8.Valid(source)
	if valid && !bytes.HasPrefix(source, bom) && bytes.IndexByte(source, 0) < 0 && !hasLoneCR(source) {
		return source
	}
	clean := bytes.Clone(source)
	if bytes.HasPrefix(clean, bom) {
		copy(clean, "   ")
	}
	for i := 0; i < len(clean); {
		c := clean[i]
		switch {
		case c == 0:
			clean[i] = '?'
		case c == '\r' && (i+1 == len(clean) || clean[i+1] != '\n'):
			clean[i] = '\n'
		case c >= utf8.RuneSelf:
			if r, n := utf8.DecodeRune(clean[i:]); r != utf8.RuneError || n > 1 {
				i += n
				continue
			}
			clean[i] = '?'
		}
		i++
	}
	return clean
}

func hasLoneCR(source []byte) bool {
	for i := 0; ; i++ {
		n := bytes.IndexByte(source[i:], '\r')
		if n < 0 {
			return false
		}
		i += n
		if i+1 == len(source) || source[i+1] != '\n' {
			return true
		}
	}
}

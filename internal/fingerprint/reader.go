package fingerprint

import (
	"unicode/utf16"
	"unicode/utf8"

	"github.com/skilllint/skilllint/internal/utf8replace"
)

const endOfFile = 0xFFFF

// A reader returns the UTF-16 units for hashes: without spaces, with LF as line break, and with endOfFile and zeros after the
// last character.
type reader struct {
	rest []byte
	low  uint16 // low surrogate to return next; 0: none
	done bool   // endOfFile was returned
}

func (r *reader) next() uint16 {
	if low := r.low; low != 0 {
		r.low = 0
		return low
	}
	for len(r.rest) > 0 {
		c := r.rest[0]
		if c >= utf8.RuneSelf {
			return r.nextWide()
		}
		r.rest = r.rest[1:]
		switch c {
		case ' ', '\t':
			continue
		case '\r':
			if len(r.rest) > 0 && r.rest[0] == '\n' {
				r.rest = r.rest[1:]
			}
			return '\n'
		}
		return uint16(c)
	}
	if r.done {
		return 0
	}
	r.done = true
	return endOfFile
}

// nextWide returns the next unit, of a character that is not ASCII.
func (r *reader) nextWide() uint16 {
	c, size := utf8replace.DecodeRune(r.rest)
	r.rest = r.rest[size:]
	if c < 0x10000 {
		return uint16(c)
	}
	high, low := utf16.EncodeRune(c)
	r.low = uint16(low)
	return uint16(high)
}

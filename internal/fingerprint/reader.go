package fingerprint

import (
	"unicode/utf16"
	"unicode/utf8"

	"github.com/skilllint/skilllint/internal/utf8replace"
)

const endOfFile = 0xFFFF

// A reader yields the relevant UTF-16 units: no spaces, line ends as LF, one endOfFile after the last
// character, then zeros.
type reader struct {
	rest  []byte
	low   uint16 // the second half of a surrogate pair, to be yielded next
	ended bool   // endOfFile was yielded
}

func (r *reader) next() uint16 {
	if low := r.low; low != 0 {
		r.low = 0
		return low
	}
	for len(r.rest) > 0 {
		c := r.rest[0]
		if c >= utf8.RuneSelf {
			return r.wide()
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
	if r.ended {
		return 0
	}
	r.ended = true
	return endOfFile
}

// wide yields the next character, which is not ASCII.
func (r *reader) wide() uint16 {
	c, size := utf8replace.DecodeRune(r.rest)
	r.rest = r.rest[size:]
	if c < 0x10000 {
		return uint16(c)
	}
	high, low := utf16.EncodeRune(c)
	r.low = uint16(low)
	return uint16(high)
}

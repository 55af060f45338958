package linehash

import (
	"unicode/utf16"
	"unicode/utf8"
)

const endOfFile = 0xFFFF

// A reader yields the UTF-16 units that count: no blanks, line ends as LF, one endOfFile behind
// the last character, and zeros from there on.
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
	c, size := utf8.DecodeRune(r.rest)
	if c == utf8.RuneError && size == 1 {
		size = brokenLength(r.rest)
	}
	r.rest = r.rest[size:]
	if c < 0x10000 {
		return uint16(c)
	}
	high, low := utf16.EncodeRune(c)
	r.low = uint16(low)
	return uint16(high)
}

// brokenLength returns how many bytes JavaScript's decoder replaces by one U+FFFD: those that
// begin a character that does not go on, or one byte that begins none.
func brokenLength(text []byte) int {
	low, high, more := byte(0x80), byte(0xBF), 0
	switch c := text[0]; {
	case c < 0xC2 || c > 0xF4:
		return 1
	case c < 0xE0:
		more = 1
	case c < 0xF0:
		more = 2
	default:
		more = 3
	}
	switch text[0] {
	case 0xE0:
		low = 0xA0
	case 0xED:
		high = 0x9F
	case 0xF0:
		low = 0x90
	case 0xF4:
		high = 0x8F
	}
	n := 1
	for n <= more && n < len(text) && low <= text[n] && text[n] <= high {
		n++
		low, high = 0x80, 0xBF
	}
	return n
}

package analysis

import (
	"bytes"
	"encoding/binary"
	"unicode/utf16"
	"unicode/utf8"
)

// An Encoding is the character encoding of a text. All clients read UTF-8, and none reads the others.
type Encoding uint8

// The encodings.
const (
	UTF8 Encoding = iota // or a text of single bytes
	UTF16LE
	UTF16BE
	UTF32LE
	UTF32BE
)

// String returns the name of the encoding in messages.
func (e Encoding) String() string {
	return [...]string{"UTF-8", "UTF-16 (little endian)", "UTF-16 (big endian)", "UTF-32 (little endian)", "UTF-32 (big endian)"}[e]
}

var marks = [...]string{UTF16LE: "\xff\xfe", UTF16BE: "\xfe\xff", UTF32LE: "\xff\xfe\x00\x00", UTF32BE: "\x00\x00\xfe\xff"}

// Mark returns the byte order mark of a wide encoding.
func (e Encoding) Mark() string { return marks[e] }

// EncodingBlock is how many bytes at the start of a text EncodingOf needs.
const EncodingBlock = 64

// EncodingOf detects the encoding of a text by its byte order mark, or by where the NUL bytes of its
// first block are.
func EncodingOf(text []byte) Encoding {
	for _, e := range [...]Encoding{UTF32LE, UTF32BE, UTF16LE, UTF16BE} { // the mark of UTF-32 starts with that of UTF-16
		if bytes.HasPrefix(text, []byte(marks[e])) {
			return e
		}
	}
	block := text[:min(len(text), EncodingBlock)&^3]
	if len(block) == 0 || bytes.IndexByte(block, 0) < 0 {
		return UTF8
	}
	var zero [4]int // NUL bytes by their offset modulo four
	for i, c := range block {
		if c == 0 {
			zero[i%4]++
		}
	}
	all := len(block) / 4
	most, few := all/2, all/4 // characters may contain NUL in positions where few do
	even, odd := zero[0]+zero[2], zero[1]+zero[3]
	switch {
	case zero[0] == all && zero[1] > most && zero[2] > most && zero[3] <= few:
		return UTF32BE
	case zero[3] == all && zero[2] > most && zero[1] > most && zero[0] <= few:
		return UTF32LE
	case even > all && odd <= few: // of twice as many units
		return UTF16BE
	case odd > all && even <= few:
		return UTF16LE
	}
	return UTF8
}

// Decode returns a text in UTF-8 without its byte order mark. UTF-8 is returned unchanged.
func (e Encoding) Decode(text []byte) []byte {
	if e == UTF8 {
		return text
	}
	text = bytes.TrimPrefix(text, []byte(e.Mark()))
	decoded := make([]byte, 0, len(text))
	for len(text) >= e.width() {
		r, size := e.decodeRune(text)
		decoded, text = utf8.AppendRune(decoded, r), text[size:]
	}
	return decoded
}

func (e Encoding) width() int {
	if e >= UTF32LE {
		return 4
	}
	return 2
}

// decodeRune returns the first character of a text that has at least one unit.
func (e Encoding) decodeRune(text []byte) (r rune, size int) {
	order := binary.ByteOrder(binary.LittleEndian)
	if e == UTF16BE || e == UTF32BE {
		order = binary.BigEndian
	}
	if e >= UTF32LE {
		return rune(order.Uint32(text)), 4 // AppendRune replaces invalid characters
	}
	r = rune(order.Uint16(text))
	if utf16.IsSurrogate(r) && len(text) >= 4 {
		if pair := utf16.DecodeRune(r, rune(order.Uint16(text[2:]))); pair != utf8.RuneError {
			return pair, 4
		}
	}
	return r, 2
}

package jsyaml

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

const base64Digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

// isBinary reports whether a text is base64 of whole bytes. An equals sign counts as a digit anywhere.
func isBinary(text string) bool {
	digits := 0
	for i := range len(text) {
		switch c := text[i]; {
		case isBreak(c):
		case c != '=' && strings.IndexByte(base64Digits, c) < 0:
			return false
		default:
			digits++
		}
	}
	return digits%4 == 0
}

// decodeBinary decodes base64. Incomplete trailing bytes are dropped, and a text without digits is three zeros.
func decodeBinary(text string) []byte {
	var bytes []byte
	bits, digits := uint32(0), 0
	for i := range len(text) {
		d := strings.IndexByte(base64Digits, text[i])
		if d < 0 {
			continue
		}
		bits = bits<<6 | uint32(d)
		digits++
		if digits%4 == 0 {
			bytes = append(bytes, byte(bits>>16), byte(bits>>8), byte(bits))
		}
	}
	switch {
	case digits == 0:
		return []byte{0, 0, 0}
	case digits%4 == 3:
		bytes = append(bytes, byte(bits>>10), byte(bits>>2))
	case digits%4 == 2:
		bytes = append(bytes, byte(bits>>4))
	}
	return bytes
}

// printBytes formats binary data: in version 3 it is a Node Buffer, which prints as UTF-8, and in version 4 an array
// of bytes.
func printBytes(text string, v Version) string {
	if v == buffer && text == "" {
		return ""
	}
	bytes := decodeBinary(text)
	if v == V3 || v == buffer {
		return printUTF8(bytes)
	}
	var b strings.Builder
	for i, c := range bytes {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(strconv.Itoa(int(c)))
	}
	return b.String()
}

// printUTF8 decodes bytes according to the Encoding Standard: an incomplete character is one U+FFFD.
func printUTF8(bytes []byte) string {
	var b strings.Builder
	for len(bytes) > 0 {
		c, size := utf8.DecodeRune(bytes)
		if c == utf8.RuneError && size == 1 {
			for size < len(bytes) && !utf8.FullRune(bytes[:size+1]) {
				size++
			}
		}
		b.WriteRune(c)
		bytes = bytes[size:]
	}
	return b.String()
}

// buffer is the version of a Binary that another library has decoded.
const buffer Version = 1

// Bytes returns the value of base64 data, which prints as the bytes themselves.
func Bytes(text string) *Value { return &Value{Kind: Binary, Text: text, version: buffer} }

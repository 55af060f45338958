package loader

import (
	"strings"

	"github.com/skilllint/skilllint/schema"
)

// isSpaceJS reports whether JavaScript's \s and trim treat a character as white space.
func isSpaceJS(r rune) bool {
	switch {
	case r >= '\t' && r <= '\r', r == ' ', r == 0xA0, r == 0x1680, r >= 0x2000 && r <= 0x200A,
		r == 0x2028, r == 0x2029, r == 0x202F, r == 0x205F, r == 0x3000, r == 0xFEFF:
		return true
	}
	return false
}

// isLineEndJS reports whether a character is a line terminator, which "." does not match in JavaScript's regular
// expressions.
func isLineEndJS(r rune) bool { return r == '\n' || r == '\r' || r == 0x2028 || r == 0x2029 }

// TrimJS removes white space from both ends of a text.
func TrimJS(s string) string { return strings.TrimFunc(s, isSpaceJS) }

// trimStartJS removes white space from the start of a text.
func trimStartJS(s string) string { return strings.TrimLeftFunc(s, isSpaceJS) }

func utf16Length(s string) int { return schema.Length(s, schema.UTF16) }

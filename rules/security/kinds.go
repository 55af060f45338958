package security

import "unicode"

const (
	blackFlag   = '\U0001F3F4'
	cancelTag   = '\U000E007F'
	supplement  = '\U000E0100' // the first code point of the variation selectors supplement
	longestFlag = 6            // country, subdivision and cancel tag: "gbeng"
)

// isInvisible reports whether a character is invisible: the default ignorable code points of Unicode 16 (DerivedCoreProperties),
// line and paragraph separators, and annotation characters.
func isInvisible(r rune) bool { return r >= 0xAD && unicode.Is(invisible, r) }

var invisible = &unicode.RangeTable{
	R16: []unicode.Range16{{0xAD, 0xAD, 1}, {0x34F, 0x34F, 1}, {0x61C, 0x61C, 1}, {0x115F, 0x1160, 1}, {0x17B4, 0x17B5, 1}, {0x180B, 0x180F, 1}, {0x200B, 0x200F, 1}, {0x2028, 0x202E, 1},
		{0x2060, 0x206F, 1}, {0x3164, 0x3164, 1}, {0xFE00, 0xFE0F, 1}, {0xFEFF, 0xFEFF, 1}, {0xFFA0, 0xFFA0, 1}, {0xFFF0, 0xFFFB, 1}},
	R32:         []unicode.Range32{{0x1BCA0, 0x1BCA3, 1}, {0x1D173, 0x1D17A, 1}, {0xE0000, 0xE0FFF, 1}},
	LatinOffset: 1,
}

// isControl reports whether r opens or closes an embedding, an override or an isolate (UAX #9).
func isControl(r rune) bool { return 0x202A <= r && r <= 0x202E || 0x2066 <= r && r <= 0x2069 }

func isTag(r rune) bool { return 0xE0000 <= r && r <= cancelTag }

func isSelector(r rune) bool {
	return 0xFE00 <= r && r <= 0xFE0F || supplement <= r && r <= 0xE01EF
}

// selectorByte returns the byte that a variation selector encodes in hidden text.
func selectorByte(r rune) byte {
	if r >= supplement {
		return byte(r - supplement + 16)
	}
	return byte(r - 0xFE00)
}

// isFlagTag reports whether r may be part of the flag of a region: a lower-case letter, a digit, or the cancel tag.
func isFlagTag(r rune) bool {
	return 0xE0030 <= r && r <= 0xE0039 || 0xE0061 <= r && r <= 0xE007A || r == cancelTag
}

// isRegion reports whether tags are a country of two letters, one to three characters of its subdivision, and the cancel tag
// (UTS #51, ED-14a). CLDR's unicode_subdivision_id has up to four characters, but these could be a word.
func isRegion(tags []character) bool {
	n := len(tags) - 1
	return 3 <= n && n < longestFlag && tags[0].r >= 0xE0061 && tags[1].r >= 0xE0061 && tags[n].r == cancelTag
}

// isRightToLeft reports whether r is in a block of right-to-left letters (the defaults of DerivedBidiClass), and
// not a direction mark.
func isRightToLeft(r rune) bool {
	return 0x590 <= r && r <= 0x8FF && r != 0x61C || 0xFB1D <= r && r <= 0xFDFF || 0xFE70 <= r && r < 0xFEFF ||
		0x10800 <= r && r <= 0x10FFF || 0x1E800 <= r && r <= 0x1EFFF
}

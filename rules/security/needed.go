package security

import "unicode"

// isNeeded reports whether the surrounding text needs a character of a run.
func (j *run) isNeeded(r rune) bool {
	either := func(is func(rune) bool) bool { return is(j.before) || is(j.after) }
	switch {
	case isSelector(r):
		return j.seen == 1 && allowsSelector(j.before, r)
	case r == 0x200D && isPictograph(j.before) && isPictograph(j.after):
		return true
	}
	switch r {
	case 0xAD:
		return unicode.IsLetter(j.before)
	case 0x34F, 0x2061, 0x2062, 0x2063, 0x2064, 0xFFF9, 0xFFFA, 0xFFFB:
		return either(isForeign)
	case 0x61C, 0x200E, 0x200F:
		return j.s.lineAt(j.start).rightToLeft
	case 0x115F, 0x1160, 0x3164, 0xFFA0:
		return either(isHangul)
	case 0x17B4, 0x17B5, 0x200C, 0x200D:
		return either(isComplex)
	case 0x180B, 0x180C, 0x180D, 0x180E, 0x180F:
		return either(func(r rune) bool { return unicode.Is(unicode.Mongolian, r) })
	case 0x200B:
		return j.before == '@' || either(isUnspaced)
	case 0x2060:
		return isVisible(j.before) && isVisible(j.after) && !(isASCIILetter(j.before) && isASCIILetter(j.after))
	}
	switch r >> 8 {
	case 0x1D1: // musical symbols
		return either(func(r rune) bool { return 0x1D100 <= r && r <= 0x1D1FF })
	case 0x1BC: // shorthand
		return either(func(r rune) bool { return 0x1BC00 <= r && r <= 0x1BCAF })
	}
	return false
}

// allowsSelector reports whether a variation selector may follow a character: a selector of the supplement after an ideograph
// (UTS #37), FE0E and FE0F after a possible emoji, and others after "0" or a non-ASCII character.
func allowsSelector(before, r rune) bool {
	switch {
	case r >= supplement:
		return unicode.Is(unicode.Han, before)
	case r >= 0xFE0E:
		return isForeign(before) || before >= '0' && before <= '9' || before == '#' || before == '*'
	}
	return isForeign(before) || before == '0'
}

// isPictograph reports whether r can be part of an emoji sequence with joiners.
func isPictograph(r rune) bool {
	return r >= 0x1F000 && r <= 0x1FBFF || r >= 0x2190 && r < 0x3300 && unicode.In(r, unicode.So, unicode.Sm)
}

func isVisible(r rune) bool { return r > ' ' && !unicode.IsSpace(r) }

func isForeign(r rune) bool { return r > unicode.MaxASCII && isVisible(r) }

func isASCIILetter(r rune) bool { return 'a' <= r|0x20 && r|0x20 <= 'z' }

func isHangul(r rune) bool { return unicode.Is(unicode.Hangul, r) }

// isComplex reports whether r is in a script in which joiners select the shape of letters: the blocks from Arabic to Khmer and
// Mongolian, and their supplements.
func isComplex(r rune) bool {
	return 0x600 <= r && r <= 0x109F || 0x1700 <= r && r <= 0x18AF || 0x1900 <= r && r <= 0x1CFF ||
		0xA800 <= r && r <= 0xABFF || 0xFB50 <= r && r <= 0xFDFF || 0xFE70 <= r && r < 0xFEFF ||
		0x10A00 <= r && r <= 0x11FFF || 0x1E900 <= r && r <= 0x1E95F
}

// isUnspaced reports whether r is in a script without spaces between words, in which a zero-width space allows a line break or the
// start of Markdown emphasis: Thai to Khmer, Chinese and Japanese; and Korean, in which particles follow emphasis.
func isUnspaced(r rune) bool {
	return 0xE00 <= r && r <= 0x109F || 0x1780 <= r && r <= 0x17FF || 0x1950 <= r && r <= 0x19FF || 0x1A20 <= r && r <= 0x1AAF ||
		0xA9E0 <= r && r <= 0xA9FF || 0xAA60 <= r && r <= 0xAADF || 0x2E80 <= r && r <= 0x9FFF && r != 0x3164 ||
		0xAC00 <= r && r <= 0xD7FF || 0xF900 <= r && r <= 0xFAFF || 0xFF01 <= r && r <= 0xFFEF && r != 0xFFA0 || 0x20000 <= r && r <= 0x3FFFF
}

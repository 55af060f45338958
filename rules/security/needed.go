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
func isComplex(r rune) bool { return unicode.Is(complexScripts, r) }

var complexScripts = &unicode.RangeTable{
	R16: []unicode.Range16{{0x600, 0x109F, 1}, {0x1700, 0x18AF, 1}, {0x1900, 0x1CFF, 1}, {0xA800, 0xABFF, 1}, {0xFB50, 0xFDFF, 1}, {0xFE70, 0xFEFE, 1}},
	R32: []unicode.Range32{{0x10A00, 0x11FFF, 1}, {0x1E900, 0x1E95F, 1}},
}

// isUnspaced reports whether r is in a script without spaces between words, in which a zero-width space allows a line break or the
// start of Markdown emphasis: Thai to Khmer, Chinese and Japanese; and Korean, in which particles follow emphasis.
func isUnspaced(r rune) bool { return unicode.Is(unspaced, r) }

var unspaced = &unicode.RangeTable{
	R16: []unicode.Range16{{0xE00, 0x109F, 1}, {0x1780, 0x17FF, 1}, {0x1950, 0x19FF, 1}, {0x1A20, 0x1AAF, 1}, {0x2E80, 0x3163, 1}, {0x3165, 0x9FFF, 1},
		{0xA9E0, 0xA9FF, 1}, {0xAA60, 0xAADF, 1}, {0xAC00, 0xD7FF, 1}, {0xF900, 0xFAFF, 1}, {0xFF01, 0xFF9F, 1}, {0xFFA1, 0xFFEF, 1}},
	R32: []unicode.Range32{{0x20000, 0x3FFFF, 1}},
}

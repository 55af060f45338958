package catalog

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// printable lists white space and ASCII in the order of localeCompare, with the dotless i. Upper case is
// missing, because it differs from lower case on the third level only.
const printable = "\t\n\v\f\r\u0085\u2028\u2029 _-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$0123456789abcdefghiıjklmnopqrstuvwxyz"

// diacritics are those of Latin letters in the order of the second level. The last one stands for ligatures.
const diacritics = "\u0301\u0300\u0306\u0302\u030c\u030a\u0308\u030b\u0303\u0307\u0338\u0327\u0328\u0304\u0337"

// decompose decomposes letters that sort like others but have no Unicode decomposition.
var decompose = strings.NewReplacer("æ", "a\u0337e", "Æ", "A\u0337E", "œ", "o\u0337e", "Œ", "O\u0337E", "ø", "o\u0338", "Ø", "O\u0338",
	"đ", "d\u0338", "Đ", "D\u0338", "ł", "l\u0338", "Ł", "L\u0338", "ß", "s\u0337s")

// A collationKey has the weights that localeCompare compares, by level: characters, diacritics, case.
type collationKey [3][]rune

// compareNames compares two names as JavaScript's localeCompare does, with ICU's root collation, which English
// uses. It is exact for names for which [isExactlySorted] returns true. Other scripts are in the correct order, but
// their characters are sorted by code point.
func compareNames(a, b string) int {
	if a == b {
		return 0
	}
	x, y := collationKeyOf(a), collationKeyOf(b)
	for level := range x {
		if c := slices.Compare(x[level], y[level]); c != 0 {
			return c
		}
	}
	return 0
}

// isExactlySorted reports whether a name consists of ASCII and Latin letters with diacritics.
func isExactlySorted(name string) bool {
	for _, r := range norm.NFD.String(decompose.Replace(name)) {
		if r >= 0x80 && !strings.ContainsRune(diacritics, r) {
			return false
		}
	}
	return true
}

func collationKeyOf(name string) collationKey {
	var k collationKey
	for _, whole := range norm.NFC.String(decompose.Replace(name)) {
		form := collationForm(whole)
		for _, r := range norm.NFKD.String(string(whole)) {
			switch {
			case unicode.Is(unicode.Mn, r):
				diacritic := rune(strings.IndexRune(diacritics, r))
				if diacritic < 0 {
					diacritic = r
				}
				k[1], k[2] = append(k[1], diacritic+2), append(k[2], 0)
				continue
			case unicode.IsControl(r) && !strings.ContainsRune(printable, r):
				continue
			}
			lower := unicode.ToLower(r)
			third := form
			if lower != r && form < superscript {
				third += upperCase
			}
			k[0], k[1], k[2] = append(k[0], collationWeight(lower)), append(k[1], 1), append(k[2], third)
		}
	}
	return k
}

// Weights of the third level. upperCase is added to the collationWeight of the form.
const (
	fullWidth   = 1 // ａ
	variant     = 2 // ﬁ
	upperCase   = 6
	superscript = 18 // ²
)

// collationForm returns the third-level collationWeight of a character that is a variant of others, or 0.
func collationForm(r rune) rune {
	switch {
	case r < 0x80 || norm.NFKD.String(string(r)) == norm.NFD.String(string(r)):
		return 0
	case r >= 0xff01 && r <= 0xff5e:
		return fullWidth
	case strings.ContainsRune("²³¹ªº", r) || r >= 0x2070 && r <= 0x207f:
		return superscript
	}
	return variant
}

// scripts are the scripts in sort order. Other scripts sort before the last one.
var scripts = []*unicode.RangeTable{unicode.Latin, unicode.Greek, unicode.Cyrillic, unicode.Georgian, unicode.Armenian, unicode.Hebrew,
	unicode.Arabic, unicode.Devanagari, unicode.Thai, unicode.Hangul, unicode.Hiragana, unicode.Katakana, unicode.Bopomofo, unicode.Han}

// collationWeight returns the first-level collationWeight of a character: its group, then its position in the group.
func collationWeight(r rune) rune {
	const group = 1 << 22 // larger than any code point
	if i := strings.IndexRune(printable, r); i >= 0 {
		if i < strings.IndexByte(printable, '0') {
			return rune(i)
		}
		return 2*group + rune(i)
	}
	if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
		return group + r
	}
	at := slices.IndexFunc(scripts, func(t *unicode.RangeTable) bool { return unicode.Is(t, r) })
	if at < 0 {
		at = len(scripts) - 2
	}
	return rune(at+3)*group + r
}

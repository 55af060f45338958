package security

import "fmt"

// characterName returns the code point of a character and its Unicode name, if it has one.
func characterName(r rune) string {
	if name := nameOf(r); name != "" {
		return fmt.Sprintf("U+%04X %s", r, name)
	}
	return fmt.Sprintf("U+%04X", r)
}

func nameOf(r rune) string {
	switch {
	case 0x200B <= r && r <= 0x200F:
		return [...]string{"ZERO WIDTH SPACE", "ZERO WIDTH NON-JOINER", "ZERO WIDTH JOINER", "LEFT-TO-RIGHT MARK", "RIGHT-TO-LEFT MARK"}[r-0x200B]
	case 0x2028 <= r && r <= 0x202E:
		return [...]string{"LINE SEPARATOR", "PARAGRAPH SEPARATOR", "LEFT-TO-RIGHT EMBEDDING", "RIGHT-TO-LEFT EMBEDDING",
			"POP DIRECTIONAL FORMATTING", "LEFT-TO-RIGHT OVERRIDE", "RIGHT-TO-LEFT OVERRIDE"}[r-0x2028]
	case 0x2060 <= r && r <= 0x2064:
		return [...]string{"WORD JOINER", "FUNCTION APPLICATION", "INVISIBLE TIMES", "INVISIBLE SEPARATOR", "INVISIBLE PLUS"}[r-0x2060]
	case 0x2066 <= r && r <= 0x2069:
		return [...]string{"LEFT-TO-RIGHT ISOLATE", "RIGHT-TO-LEFT ISOLATE", "FIRST STRONG ISOLATE", "POP DIRECTIONAL ISOLATE"}[r-0x2066]
	case 0xFFF9 <= r && r <= 0xFFFB:
		return "INTERLINEAR ANNOTATION"
	case r == 0xE0001:
		return "LANGUAGE TAG"
	case isTag(r):
		return "TAG"
	case isSelector(r):
		return "VARIATION SELECTOR"
	}
	return single(r)
}

func single(r rune) string {
	switch r {
	case 0xAD:
		return "SOFT HYPHEN"
	case 0x34F:
		return "COMBINING GRAPHEME JOINER"
	case 0x61C:
		return "ARABIC LETTER MARK"
	case 0x115F:
		return "HANGUL CHOSEONG FILLER"
	case 0x1160:
		return "HANGUL JUNGSEONG FILLER"
	case 0x180E:
		return "MONGOLIAN VOWEL SEPARATOR"
	case 0x3164:
		return "HANGUL FILLER"
	case 0xFEFF:
		return "ZERO WIDTH NO-BREAK SPACE"
	case 0xFFA0:
		return "HALFWIDTH HANGUL FILLER"
	}
	return ""
}

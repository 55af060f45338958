package markdown

import (
	"strings"
	"unicode"
)

// HeadingName returns the text of a heading for comparison: "Executive Summary" for "1. Executive Summary", and
// "Summary" for "§2 Summary:" and "📋 Summary". If the heading is only a number, it returns the number.
func HeadingName(title string) string {
	rest := strings.TrimFunc(title, isDecoration)
	for {
		number, tail, ok := strings.Cut(rest, " ")
		if !ok || !isNumber(number) {
			return rest
		}
		rest = strings.TrimFunc(tail, isDecoration)
	}
}

// isDecoration reports whether a character at the start or end of a heading is not part of its name.
func isDecoration(r rune) bool {
	return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '(' && r != ')'
}

// isNumber reports whether a word is the number of a heading: "1.", "2.3", "10)", "(4)", "B.", "IV.".
func isNumber(word string) bool {
	bare := strings.Trim(word, ".()")
	if bare == "" {
		return word != ""
	}
	digits := strings.Trim(bare, "0123456789.") == ""
	if digits {
		return true
	}
	marked := strings.HasSuffix(word, ".") || strings.HasSuffix(word, ")")
	letter := len(bare) == 1 && bare[0] >= 'A' && bare[0] <= 'Z'
	return marked && (letter || strings.Trim(bare, "IVXLC") == "")
}

package violation

import (
	"regexp"
	"strings"

	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/schema"
)

// firstInvalidChar returns the first character of a text that the pattern of a violation, which is a set of characters, does
// not match.
func firstInvalidChar(v schema.Violation, text string) string {
	if !strings.Contains(v.Message, "{char}") {
		return ""
	}
	pattern, err := regexp.Compile(v.Pattern)
	if err != nil {
		return "an invalid character"
	}
	for _, r := range text {
		switch c := string(r); {
		case pattern.MatchString(c):
		case strings.TrimSpace(c) == "":
			return "a space"
		default:
			return quote.Text(c)
		}
	}
	return "an invalid character"
}

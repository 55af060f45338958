// Package quote formats user-written text for messages: verbatim in quotation marks, with limited length and
// visible characters only. It also formats numbers with commas.
package quote

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Limit is the length in code points up to which text is shown completely.
const Limit = 120

// Text returns text in quotation marks. Text over [Limit] is cut in the middle. Text with line ends or
// control, invisible or invalid characters is escaped as in a Go string; other text is unchanged.
func Text(text string) string {
	text = cut(text)
	for _, r := range text {
		if !strconv.IsPrint(r) || r == utf8.RuneError {
			return strconv.Quote(text)
		}
	}
	return `"` + text + `"`
}

// cut replaces the middle of a long text by an ellipsis.
func cut(text string) string {
	if len(text) <= Limit || utf8.RuneCountInString(text) <= Limit {
		return text
	}
	head, tail := 0, len(text)
	for range Limit/2 - 1 {
		_, n := utf8.DecodeRuneInString(text[head:])
		head += n
		_, n = utf8.DecodeLastRuneInString(text[:tail])
		tail -= n
	}
	return text[:head] + "…" + text[tail:]
}

// List joins quoted texts with commas and a conjunction: `"a", "b" or "c"`. It shows at most five, or ten for
// choices, and the number of others. The order is kept.
func List(texts []string, conjunction string) string {
	most := 5
	if conjunction == "or" {
		most = 10
	}
	var shown []string
	for _, t := range texts[:min(len(texts), most)] {
		shown = append(shown, Text(t))
	}
	if rest := len(texts) - most; rest > 0 {
		return strings.Join(shown, ", ") + " " + conjunction + " " + strconv.Itoa(rest) + " more"
	}
	if len(shown) < 2 {
		return strings.Join(shown, "")
	}
	last := len(shown) - 1
	return strings.Join(shown[:last], ", ") + " " + conjunction + " " + shown[last]
}

// Count returns a number with commas between its thousands.
func Count(n int) string { return Number(strconv.Itoa(n)) }

// Plural returns a number with its noun: "1 skill", "1,200 skills".
func Plural(n int, one string) string {
	if n == 1 {
		return "1 " + one
	}
	return Count(n) + " " + one + "s"
}

// Number puts commas between the thousands of a whole number. Other texts are unchanged.
func Number(digits string) string {
	if strings.ContainsAny(digits, ".-eE") {
		return digits
	}
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}

// Choose returns one for the number 1, or else many with the number in place of %s.
func Choose(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return fmt.Sprintf(many, Count(n))
}

// Argument returns a path quoted as one argument of a shell, if necessary.
func Argument(path string) string {
	if strings.ContainsAny(path, " \t\n\"'`$&|;<>()*?[]#~!{}\\") {
		return "'" + strings.ReplaceAll(path, "'", `'\''`) + "'"
	}
	return path
}

package markdown

import (
	"strings"
	"unicode"
)

// Symbols and words for good and bad examples. Words are compared as a whole, without case and punctuation.
const (
	badMarks = "❌✗✘✖🚫⛔"
	badWords = "bad|wrong|incorrect|anti pattern|anti patterns|antipattern|antipatterns|avoid|don't|dont|do not|must not|" +
		"never|not allowed|forbidden|counter example|violates|violation|violations|broken|mistake|mistakes|pitfall|pitfalls|problem|instead of"
	goodMarks = "✅✓✔"
	goodWords = "good|right|correct|correctly|better|instead|fixed"
)

// CallsBad reports whether a heading, a line or a comment calls something bad.
func CallsBad(text string) bool { return calls(text, badMarks, badWords) }

// wrongWords are used only for wrong examples.
const wrongWords = "bad|wrong|incorrect|incorrectly|anti pattern|anti patterns|antipattern|antipatterns|counter example|counter examples"

// CallsWrong reports whether a heading, a label or a comment calls an example wrong. It is stricter than
// CallsBad: text about what not to do often refers to existing files.
func CallsWrong(text string) bool { return calls(text, badMarks, wrongWords) }

// CallsGood reports whether a comment calls something good.
func CallsGood(text string) bool { return calls(text, goodMarks, goodWords) }

// MaxVerdict is the number of bytes at the end of a line that are read.
const MaxVerdict = 400

func calls(text, marks, words string) bool {
	if len(text) > MaxVerdict {
		text = text[len(text)-MaxVerdict:]
	}
	if strings.ContainsAny(text, marks) {
		return true
	}
	plain := " " + strings.Join(strings.FieldsFunc(strings.ToLower(strings.ReplaceAll(text, "’", "'")), func(r rune) bool {
		return r != '\'' && !unicode.IsLetter(r) && !unicode.IsDigit(r)
	}), " ") + " "
	for w := range strings.SplitSeq(words, "|") {
		if strings.Contains(plain, " "+w+" ") {
			return true
		}
	}
	return false
}

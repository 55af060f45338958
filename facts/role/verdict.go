package role

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Symbols for good and bad examples.
const (
	badMarks  = "❌✗✘✖🚫⛔"
	goodMarks = "✅✓✔"
)

// Words for good and bad examples, enclosed in spaces. They match whole words, without case and punctuation.
var (
	badWords = []string{
		" bad ", " wrong ", " incorrect ", " anti pattern ", " anti patterns ", " antipattern ", " antipatterns ",
		" avoid ", " don't ", " dont ", " do not ", " must not ", " never ", " not allowed ", " forbidden ",
		" counter example ", " violates ", " violation ", " violations ", " broken ", " mistake ", " mistakes ",
		" pitfall ", " pitfalls ", " problem ", " instead of ",
	}
	goodWords = []string{
		" good ", " right ", " correct ", " correctly ", " better ", " instead ", " fixed ",
	}

	// wrongWords are used only for wrong examples.
	wrongWords = []string{
		" bad ", " wrong ", " incorrect ", " incorrectly ", " anti pattern ", " anti patterns ", " antipattern ",
		" antipatterns ", " counter example ", " counter examples ",
	}
)

// CallsBad reports whether a heading, a line or a comment labels something as bad.
func CallsBad(text string) bool { return calls(text, badMarks, badWords) }

// CallsWrong reports whether a heading, a label or a comment labels an example as wrong. It is stricter than
// CallsBad: advice against something often refers to existing files.
func CallsWrong(text string) bool { return calls(text, badMarks, wrongWords) }

// CallsGood reports whether a comment labels something as good.
func CallsGood(text string) bool { return calls(text, goodMarks, goodWords) }

// MaxVerdict is the number of bytes at the end of a line that are searched for a label.
const MaxVerdict = 400

func calls(text, marks string, words []string) bool {
	if len(text) > MaxVerdict {
		text = text[len(text)-MaxVerdict:]
	}
	var buffer [MaxVerdict + 2]byte
	plain := append(buffer[:0], ' ') // the words in lower case, separated by spaces
	for _, r := range text {
		switch r = unicode.ToLower(r); {
		case r == '’':
			plain = append(plain, '\'')
		case r == '\'' || unicode.IsLetter(r) || unicode.IsDigit(r):
			plain = utf8.AppendRune(plain, r)
		case r >= utf8.RuneSelf && strings.ContainsRune(marks, r):
			return true
		case plain[len(plain)-1] != ' ':
			plain = append(plain, ' ')
		}
	}
	plain = append(plain, ' ')
	for _, w := range words {
		if bytes.Contains(plain, []byte(w)) {
			return true
		}
	}
	return false
}

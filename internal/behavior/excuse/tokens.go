package excuse

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Tokens that stand for something other than a word.
const (
	stopToken = "." // the end of a sentence
	softToken = "," // other punctuation
	codeToken = "`" // a code span
	badToken  = "✗" // a symbol for something wrong
	goodToken = "✓"
)

// wordsIn returns the words of a text in lower case, with tokens for punctuation, code spans and symbols.
func wordsIn(text []byte) []string {
	var words []string
	mark := func(token string) {
		if n := len(words); n == 0 || words[n-1] != token {
			words = append(words, token)
		}
	}
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRune(text[i:])
		switch {
		case r == '`':
			n := bytes.IndexByte(text[i+1:], '`')
			for n == 0 { // longer delimiters
				i++
				n = bytes.IndexByte(text[i+1:], '`')
			}
			if n < 0 {
				n = -1
			}
			words = append(words, codeToken)
			i += 1 + n + 1
			continue
		case isWordRune(r):
			end, isAddress := i, false
			for end < len(text) {
				next, n := utf8.DecodeRune(text[end:])
				if next == ':' && bytes.HasPrefix(text[end:], []byte("://")) {
					for end < len(text) && bytes.IndexByte([]byte(" \t\r\n\"'`)>"), text[end]) < 0 {
						end++
					}
					isAddress = true
					break
				}
				if !isWordRune(next) && next != '-' && !(next == '.' && end+1 < len(text) && letters[text[end+1]] != 0) {
					break
				}
				end += n
			}
			if isAddress {
				words = append(words, codeToken)
				i = end
				continue
			}
			word := strings.ToLower(strings.ReplaceAll(string(text[i:end]), "’", "'"))
			words = append(words, strings.Trim(word, "'-"))
			i = end
			continue
		case strings.ContainsRune("❌✗✘✖🚫⛔", r):
			mark(badToken)
		case strings.ContainsRune("✅✓✔", r):
			mark(goodToken)
		case strings.ContainsRune(".!?;。！？；", r):
			mark(stopToken)
		case r == ',' || r == ':' || r == '(' || r == ')' || r == '—' || r == '–' || r == '|' || r == '：' || r == '，' || r == '"':
			mark(softToken)
		}
		i += size
	}
	return words
}

func isWordRune(r rune) bool {
	return r == '\'' || r == '’' || r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r)
}

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
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRune(text[i:])
		switch {
		case r == '`':
			words = append(words, codeToken)
			i = spanEnd(text, i)
		case isWordRune(r):
			end, isAddress := wordEnd(text, i)
			word := codeToken
			if !isAddress {
				word = strings.Trim(strings.ToLower(strings.ReplaceAll(string(text[i:end]), "’", "'")), "'-")
			}
			words = append(words, word)
			i = end
		default:
			if token := tokenOf(r); token != "" && (len(words) == 0 || words[len(words)-1] != token) {
				words = append(words, token)
			}
			i += size
		}
	}
	return words
}

// tokenOf returns the token of a character that is not part of a word, or "".
func tokenOf(r rune) string {
	switch r {
	case '❌', '✗', '✘', '✖', '🚫', '⛔':
		return badToken
	case '✅', '✓', '✔':
		return goodToken
	case '.', '!', '?', ';', '。', '！', '？', '；':
		return stopToken
	case ',', ':', '(', ')', '—', '–', '|', '：', '，', '"':
		return softToken
	}
	return ""
}

// spanEnd returns the end of the code span that begins at a backtick.
func spanEnd(text []byte, at int) int {
	n := bytes.IndexByte(text[at+1:], '`')
	for n == 0 { // longer delimiters
		at++
		n = bytes.IndexByte(text[at+1:], '`')
	}
	return at + 1 + max(n, -1) + 1
}

// wordEnd returns the end of the word at an offset, and whether it is an address.
func wordEnd(text []byte, at int) (end int, isAddress bool) {
	for end = at; end < len(text); {
		next, n := utf8.DecodeRune(text[end:])
		if next == ':' && bytes.HasPrefix(text[end:], []byte("://")) {
			for end < len(text) && bytes.IndexByte([]byte(" \t\r\n\"'`)>"), text[end]) < 0 {
				end++
			}
			return end, true
		}
		if !isWordRune(next) && next != '-' && !(next == '.' && end+1 < len(text) && letters[text[end+1]] != 0) {
			break
		}
		end += n
	}
	return end, false
}

func isWordRune(r rune) bool {
	return r == '\'' || r == '’' || r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r)
}

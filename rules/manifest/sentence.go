package manifest

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// sentences estimates the number of sentences in a text. A sentence ends at a period, question mark or exclamation mark after
// a word if the next word is capitalized, and at Chinese and Japanese punctuation anywhere. Abbreviations, initials,
// versions and file names do not end a sentence.
func sentences(text string) int {
	text = strings.TrimSpace(text)
	if text == "" {
		return 0
	}
	n := 1
	for i, r := range text {
		rest := text[i+utf8.RuneLen(r):]
		switch r {
		case '。', '！', '？':
			if next, _ := utf8.DecodeRuneInString(rest); !strings.ContainsRune("。！？", next) && strings.Trim(rest, "」』）)\"' \n") != "" {
				n++
			}
		case '.', '!', '?':
			if beginsSentence(rest) && endsSentence(text[:i], r) {
				n++
			}
		}
	}
	return n
}

// beginsSentence reports whether a new sentence may begin: with a space and a capital letter.
func beginsSentence(rest string) bool {
	rest = strings.TrimLeft(rest, `)"'”’`)
	word := strings.TrimLeft(rest, " \t\r\n")
	if len(word) == len(rest) {
		return false
	}
	r, _ := utf8.DecodeRuneInString(strings.TrimLeft(word, "(\"'“‘*_`"))
	return unicode.IsUpper(r)
}

// endsSentence reports whether a punctuation character after a text ends a sentence.
func endsSentence(before string, mark rune) bool {
	word := before[strings.LastIndexAny(before, " \t\n(")+1:]
	switch {
	case word == "":
		return false
	case mark != '.':
		return true
	case isInitials(word):
		return false
	}
	switch strings.ToLower(word) {
	case "vs", "etc", "cf", "ca", "approx", "no", "fig", "sec", "dr", "mr", "ms", "mrs", "st", "inc", "ltd", "incl", "resp", "al":
		return false
	}
	return true
}

// isInitials reports whether a word consists of single letters separated by periods: "J", "e.g".
func isInitials(word string) bool {
	for part := range strings.SplitSeq(word, ".") {
		r, n := utf8.DecodeRuneInString(part)
		if n != len(part) || !unicode.IsLetter(r) {
			return false
		}
	}
	return true
}

package house

import (
	"bytes"
	"regexp/syntax"
	"slices"
	"strings"
	"unicode/utf8"
)

// words holds literals; each match contains one of them, so most text can be skipped quickly. If empty, they are unknown.
type words struct {
	any  []string
	fold bool // they are in lower case, and must be searched in lower-case text
}

// maxWords limits the words, because each costs a search.
const maxWords = 12

// occurIn reports whether a text contains one of the words. lower returns the text in lower case.
func (w words) occurIn(text []byte, lower func() []byte) bool {
	if len(w.any) == 0 {
		return true
	}
	if w.fold {
		text = lower()
	}
	return slices.ContainsFunc(w.any, func(word string) bool { return bytes.Contains(text, []byte(word)) })
}

// wordsOf returns the words of a pattern.
func wordsOf(re *syntax.Regexp) words {
	any := requiredWords(re)
	fold := slices.ContainsFunc(any, func(w word) bool { return w.fold })
	out := words{fold: fold}
	for _, w := range any {
		if fold {
			w.text = lowered(w.text)
		}
		out.any = append(out.any, w.text)
	}
	return out
}

type word struct {
	text string
	fold bool
}

// requiredWords returns the longest available words of which every match contains one.
func requiredWords(re *syntax.Regexp) []word {
	switch re.Op {
	case syntax.OpLiteral:
		if w := literal(re); w.text != "" {
			return []word{w}
		}
	case syntax.OpCapture, syntax.OpPlus:
		return requiredWords(re.Sub[0])
	case syntax.OpRepeat:
		if re.Min > 0 {
			return requiredWords(re.Sub[0])
		}
	case syntax.OpConcat:
		var best []word
		for _, sub := range re.Sub {
			if words := requiredWords(sub); least(words) > least(best) {
				best = words
			}
		}
		return best
	case syntax.OpAlternate:
		var all []word
		for _, sub := range re.Sub {
			words := requiredWords(sub)
			if all = append(all, words...); len(words) == 0 || len(all) > maxWords {
				return nil
			}
		}
		return all
	}
	return nil
}

// least returns the length of the shortest word.
func least(words []word) int {
	if len(words) == 0 {
		return 0
	}
	return len(slices.MinFunc(words, func(a, b word) int { return len(a.text) - len(b.text) }).text)
}

// literal returns the word of a literal. If case is ignored, it is the longest part of ASCII letters that have only two
// forms; K and S have a third one.
func literal(re *syntax.Regexp) word {
	if re.Flags&syntax.FoldCase == 0 {
		return word{text: string(re.Rune)}
	}
	w := word{fold: true}
	parts := strings.FieldsFunc(string(re.Rune), func(r rune) bool { return r >= utf8.RuneSelf || strings.ContainsRune("kKsS", r) })
	for _, part := range parts {
		if len(part) > len(w.text) {
			w.text = part
		}
	}
	return w
}

// lowered returns a text with ASCII letters in lower case.
func lowered(text string) string { return string(lower([]byte(text))) }

func lower(text []byte) []byte {
	out := bytes.Clone(text)
	for i, c := range out {
		if 'A' <= c && c <= 'Z' {
			out[i] = c + 'a' - 'A'
		}
	}
	return out
}

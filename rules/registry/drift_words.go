package registry

import "strings"

const fewestWords = 4 // distinct words of a description that can be compared

// unrelated reports whether two descriptions have no word in common, except for words that most descriptions have. A
// summary shares words with the text that it summarizes. Texts in other scripts are not compared.
func unrelated(a, b string) bool {
	first, second := contentWords(a), contentWords(b)
	if len(first) < fewestWords || len(second) < fewestWords {
		return false
	}
	for word := range first {
		if second[word] {
			return false
		}
	}
	return true
}

// contentWords returns the first letters of the words of an English text, so that forms of a word are equal. It returns none for
// other scripts.
func contentWords(text string) map[string]bool {
	const common = " about after agent agents also code from have into only other such that their them these they this those used user users using when where with work your skill skills should task tasks tool tools more most than then will does help helps "
	const stem = 5
	words := map[string]bool{}
	for word := range strings.FieldsFuncSeq(strings.ToLower(text), func(r rune) bool { return r < 0x80 && (r < 'a' || r > 'z') }) {
		for i := range len(word) {
			if word[i] >= 0x80 {
				return nil
			}
		}
		if len(word) > 3 && !strings.Contains(common, " "+word+" ") {
			words[word[:min(len(word), stem)]] = true
		}
	}
	return words
}

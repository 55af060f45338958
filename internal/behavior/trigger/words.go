package trigger

import "strings"

// letters are ASCII letters in lower case, digits and the underscore; other bytes are 0.
var letters = func() (table [256]byte) {
	for c := range table {
		if c == '_' || '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z' {
			table[c] = byte(c)
			if c >= 'A' && c <= 'Z' {
				table[c] |= 0x20
			}
		}
	}
	return table
}()

// A byteSet is a set of bytes.
type byteSet [4]uint64

func (s *byteSet) add(c byte)      { s[c>>6] |= 1 << (c & 63) }
func (s *byteSet) has(c byte) bool { return s[c>>6]>>(c&63)&1 != 0 }

// longestWord is the length of the longest word of a table.
const longestWord = 32

// A wordTable finds the kinds of words. It is an open hash table that needs no memory of its own, with a bit for each
// hash, because most words of a text are not in it.
type wordTable struct {
	used  [16]uint64
	slots [1 << 10]struct {
		word  string
		kinds uint32
	}
}

// wordsOf are words of a kind, between spaces.
type wordsOf struct {
	kind  uint32
	words string
}

// tableOf returns the table of some words.
func tableOf(groups []wordsOf) (t wordTable) {
	for _, g := range groups {
		for word := range strings.FieldsSeq(g.words) {
			n := len(word)
			h := hashOf(word[0], word[1], word[n-1], n)
			t.used[h>>6] |= 1 << (h & 63)
			for t.slots[h].word != "" && t.slots[h].word != word {
				h = (h + 1) % uint32(len(t.slots))
			}
			t.slots[h].word = word
			t.slots[h].kinds |= g.kind
		}
	}
	return t
}

// hashOf returns a hash of a word: of its first two bytes, the last one, and its length.
func hashOf(first, second, last byte, n int) uint32 {
	return (uint32(first) | uint32(second)<<8 | uint32(last)<<16 | uint32(n)<<24) * 0x9E3779B1 >> 22
}

// kinds returns the kinds of a word of at least two bytes.
func (t *wordTable) kinds(word []byte) uint32 {
	n := len(word)
	h := hashOf(word[0], word[1], word[n-1], n)
	if t.used[h>>6]>>(h&63)&1 == 0 {
		return 0
	}
	return t.find(h, word)
}

// folded returns the kinds of a word of at least two letters in any case.
func (t *wordTable) folded(word []byte) uint32 {
	n := len(word)
	h := hashOf(letters[word[0]], letters[word[1]], letters[word[n-1]], n)
	if t.used[h>>6]>>(h&63)&1 == 0 || n > longestWord {
		return 0
	}
	var lower [longestWord]byte
	for i, c := range word {
		lower[i] = letters[c]
	}
	return t.find(h, lower[:n])
}

func (t *wordTable) find(h uint32, word []byte) uint32 {
	for ; t.slots[h].word != ""; h = (h + 1) % uint32(len(t.slots)) {
		if t.slots[h].word == string(word) {
			return t.slots[h].kinds
		}
	}
	return 0
}

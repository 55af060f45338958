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

// A wordTable maps words to kinds. It is an open hash table that allocates no memory. A bit for each hash
// makes misses fast, because most words of a text are not in the table.
type wordTable struct {
	used  [1 << hashBits / 64]uint64
	slots [1 << slotBits]struct {
		word  string
		kinds uint32
	}
}

// A hash has more bits than the index of a slot: 1 of 20 words outside of a table has the hash of a word in it.
const (
	hashBits = 13
	slotBits = 10
)

// mayHave reports whether any word of the table has a hash.
func (t *wordTable) mayHave(h uint32) bool { return t.used[h>>6]>>(h&63)&1 != 0 }

// wordsOf are words of a kind, separated by spaces.
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
			i := h >> (hashBits - slotBits)
			for t.slots[i].word != "" && t.slots[i].word != word {
				i = (i + 1) % uint32(len(t.slots))
			}
			t.slots[i].word = word
			t.slots[i].kinds |= g.kind
		}
	}
	return t
}

// hashOf returns a hash of a word: of its first two bytes, the last one, and its length.
func hashOf(first, second, last byte, n int) uint32 {
	return (uint32(first) | uint32(second)<<8 | uint32(last)<<16 | uint32(n)<<24) * 0x9E3779B1 >> (32 - hashBits)
}

// kinds returns the kinds of a word of at least two bytes.
func (t *wordTable) kinds(word []byte) uint32 {
	n := len(word)
	h := hashOf(word[0], word[1], word[n-1], n)
	if !t.mayHave(h) {
		return 0
	}
	return t.find(h, word)
}

// kindsFolded returns the kinds of a word of at least two letters in any case.
func (t *wordTable) kindsFolded(word []byte) uint32 {
	n := len(word)
	h := hashOf(letters[word[0]], letters[word[1]], letters[word[n-1]], n)
	if !t.mayHave(h) || n > longestWord {
		return 0
	}
	var lower [longestWord]byte
	for i, c := range word {
		lower[i] = letters[c]
	}
	return t.find(h, lower[:n])
}

func (t *wordTable) find(h uint32, word []byte) uint32 {
	for i := h >> (hashBits - slotBits); t.slots[i].word != ""; i = (i + 1) % uint32(len(t.slots)) {
		if t.slots[i].word == string(word) {
			return t.slots[i].kinds
		}
	}
	return 0
}

// Package phrase finds many phrases in a text at once.
package phrase

import (
	"strings"
	"sync"
)

// A Set is a set of groups of phrases.
type Set uint64

// A Table maps phrases to their groups. It is built when it is first used, and may be used concurrently.
type Table struct {
	groups func() map[Set]string
	once   sync.Once
	used   [1 << hashBits / 64]uint64 // hashes of the first words: most words of a text are not in the table
	found  map[string]entry
}

// An entry is a phrase, or the first word of phrases.
type entry struct {
	in   Set
	more int // the number of words of the longest phrase that begins with this word
}

const hashBits = 14

func hashOf(word string) uint32 {
	n := len(word)
	return (uint32(word[0]) | uint32(word[n/2])<<8 | uint32(word[n-1])<<16 | uint32(n)<<24) * 0x9E3779B1 >> (32 - hashBits)
}

// NewTable returns a table of groups. Their phrases are in lower case, with single spaces between words and "|" between phrases.
func NewTable(groups func() map[Set]string) *Table { return &Table{groups: groups} }

func (t *Table) build() {
	t.found = map[string]entry{}
	for in, texts := range t.groups() {
		for text := range strings.SplitSeq(texts, "|") {
			e := t.found[text]
			e.in |= in
			t.found[text] = e
			first, _, _ := strings.Cut(text, " ")
			e = t.found[first]
			e.more = max(e.more, 1+strings.Count(text, " "))
			t.found[first] = e
			h := hashOf(first)
			t.used[h>>6] |= 1 << (h & 63)
		}
	}
}

// Of returns the groups with a phrase of one word.
func (t *Table) Of(word string) Set { return t.lookup(word).in }

func (t *Table) lookup(word string) entry {
	t.once.Do(t.build)
	if word == "" {
		return entry{}
	}
	if h := hashOf(word); t.used[h>>6]>>(h&63)&1 == 0 {
		return entry{}
	}
	return t.found[word]
}

// In returns the groups with a phrase in a text. Each of its words is between single spaces.
func (t *Table) In(words string) (in Set) {
	for start := 1; start < len(words); {
		end := next(words, start)
		e := t.lookup(words[start:end])
		in |= e.in
		for n, last := 1, end; n < e.more && last+1 < len(words); n++ {
			last = next(words, last+1)
			in |= t.found[words[start:last]].in
		}
		start = end + 1
	}
	return in
}

// next returns the end of the word at an offset.
func next(words string, start int) int {
	if n := strings.IndexByte(words[start:], ' '); n >= 0 {
		return start + n
	}
	return len(words)
}

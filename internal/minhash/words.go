package minhash

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Words returns the hashes of the meaningful words among the first words of a text, sorted, each once.
func Words(text string, most int) []uint32 {
	words := Distinct(text, most)
	slices.Sort(words)
	return words
}

// Distinct returns the hashes of the meaningful words among the first words of a text, each once, in the order of the
// text.
func Distinct(text string, most int) []uint32 {
	var found set
	for start := 0; start < len(text) && most > 0; {
		size, seen := 0, byte(0)
		for start+size < len(text) && seen < other {
			c := classes[text[start+size]]
			if c == 0 {
				break
			}
			seen |= c
			size++
		}
		if size == 0 {
			start++
			continue
		}
		if seen >= other {
			if size = wordSize(text[start:]); size == 0 {
				_, skipped := utf8.DecodeRuneInString(text[start:])
				start += skipped
				continue
			}
		}
		word := text[start : start+size]
		start += size
		if seen&(punctuation|other) != 0 {
			word = strings.Trim(word, "-_.")
		}
		if seen&(upper|other) != 0 {
			word = strings.ToLower(word)
		}
		if !isCommon(word) {
			found.add(Hash(word))
			most--
		}
	}
	return slices.Clip(found.words)
}

// The classes of the bytes of words.
const (
	lower = 1 << iota // letters in lower case, and digits
	punctuation
	upper
	other // not ASCII
)

var classes = func() (table [256]byte) {
	for c := range 256 {
		switch c := byte(c); {
		case c >= utf8.RuneSelf:
			table[c] = other
		case 'a' <= c && c <= 'z' || '0' <= c && c <= '9':
			table[c] = lower
		case 'A' <= c && c <= 'Z':
			table[c] = upper
		case c == '-' || c == '_' || c == '.':
			table[c] = punctuation
		}
	}
	return table
}()

// wordSize returns the length of the word at the start of a text.
func wordSize(text string) int {
	for i, r := range text {
		if r < utf8.RuneSelf && classes[r] == 0 || r >= utf8.RuneSelf && !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) {
			return i
		}
	}
	return len(text)
}

// A set has distinct hashes in the order in which they were added. Most words of a text occur several times.
type set struct {
	words []uint32
	slots []uint32 // for a power of two: 1 + the index of a word, at the position of its low bits or after it
}

func (s *set) add(word uint32) {
	if 2*len(s.words) >= len(s.slots) {
		s.grow()
	}
	if at := s.find(word); s.slots[at] == 0 {
		s.words = append(s.words, word)
		s.slots[at] = uint32(len(s.words))
	}
}

// find returns the slot of a word, or the empty slot where it belongs.
func (s *set) find(word uint32) int {
	at := int(word) & (len(s.slots) - 1)
	for s.slots[at] != 0 && s.words[s.slots[at]-1] != word {
		at = (at + 1) & (len(s.slots) - 1)
	}
	return at
}

func (s *set) grow() {
	s.slots = make([]uint32, max(64, 4*len(s.slots)))
	for i, word := range s.words {
		s.slots[s.find(word)] = uint32(i + 1)
	}
}

package minhash

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Words returns the hashes of the meaningful words among the first words of a text, sorted, each once.
func Words(text string, most int) []uint32 {
	var words []uint32
	for start := 0; start < len(text) && len(words) < most; {
		size, plain := wordAt(text[start:])
		if size == 0 {
			_, skipped := utf8.DecodeRuneInString(text[start:])
			start += skipped
			continue
		}
		word := strings.Trim(text[start:start+size], "-_.")
		if !plain {
			word = strings.ToLower(word)
		}
		if !isCommon(word) {
			words = append(words, Hash(word))
		}
		start += size
	}
	slices.Sort(words)
	return slices.Clip(slices.Compact(words))
}

// wordAt returns the length of the word at the start of a text, and whether it consists of lower-case ASCII only.
func wordAt(text string) (size int, plain bool) {
	plain = true
	for size < len(text) {
		c := text[size]
		switch {
		case 'a' <= c && c <= 'z' || '0' <= c && c <= '9' || c == '-' || c == '_' || c == '.':
			size++
		case 'A' <= c && c <= 'Z':
			size, plain = size+1, false
		case c < utf8.RuneSelf:
			return size, plain
		default:
			r, n := utf8.DecodeRuneInString(text[size:])
			if !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) {
				return size, plain
			}
			size, plain = size+n, false
		}
	}
	return size, plain
}

package token

import (
	"unicode/utf8"
)

// O200k returns how many tokens a text is in o200k_base, the vocabulary of OpenAI's models since
// GPT-4o, exactly. What looks like a special token ("<|endoftext|>") is the plain text that it is.
// Bytes that are not UTF-8 count as U+FFFD, as Sanitized puts them.
//
// No other vocabulary is public of the models that read skills, so for those it is an estimate.
func O200k(text []byte) int {
	n := 0
	encode(text, func(ids []uint32) { n += len(ids) })
	return n
}

// Encode returns the ranks of the tokens that O200k counts.
func Encode(text []byte) []int {
	ids := make([]int, 0, len(text)/4)
	encode(text, func(found []uint32) {
		for _, id := range found {
			ids = append(ids, int(id))
		}
	})
	return ids
}

// Decode returns the text of tokens by their ranks; those that the vocabulary has not are left out.
func Decode(ids []int) []byte {
	v := o200k()
	var text []byte
	for _, id := range ids {
		if id >= 0 && id < tokens {
			text = append(text, v.bytes(uint32(id))...)
		}
	}
	return text
}

func encode(text []byte, emit func(ids []uint32)) {
	if len(text) == 0 {
		return
	}
	text = Sanitized(text)
	v := o200k()
	classesOnce.Do(loadClasses)
	m := merger{vocabulary: v}
	var one [1]uint32
	var seen recent
	for len(text) > 0 {
		n := pieceLen(text)
		piece := text[:n]
		text = text[n:]
		if n == 1 {
			one[0] = v.single[piece[0]]
			emit(one[:])
		} else if id, ok := seen.whole(v, piece); ok {
			one[0] = id
			emit(one[:])
		} else {
			emit(m.merge(piece))
		}
	}
}

// Sanitized returns a text in which every longest start of a character that is not one is U+FFFD, as
// programs show it that read files as UTF-8. A text of UTF-8 is returned as it is.
func Sanitized(text []byte) []byte {
	if utf8.Valid(text) {
		return text
	}
	clean := make([]byte, 0, len(text)+16)
	for len(text) > 0 {
		r, size := utf8.DecodeRune(text)
		if r != utf8.RuneError || size > 1 {
			clean = append(clean, text[:size]...)
		} else {
			clean = utf8.AppendRune(clean, utf8.RuneError)
			size = brokenLen(text)
		}
		text = text[size:]
	}
	return clean
}

// brokenLen returns how many bytes at the start of a text begin a character, but are none.
func brokenLen(text []byte) int {
	low, high, need := byte(0x80), byte(0xbf), 0
	switch b := text[0]; {
	case b >= 0xc2 && b <= 0xdf:
		need = 1
	case b >= 0xe0 && b <= 0xef:
		need = 2
		if b == 0xe0 {
			low = 0xa0
		}
		if b == 0xed {
			high = 0x9f
		}
	case b >= 0xf0 && b <= 0xf4:
		need = 3
		if b == 0xf0 {
			low = 0x90
		}
		if b == 0xf4 {
			high = 0x8f
		}
	}
	n := 1
	for n <= need && n < len(text) && text[n] >= low && text[n] <= high {
		low, high = 0x80, 0xbf
		n++
	}
	return n
}

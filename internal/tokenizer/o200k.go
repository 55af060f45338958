package tokenizer

import (
	"encoding/binary"

	"github.com/skilllint/skilllint/internal/utf8replace"
)

// O200k returns the exact number of tokens of a text in o200k_base, the vocabulary of OpenAI's models since
// GPT-4o. Special tokens such as "<|endoftext|>" are plain text. Invalid bytes are replaced by U+FFFD, as by
// [utf8replace.Text].
//
// For other models that read skills the count is an estimate, because their vocabularies are not public.
func O200k(text []byte) int {
	n := 0
	var seen pieceCache
	m := merger{vocabulary: vocabulary(packed())}
	pieces(text, func(piece []byte) { n += seen.count(&m, piece) })
	return n
}

// Encode returns the ranks of the tokens that O200k counts.
func Encode(text []byte) []int {
	ids := make([]int, 0, len(text)/4)
	m := merger{vocabulary: vocabulary(packed())}
	pieces(text, func(piece []byte) {
		for _, id := range m.merge(piece) {
			ids = append(ids, int(id))
		}
	})
	return ids
}

func pieces(text []byte, yield func(piece []byte)) {
	classesOnce.Do(loadClasses)
	for text = utf8replace.Text(text); len(text) > 0; {
		n := pieceLen(text)
		yield(text[:n])
		text = text[n:]
	}
}

// A pieceCache contains the number of tokens of recent pieces. A text repeats most of its words.
type pieceCache [1 << 10]struct {
	piece  []byte
	tokens int
}

// maxCached is the maximum length of a piece in a pieceCache: longer ones are rare.
const maxCached = 32

func (r *pieceCache) count(m *merger, piece []byte) int {
	if len(piece) > maxCached {
		return len(m.merge(piece))
	}
	e := &r[hashText(piece)%uint64(len(r))]
	if string(e.piece) != string(piece) {
		e.piece, e.tokens = piece, len(m.merge(piece))
	}
	return e.tokens
}

func hashText(text []byte) uint64 {
	h := uint64(len(text))
	for len(text) > 8 {
		h = mix(h, binary.LittleEndian.Uint64(text))
		text = text[8:]
	}
	switch n := len(text); {
	case n == 8:
		return mix(h, binary.LittleEndian.Uint64(text))
	case n >= 4:
		return mix(h, uint64(binary.LittleEndian.Uint32(text))|uint64(binary.LittleEndian.Uint32(text[n-4:]))<<32)
	default:
		return mix(h, uint64(text[0])|uint64(text[n/2])<<8|uint64(text[n-1])<<16)
	}
}

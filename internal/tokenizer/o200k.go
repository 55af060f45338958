package tokenizer

import (
	"encoding/binary"

	"github.com/skilllint/skilllint/internal/utf8replace"
)

// O200k returns how many tokens a text is in o200k_base, the vocabulary of OpenAI's models since
// GPT-4o, exactly. What looks like a special token ("<|endoftext|>") is the plain text that it is.
// Bytes that are not UTF-8 count as U+FFFD, as [utf8replace.Text] replaces them.
//
// No other vocabulary is public of the models that read skills, so for those it is an estimate.
func O200k(text []byte) int {
	n := 0
	var seen recent
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

// A recent has pieces with their number of tokens. A text repeats most of its words.
type recent [1 << 10]struct {
	piece  []byte
	tokens int
}

// remembered limits the bytes of a piece in recent: longer ones are rare.
const remembered = 32

func (r *recent) count(m *merger, piece []byte) int {
	if len(piece) > remembered {
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

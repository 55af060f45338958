package tokenizer

import "github.com/skilllint/skilllint/internal/utf8replace"

// O200k returns how many tokens a text is in o200k_base, the vocabulary of OpenAI's models since
// GPT-4o, exactly. What looks like a special token ("<|endoftext|>") is the plain text that it is.
// Bytes that are not UTF-8 count as U+FFFD, as [lossy.Text] puts them.
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
	text = utf8replace.Text(text)
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

package tokenizer

import (
	"compress/flate"
	"encoding/binary"
	"io"
	"math/bits"
	"strings"
	"sync"
)

// o200k.bin is the vocabulary of o200k_base, written by go run ./internal/gen ranks from
// o200k_base.tiktoken (SHA-256 446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d), which
// OpenAI published for its tokenizer tiktoken under the MIT license.
//
// Each token but the first 256 is two tokens of lower rank put together, always the same two, so
// these say everything. Deflated, there are: the bytes of the first 256 tokens; of all others the low,
// middle and high bytes of the left tokens' ranks, then those of the right ones'.

const (
	tokens  = 199_998 // of the vocabulary, without special ones: those are plain text here
	single  = 256     // tokens of one byte, the first ones
	longest = 128     // bytes of a token

	slots    = 1 << 19 // of each hash table
	idBits   = 18
	idMask   = 1<<idBits - 1
	markBits = 32 - idBits // of the hash, kept beside the rank
)

// A vocabulary is the tokens of o200k_base by rank, and two hash tables to find them. A slot is a rank
// and some bits of the hash; an empty one is 0, as rank 0 is no merged token.
type vocabulary struct {
	single      [256]uint32 // the ranks of bytes
	left, right []uint32    // what each token consists of
	start       []uint32    // where its bytes begin in text
	text        []byte
	byText      []uint32
	byParts     []uint32
	ofBytes     []uint32 // the rank of two bytes, the left one times 256; 0: they make no token
}

// o200k loads the vocabulary when it is needed first, which takes some 20 ms.
var o200k = sync.OnceValue(load)

func load() *vocabulary {
	v := &vocabulary{left: make([]uint32, tokens), right: make([]uint32, tokens),
		start: make([]uint32, tokens+1), text: make([]byte, single, 1_400_000)}
	plain := make([]byte, single+6*(tokens-single))
	if _, err := io.ReadFull(flate.NewReader(strings.NewReader(packed())), plain); err != nil {
		panic("the vocabulary is broken: " + err.Error()) // it is a part of the program
	}
	for i, b := range plain[:single] {
		v.single[b], v.text[i], v.start[i] = uint32(i), b, uint32(i)
	}
	readRanks(v.left[single:], plain[single:])
	readRanks(v.right[single:], plain[single+3*(tokens-single):])
	v.start[single] = single
	for id := single; id < tokens; id++ {
		v.text = append(append(v.text, v.bytes(v.left[id])...), v.bytes(v.right[id])...)
		v.start[id+1] = uint32(len(v.text))
	}
	v.ofBytes = make([]uint32, 1<<16)
	for id := uint32(single); id < tokens; id++ {
		if text := v.bytes(id); len(text) == 2 {
			v.ofBytes[uint32(text[0])<<8|uint32(text[1])] = id
		}
	}
	done := make(chan struct{})
	go func() {
		v.byParts = table(func(id uint32) uint64 { return hashParts(v.left[id], v.right[id]) })
		close(done)
	}()
	v.byText = table(func(id uint32) uint64 { return hashText(v.bytes(id)) })
	<-done
	return v
}

// readRanks reads ranks from three planes of bytes.
func readRanks(ranks []uint32, planes []byte) {
	n := tokens - single
	low, middle, high := planes[:n], planes[n:2*n], planes[2*n:3*n]
	for i := range ranks {
		ranks[i] = uint32(low[i]) | uint32(middle[i])<<8 | uint32(high[i])<<16
	}
}

// table builds a hash table of the merged tokens.
func table(hash func(id uint32) uint64) []uint32 {
	t := make([]uint32, slots)
	for id := uint32(single); id < tokens; id++ {
		h := hash(id)
		i := h % slots
		for t[i] != 0 {
			i = (i + 1) % slots
		}
		t[i] = id | uint32(h>>(64-markBits))<<idBits
	}
	return t
}

// bytes returns the text of a token.
func (v *vocabulary) bytes(id uint32) []byte { return v.text[v.start[id]:v.start[id+1]] }

// whole returns the token that a text of more than a byte is, given its hash.
func (v *vocabulary) whole(text []byte, h uint64) (uint32, bool) {
	mark := uint32(h >> (64 - markBits))
	for i := h % slots; v.byText[i] != 0; i = (i + 1) % slots {
		if id := v.byText[i] & idMask; v.byText[i]>>idBits == mark && string(v.bytes(id)) == string(text) {
			return id, true
		}
	}
	return 0, false
}

// A recent is tokens that a text was found to have. The vocabulary is larger than what a processor
// keeps at hand, and a text says most of its words again.
type recent [1 << 10]struct {
	text []byte
	id   uint32
}

// whole returns the same as the vocabulary's.
func (r *recent) whole(v *vocabulary, text []byte) (uint32, bool) {
	if len(text) > longest {
		return 0, false
	}
	h := hashText(text)
	e := &r[h>>32%uint64(len(r))]
	if string(e.text) == string(text) {
		return e.id, true
	}
	id, ok := v.whole(text, h)
	if ok {
		e.text, e.id = text, id
	}
	return id, ok
}

// none is the rank of two tokens that make none together: it is higher than all.
const none = ^uint32(0)

// merged returns the rank of the token that two tokens make together, or none.
func (v *vocabulary) merged(left, right uint32) uint32 {
	h := hashParts(left, right)
	mark := uint32(h >> (64 - markBits))
	for i := h % slots; v.byParts[i] != 0; i = (i + 1) % slots {
		if id := v.byParts[i] & idMask; v.byParts[i]>>idBits == mark && v.left[id] == left && v.right[id] == right {
			return id
		}
	}
	return none
}

func hashParts(left, right uint32) uint64 { return mix(uint64(left)<<idBits|uint64(right), 0) }

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

// mix is the multiplication of wyhash, with odd constants of pi.
func mix(a, b uint64) uint64 {
	high, low := bits.Mul64(a^0x243f6a8885a308d3, b^0x13198a2e03707345)
	return high ^ low
}

package tokenizer

import "math/bits"

// o200k.bin is the vocabulary of o200k_base, written by go run ./internal/gen ranks from
// o200k_base.tiktoken (SHA-256 446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d), which
// OpenAI published for its tokenizer tiktoken under the MIT license.
//
// Each token except the first 256 is merged from one pair of tokens of lower rank. So the file contains the ranks of the
// 256 bytes, and a perfect hash table of these pairs that needs no decoding: a run that counts the tokens of one text
// reads only some pages of the table.

const (
	tokens = 199_998 // size of the vocabulary without special tokens, which are plain text here
	single = 256     // tokens of one byte, the first ones
	idBits = 18
	idMask = 1<<idBits - 1

	shiftBits = 16
	slots     = 204_800 // 2.5 % more than pairs, to keep the search for shifts short
	slotSize  = 7       // bytes: the ranks of the left token, the right token and the merged token

	shiftsAt = single
	slotsAt  = shiftsAt + 2<<shiftBits
	fileSize = slotsAt + slotSize*slots + 1 // a slot is read as 8 bytes
)

// A vocabulary is the content of o200k.bin.
type vocabulary string

// none is the rank of a pair that is not a token: it is higher than all others.
const none = ^uint32(0)

// merged returns the rank of the token that two tokens merge into, or none. Pairs whose hashes have the same first
// bits share a shift, which was chosen to give each pair its own slot.
func (v vocabulary) merged(left, right uint32) uint32 {
	pair := uint64(left)<<idBits | uint64(right)
	h := mix(pair, 0)
	at := shiftsAt + 2*bucketOf(h)
	shift := uint64(v[at]) | uint64(v[at+1])<<8
	slot := v.slot(slotOf(h, shift))
	if id := uint32(slot) & idMask; slot>>idBits == pair && id != 0 {
		return id
	}
	return none
}

// slot returns the pair and the rank in a slot. An empty slot is 0, which is unambiguous: no pair merges into rank 0.
func (v vocabulary) slot(i uint64) uint64 {
	s := v[slotsAt+slotSize*i:][:8]
	slot := uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 | uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
	return slot & (1<<(8*slotSize) - 1)
}

// bucketOf returns the index of the shift for a hash.
func bucketOf(hash uint64) uint64 { return hash >> (64 - shiftBits) }

func slotOf(hash, shift uint64) uint64 {
	slot, _ := bits.Mul64(mix(hash, shift), slots)
	return slot
}

// mix is the multiplication of wyhash, with odd constants of pi.
func mix(a, b uint64) uint64 {
	high, low := bits.Mul64(a^0x243f6a8885a308d3, b^0x13198a2e03707345)
	return high ^ low
}

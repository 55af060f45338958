package tokenizer

import (
	"cmp"
	"errors"
	"slices"
)

// A Pair is the ranks of two tokens that merge into another one.
type Pair struct{ Left, Right uint32 }

// Pack returns the content of o200k.bin: the bytes of the first 256 tokens, and the pairs of all others, by rank.
func Pack(first []byte, pairs []Pair) ([]byte, error) {
	if len(first) != single || len(pairs) != tokens-single {
		return nil, errors.New("not the vocabulary of o200k_base")
	}
	file := make([]byte, fileSize)
	for rank, b := range first {
		file[b] = byte(rank)
	}
	buckets := make([][]uint64, 1<<shiftBits) // slots without their positions
	for i, p := range pairs {
		pair := uint64(p.Left)<<idBits | uint64(p.Right)
		b := bucketOf(mix(pair, 0))
		buckets[b] = append(buckets[b], pair<<idBits|uint64(single+i))
	}
	order := make([]int, len(buckets)) // the largest first, while most slots are free
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(len(buckets[b]), len(buckets[a])) })
	used := make([]bool, slots)
	for _, b := range order {
		shift, ok := place(buckets[b], used)
		if !ok {
			return nil, errors.New("no shift separates the pairs of a bucket: use more slots")
		}
		file[shiftsAt+2*b], file[shiftsAt+2*b+1] = byte(shift), byte(shift>>8)
		for _, slot := range buckets[b] {
			at := slotsAt + slotSize*slotOf(mix(slot>>idBits, 0), shift)
			for i := range uint64(slotSize) {
				file[at+i] = byte(slot >> (8 * i))
			}
		}
	}
	return file, nil
}

// place finds a shift that maps pairs to free slots, and marks these as used.
func place(pairs []uint64, used []bool) (shift uint64, ok bool) {
	for shift = range uint64(1 << 16) {
		taken := 0
		for _, pair := range pairs {
			at := slotOf(mix(pair>>idBits, 0), shift)
			if used[at] {
				break
			}
			used[at] = true
			taken++
		}
		if taken == len(pairs) {
			return shift, true
		}
		for _, pair := range pairs[:taken] {
			used[slotOf(mix(pair>>idBits, 0), shift)] = false
		}
	}
	return 0, false
}

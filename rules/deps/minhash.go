package deps

import (
	"cmp"
	"maps"
	"slices"

	"github.com/skilllint/skilllint/internal/sorting"
)

// A likeness is two nearly identical descriptions; the second follows the first.
type likeness struct {
	first, second int
	shared, words int
}

// The signature of a set of words consists of the minimum of each of several hash functions (MinHash). Two
// sets have equal values with the probability of their similarity. Sets that agree in all values of a band
// are compared word by word. With 12 bands of 3, one of 5,000 pairs that share eight of ten words is missed.
const (
	bands = 12
	rows  = 3
)

// maxCompared limits the comparisons of a description within a band: thousands may be equal, and one is
// enough.
const maxCompared = 16

// alikes returns for each description the first preceding one that is nearly identical, in nearly linear
// time.
func alikes(all []described) []likeness {
	signatures := make([][bands * rows]uint32, len(all))
	for i := range all {
		signatures[i] = signatureOf(all[i].Words)
	}
	best := make(map[int]likeness)
	order := make([]placed, len(all))
	for band := range bands {
		for i := range all {
			values := signatures[i][band*rows:][:rows]
			order[i] = placed{uint64(values[0])<<32 | uint64(values[1]), values[2], i}
		}
		sorting.By(order, placed.compare)
		for start := 0; start < len(order); {
			end := start + 1
			for end < len(order) && order[end].front == order[start].front && order[end].last == order[start].last {
				end++
			}
			compare(all, order[start:end], best)
			start = end
		}
	}
	found := slices.Collect(maps.Values(best))
	sorting.By(found, func(a, b likeness) int { return a.second - b.second })
	return found
}

// A placed is the index of a description and its values in a band, packed for fast comparison.
type placed struct {
	front uint64
	last  uint32
	index int
}

func (p placed) compare(o placed) int {
	return cmp.Or(cmp.Compare(p.front, o.front), cmp.Compare(p.last, o.last), cmp.Compare(p.index, o.index))
}

// compare compares descriptions that agree in a band, in order.
func compare(all []described, same []placed, best map[int]likeness) {
	for n, b := range same {
		for _, a := range same[:min(n, maxCompared)] {
			if known, ok := best[b.index]; ok && known.first <= a.index || !all[b.index].isRival(&all[a.index]) {
				continue
			}
			if both, words := shared(all[a.index].Words, all[b.index].Words); float64(both) >= alike*float64(words) {
				best[b.index] = likeness{a.index, b.index, both, words}
			}
		}
	}
}

func signatureOf(words []uint32) [bands * rows]uint32 {
	var signature [bands * rows]uint32
	for i := range signature {
		least, seed := ^uint32(0), uint32(i+1)*0x9e3779b1
		for _, w := range words {
			least = min(least, mix(w^seed))
		}
		signature[i] = least
	}
	return signature
}

// mix spreads the bits of a value: the finaliser of MurmurHash3.
func mix(x uint32) uint32 {
	x ^= x >> 16
	x *= 0x85ebca6b
	x ^= x >> 13
	x *= 0xc2b2ae35
	return x ^ x>>16
}

package deps

import (
	"cmp"
	"maps"
	"slices"

	"github.com/skilllint/skilllint/internal/minhash"
	"github.com/skilllint/skilllint/internal/sorting"
)

// A likeness is a pair of nearly identical descriptions, in order.
type likeness struct {
	first, second int
	shared, words int
}

// maxCompared limits the comparisons of a description within a band: thousands may be equal, and one match is enough.
const maxCompared = 16

// findLikenesses returns, for each description, the first preceding one that is nearly identical, in nearly linear time.
func findLikenesses(all []describedSkill) []likeness {
	signatures := make([]minhash.Signature, len(all))
	for i := range all {
		signatures[i] = minhash.Sign(all[i].Words)
	}
	best := make(map[int]likeness)
	order := make([]bandEntry, len(all))
	for band := range minhash.Bands {
		for i := range all {
			values := signatures[i].Band(band)
			order[i] = bandEntry{uint64(values[0])<<32 | uint64(values[1]), values[2], i}
		}
		sorting.By(order, bandEntry.compare)
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

// A bandEntry is the index of a description with its values in a band, packed for fast comparison.
type bandEntry struct {
	front uint64
	last  uint32
	index int
}

func (p bandEntry) compare(o bandEntry) int {
	return cmp.Or(cmp.Compare(p.front, o.front), cmp.Compare(p.last, o.last), cmp.Compare(p.index, o.index))
}

// compare compares descriptions with equal values in a band, in order.
func compare(all []describedSkill, same []bandEntry, best map[int]likeness) {
	for n, b := range same {
		for _, a := range same[:min(n, maxCompared)] {
			if known, ok := best[b.index]; ok && known.first <= a.index {
				continue
			}
			both, words := minhash.Shared(all[a.index].Words, all[b.index].Words)
			if float64(both) >= minShared*float64(words) && all[b.index].isRival(&all[a.index]) {
				best[b.index] = likeness{a.index, b.index, both, words}
			}
		}
	}
}

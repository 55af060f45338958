package deps

import (
	"cmp"
	"maps"
	"slices"

	"github.com/skilllint/skilllint/internal/minhash"
	"github.com/skilllint/skilllint/internal/sorting"
)

// A likeness is two nearly identical descriptions; the second follows the first.
type likeness struct {
	first, second int
	shared, words int
}

// maxCompared limits the comparisons of a description within a band: thousands may be equal, and one is
// enough.
const maxCompared = 16

// alikes returns for each description the first preceding one that is nearly identical, in nearly linear
// time.
func alikes(all []described) []likeness {
	signatures := make([]minhash.Signature, len(all))
	for i := range all {
		signatures[i] = minhash.Sign(all[i].Words)
	}
	best := make(map[int]likeness)
	order := make([]placed, len(all))
	for band := range minhash.Bands {
		for i := range all {
			values := signatures[i].Band(band)
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
			if known, ok := best[b.index]; ok && known.first <= a.index {
				continue
			}
			both, words := minhash.Shared(all[a.index].Words, all[b.index].Words)
			if float64(both) >= alike*float64(words) && all[b.index].isRival(&all[a.index]) {
				best[b.index] = likeness{a.index, b.index, both, words}
			}
		}
	}
}

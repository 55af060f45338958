package suggest

import (
	"math/bits"
	"slices"
	"unicode/utf8"
)

// An Index is Best for many words with the same candidates. Its work is limited by the number of candidates
// plus the number of words, not by their product. Beyond the limit, it finds nothing, so results depend on
// the order of the words only.
type Index struct {
	bare    map[string][]string // by what Same compares
	lengths map[int][]candidate
	known   map[string]string // answers
	left    int               // letters that may still be compared
}

type candidate struct {
	name string
	set  uint64
}

// Letters that an index compares for each candidate and each word. Sets of some hundred candidates never need
// more.
const (
	workPerCandidate = 512
	workPerWord      = 1_024
)

// NewIndex returns an index of candidates.
func NewIndex(candidates []string) *Index {
	sorted := slices.Compact(slices.Sorted(slices.Values(candidates)))
	x := &Index{bare: map[string][]string{}, lengths: map[int][]candidate{}, known: map[string]string{}, left: workPerCandidate * len(sorted)}
	for _, c := range sorted {
		if len(c) > 4*longest {
			continue
		}
		if b := bare(c); b != "" {
			x.bare[b] = append(x.bare[b], c)
		}
		if n := utf8.RuneCountInString(c); n <= longest {
			x.lengths[n] = append(x.lengths[n], candidate{c, setOf(c)})
		}
	}
	return x
}

// Best returns the best candidate of the index, or nothing beyond its limit.
func (x *Index) Best(word string) (string, bool) {
	if len(word) > 4*longest {
		return "", false
	}
	best, known := x.known[word]
	if !known {
		best = x.find(word)
		x.known[word] = best
	}
	return best, best != ""
}

func (x *Index) find(word string) string {
	if same := x.bare[bare(word)]; len(same) > 0 {
		if i, _ := slices.BinarySearch(same, word[:1]); i < len(same) && sameStart(word, same[i]) {
			return same[i]
		}
		return same[0]
	}
	best, distance, n := "", 3, utf8.RuneCountInString(word)
	for _, m := range x.Within(word, 2) {
		shorter := min(n, utf8.RuneCountInString(m.Name))
		if m.Edits <= tolerance(shorter) && m.Edits < shorter && (m.Edits < distance || m.Edits == distance && better(word, m.Name, best)) && !differ(word, m.Name) {
			best, distance = m.Name, m.Edits
		}
	}
	return best
}

// A Match is a candidate that is some edits away from a word.
type Match struct {
	Name  string
	Edits int
}

// Within returns the candidates within a number of edits from a word, or none beyond the limit of the index.
func (x *Index) Within(word string, most int) []Match {
	var w, c letters
	if len(word) > 4*longest || !w.set(word) {
		return nil
	}
	var found []Match
	set := setOf(word)
	x.left = max(x.left, 0) + workPerWord
	for n := w.n - most; n <= w.n+most; n++ {
		for _, other := range x.lengths[n] {
			if x.left--; x.left < 0 {
				return nil
			}
			if bits.OnesCount64(set&^other.set) > most || bits.OnesCount64(other.set&^set) > most {
				continue
			}
			x.left -= w.n
			c.set(other.name)
			if d := edits(w.all[:w.n], c.all[:c.n], most); d <= most {
				found = append(found, Match{other.name, d})
			}
		}
	}
	return found
}

// setOf returns the set of a word's letters. An edit removes and adds at most one.
func setOf(word string) uint64 {
	var set uint64
	for _, r := range word {
		set |= 1 << (uint(r) % 64)
	}
	return set
}

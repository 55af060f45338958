package cluster

import (
	"hash/fnv"
	"iter"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/integrations/beam/internal/table"
	"github.com/skilllint/skilllint/internal/minhash"
)

// The compared parts of a skill.
const (
	Description = "description"
	Body        = "body"
)

// A Member is a part of a skill in a band.
type Member struct {
	Band               uint64 // skills that share one are candidates
	Part               string
	Name, Source, Path string
	Text               []byte // the words of a description; the low bytes of a body's minima
}

// anchors limits the comparisons of a member within a band: thousands may be equal.
const anchors = 16

// Bands yields the members that a skill is of its bands.
func Bands(s *Skill) iter.Seq[Member] {
	return func(yield func(Member) bool) {
		if words := unpack(s.Words); len(words) >= fewestWords {
			signature := minhash.Sign(words)
			if !yieldBands(Member{0, Description, s.Name, s.Source, s.Path, s.Words}, Pack(signature[:]), minhash.Bands, yield) {
				return
			}
		}
		if len(s.Minima) == 4*samples && !isZero(s.Minima) {
			yieldBands(Member{0, Body, s.Name, s.Source, s.Path, lowBytes(s.Minima)}, s.Minima, bodyBands, yield)
		}
	}
}

// bodyBands are fewer than those of descriptions, as the similarity of bodies is an estimate anyway: one of 300 pairs that
// share eight of ten words is missed.
const bodyBands = 8

func yieldBands(m Member, signature []byte, bands int, yield func(Member) bool) bool {
	const size = 4 * minhash.Rows
	for band := range bands {
		h := fnv.New64a()
		h.Write([]byte{m.Part[0], byte(band)})
		h.Write(signature[band*size:][:size])
		if m.Band = h.Sum64(); !yield(m) {
			return false
		}
	}
	return true
}

func compareMembers(a, b *Member) int {
	if c := strings.Compare(a.Source, b.Source); c != 0 {
		return c
	}
	return strings.Compare(a.Path, b.Path)
}

// maxMembers limits the members of a band in memory. Of more, the first are compared.
const maxMembers = 20_000

// Candidates yields for each member of a band the most similar one among the first 16 of them, and returns the number of
// members that were not compared.
func Candidates(members iter.Seq[Member], yield func(table.Pair)) int {
	type key struct {
		part string
		band uint64
	}
	bands := map[key][]Member{}
	total := 0
	for m := range members {
		total++
		k := key{m.Part, m.Band}
		if bands[k] = append(bands[k], m); len(bands[k]) == 2*maxMembers {
			bands[k] = firstOf(bands[k])
		}
	}
	for _, kept := range bands {
		kept = firstOf(kept)
		compareAll(kept, yield)
		total -= len(kept)
	}
	return total
}

// compareAll yields for each member of a band the most similar one among the first of them.
func compareAll(band []Member, yield func(table.Pair)) {
	first := band[:min(anchors, len(band))]
	words := make([][]uint32, len(first))
	if first[0].Part == Description {
		for i := range first {
			words[i] = unpack(first[i].Text)
		}
	}
	for i := range band {
		if pair, ok := nearest(&band[i], first, words); ok {
			yield(pair)
		}
	}
}

// firstOf sorts members and returns the first of them.
func firstOf(all []Member) []Member {
	slices.SortFunc(all, func(a, b Member) int { return compareMembers(&a, &b) })
	return all[:min(len(all), maxMembers)]
}

// nearest returns the most similar of the members that precede one, from another source and with another name.
func nearest(m *Member, first []Member, words [][]uint32) (table.Pair, bool) {
	var own []uint32
	if m.Part == Description {
		own = unpack(m.Text)
	}
	best, least := table.Pair{}, alike
	for i := range first {
		a := &first[i]
		if compareMembers(a, m) >= 0 {
			break
		}
		if a.Source == m.Source || nameKey(a.Name) == nameKey(m.Name) {
			continue
		}
		var s float64
		if m.Part == Description {
			both, all := minhash.Shared(words[i], own)
			s = float64(both) / float64(max(all, 1))
		} else {
			s = agreement(a.Text, m.Text)
		}
		if s >= least && (s > least || best.Part == "") {
			least = s
			best = table.Pair{Part: m.Part, Similarity: s, Name: m.Name, Source: m.Source, Path: m.Path, OtherName: a.Name, Other: a.Source, OtherPath: a.Path}
		}
	}
	return best, best.Part != ""
}

// PairKey returns what the pairs of one member share.
func PairKey(p *table.Pair) string { return p.Part + "\x00" + p.Source + "\x00" + p.Path }

// Best returns the most similar of the pairs of a member.
func Best(pairs iter.Seq[table.Pair]) table.Pair {
	var best table.Pair
	for p := range pairs {
		if best.Part == "" || p.Similarity > best.Similarity || p.Similarity == best.Similarity && p.Compare(best) < 0 {
			best = p
		}
	}
	return best
}

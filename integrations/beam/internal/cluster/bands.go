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
	Text               []byte // word hashes of a description; low bytes of a body's minima
}

// maxAnchors is the number of members of a band that each member is compared with, because thousands may be equal.
const maxAnchors = 16

// Bands yields the members of bands for a skill.
func Bands(s *Skill) iter.Seq[Member] {
	return func(yield func(Member) bool) {
		if words := unpack(s.Words); len(words) >= minWords {
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

// bodyBands is lower than for descriptions, because the similarity of bodies is an estimate anyway. It misses one of 300
// pairs that share eight of ten words.
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

// maxMembers is the maximum number of members of a band in memory. Only the first ones are compared.
const maxMembers = 20_000

// Candidates yields, for each member of a band, the most similar one among the first 16 members. It returns the number of
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

// compareAll yields, for each member of a band, the most similar one among the first members.
func compareAll(band []Member, yield func(table.Pair)) {
	first := band[:min(maxAnchors, len(band))]
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

// firstOf sorts members and returns the first maxMembers.
func firstOf(all []Member) []Member {
	slices.SortFunc(all, func(a, b Member) int { return compareMembers(&a, &b) })
	return all[:min(len(all), maxMembers)]
}

// nearest returns the most similar preceding member from another source and with another name.
func nearest(m *Member, first []Member, words [][]uint32) (table.Pair, bool) {
	var own []uint32
	if m.Part == Description {
		own = unpack(m.Text)
	}
	best, highest := table.Pair{}, minSimilarity
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
		if s >= highest && (s > highest || best.Part == "") {
			highest = s
			best = table.Pair{Part: m.Part, Similarity: s, Name: m.Name, Source: m.Source, Path: m.Path, OtherName: a.Name, Other: a.Source, OtherPath: a.Path}
		}
	}
	return best, best.Part != ""
}

// PairKey returns a key that is equal for all pairs of a member.
func PairKey(p *table.Pair) string { return p.Part + "\x00" + p.Source + "\x00" + p.Path }

// Best returns the most similar pair of a member.
func Best(pairs iter.Seq[table.Pair]) table.Pair {
	var best table.Pair
	for p := range pairs {
		if best.Part == "" || p.Similarity > best.Similarity || p.Similarity == best.Similarity && p.Compare(best) < 0 {
			best = p
		}
	}
	return best
}

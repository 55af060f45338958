package cluster

import (
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
	Part               string
	Name, Source, Path string
	Text               []byte // the words of a description, the minima of a body
}

// anchors limits the comparisons of a member within a band: thousands may be equal.
const anchors = 16

// Bands yields the keys of a skill's bands: skills that share one are candidates.
func Bands(s *Skill) iter.Seq2[[]byte, Member] {
	return func(yield func([]byte, Member) bool) {
		if words := unpack(s.Words); len(words) >= fewestWords {
			signature := minhash.Sign(words)
			if !yieldBands(Member{Description, s.Name, s.Source, s.Path, s.Words}, Pack(signature[:]), yield) {
				return
			}
		}
		if len(s.Minima) == 4*samples && !isZero(s.Minima) {
			yieldBands(Member{Body, s.Name, s.Source, s.Path, s.Minima}, s.Minima, yield)
		}
	}
}

func yieldBands(m Member, signature []byte, yield func([]byte, Member) bool) bool {
	const size = 4 * minhash.Rows
	for band := range minhash.Bands {
		key := append([]byte{m.Part[0], byte(band)}, signature[band*size:][:size]...)
		if !yield(key, m) {
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

// Candidates yields for each member of a band the most similar one among the first 16 of them. Its memory does not grow
// with the band: it reads the members twice.
func Candidates(members func() iter.Seq[Member], yield func(table.Pair)) {
	var first []Member
	for m := range members() {
		i, _ := slices.BinarySearchFunc(first, m, func(a, b Member) int { return compareMembers(&a, &b) })
		if i < anchors {
			first = slices.Insert(first, i, m)
			first = first[:min(len(first), anchors)]
		}
	}
	if len(first) < 2 {
		return
	}
	words := make([][]uint32, len(first))
	if first[0].Part == Description {
		for i := range first {
			words[i] = unpack(first[i].Text)
		}
	}
	for m := range members() {
		if pair, ok := nearest(&m, first, words); ok {
			yield(pair)
		}
	}
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
		if a.Source == m.Source || strings.EqualFold(a.Name, m.Name) {
			continue
		}
		var s float64
		if m.Part == Description {
			both, all := minhash.Shared(words[i], own)
			s = float64(both) / float64(max(all, 1))
		} else {
			s = similarity(a.Text, m.Text)
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

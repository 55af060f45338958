package deps

import (
	"fmt"
	"math/rand"
	"slices"
	"testing"
	"time"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/minhash"
)

// randomDescriptions returns descriptions; every tenth is nearly identical to a preceding one.
func randomDescriptions(random *rand.Rand, n int) []describedSkill {
	tree := analysis.NewTree("")
	var all []describedSkill
	for i := range n {
		words := make([]uint32, 30)
		for j := range words {
			words[j] = random.Uint32()
		}
		if i > 10 && i%10 == 0 {
			words = slices.Clone(all[random.Intn(i)].Words)
			for range random.Intn(5) {
				words[random.Intn(len(words))] = random.Uint32()
			}
		}
		slices.Sort(words)
		file := &analysis.File{Rel: fmt.Sprintf("skills/s%d/SKILL.md", i), Tree: tree}
		all = append(all, describedSkill{file, fmt.Sprintf("s%d", i), wording{Words: slices.Compact(words)}})
	}
	return all
}

// TestLikenesses compares the result with that of a comparison of all pairs.
func TestLikenesses(t *testing.T) {
	all := randomDescriptions(rand.New(rand.NewSource(1)), 1_000)
	found := map[int]bool{}
	for _, l := range findLikenesses(all) {
		found[l.second] = true
		if both, words := minhash.Shared(all[l.first].Words, all[l.second].Words); float64(both) < minShared*float64(words) || both != l.shared || words != l.words {
			t.Errorf("%d and %d: %d of %d words, reported as %d of %d", l.first, l.second, both, words, l.shared, l.words)
		}
	}
	want, missed := 0, 0
	for i := range all {
		for j := range i {
			if both, words := minhash.Shared(all[j].Words, all[i].Words); float64(both) >= minShared*float64(words) {
				want++
				if !found[i] {
					missed++
				}
				break
			}
		}
	}
	if want < 50 || missed > 0 {
		t.Errorf("%d of %d missed", missed, want)
	}
}

// BenchmarkLikenesses shows that the time is linear in the number of descriptions, also if all are equal.
func BenchmarkLikenesses(b *testing.B) {
	for _, n := range []int{1_000, 10_000} {
		different := randomDescriptions(rand.New(rand.NewSource(1)), n)
		same := slices.Clone(different)
		for i := range same {
			same[i].wording = same[0].wording
		}
		for name, all := range map[string][]describedSkill{"different": different, "equal": same} {
			b.Run(fmt.Sprintf("%s/%d", name, n), func(b *testing.B) {
				started := time.Now()
				for b.Loop() {
					findLikenesses(all)
				}
				b.ReportMetric(float64(time.Since(started).Nanoseconds())/float64(b.N)/float64(n), "ns/skill")
			})
		}
	}
}

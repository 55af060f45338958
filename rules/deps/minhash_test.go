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

// many returns descriptions of which every tenth is nearly one before it.
func many(random *rand.Rand, n int) []described {
	tree := analysis.NewTree("")
	var all []described
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
		all = append(all, described{file, fmt.Sprintf("s%d", i), wording{Words: slices.Compact(words)}})
	}
	return all
}

// TestAlikes compares what is found with what a comparison of all with all finds.
func TestAlikes(t *testing.T) {
	all := many(rand.New(rand.NewSource(1)), 1_000)
	found := map[int]bool{}
	for _, l := range alikes(all) {
		found[l.second] = true
		if both, words := minhash.Shared(all[l.first].Words, all[l.second].Words); float64(both) < alike*float64(words) || both != l.shared || words != l.words {
			t.Errorf("%d and %d: %d of %d words, said to be %d of %d", l.first, l.second, both, words, l.shared, l.words)
		}
	}
	want, missed := 0, 0
	for i := range all {
		for j := range i {
			if both, words := minhash.Shared(all[j].Words, all[i].Words); float64(both) >= alike*float64(words) {
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

// BenchmarkAlikes measures that time grows with the number only, also where all are equal.
func BenchmarkAlikes(b *testing.B) {
	for _, n := range []int{1_000, 10_000} {
		different := many(rand.New(rand.NewSource(1)), n)
		same := slices.Clone(different)
		for i := range same {
			same[i].wording = same[0].wording
		}
		for name, all := range map[string][]described{"different": different, "equal": same} {
			b.Run(fmt.Sprintf("%s/%d", name, n), func(b *testing.B) {
				started := time.Now()
				for b.Loop() {
					alikes(all)
				}
				b.ReportMetric(float64(time.Since(started).Nanoseconds())/float64(b.N)/float64(n), "ns/skill")
			})
		}
	}
}

package manifest

import (
	"fmt"
	"math/rand"
	"testing"

	"github.com/skilllint/skilllint/analysis"
)

// The first use of each id is found, also if the hashes of several ids start alike.
func TestIDs(t *testing.T) {
	s := newIDs(&analysis.Pass{File: &analysis.File{Path: "m"}})
	random := rand.New(rand.NewSource(1))
	first, want := map[string]int{}, []int(nil)
	for number := 1; number <= 5_000; number++ {
		text := fmt.Sprintf("T%d", random.Intn(4_000))
		if number == 2_500 {
			for _, piece := range s.places {
				for i := range piece {
					piece[i].hash[15]++ // as if other ids had been used
				}
			}
			first = map[string]int{}
		}
		s.next(&analysis.Line{File: &analysis.File{}, Number: number, Source: []byte(`"` + text + `"`), Data: &analysis.Value{Kind: analysis.Map,
			Members: []analysis.Member{{Key: "id", Value: &analysis.Value{Kind: analysis.String, Text: text, Range: analysis.Range{End: len(text) + 2}}}}}})
		if first[text] > 0 {
			want = append(want, first[text])
		} else {
			first[text] = number
		}
	}
	if len(s.repeated) != len(want) {
		t.Fatalf("%d repetitions, want %d", len(s.repeated), len(want))
	}
	if len(s.alike) == 0 {
		t.Error("no hashes start alike")
	}
	for i, r := range s.repeated {
		if int(r.first.line) != want[i] {
			t.Errorf("repetition %d: first used on line %d, want %d", i, r.first.line, want[i])
		}
	}
}

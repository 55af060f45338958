package security

import (
	"testing"
	"time"

	"github.com/skilllint/skilllint/analysis"
)

func noneAlone(int) bool { return false }

func TestKinds(t *testing.T) {
	var l leftovers
	for i, r := range []rune{0x200B, 0x202A, 0x200B, 0x2066, 0x202C, 0x00AD, 0xE0080, 0xE0FFF, 0xE0100, 0x200B} {
		l.places, l.first = append(l.places, analysis.Range{Start: i, End: i + 1}), append(l.first, r)
	}
	got := l.kinds(func(place int) bool { return place == 9 })
	if len(got) != 5 || got[0].r != 0x200B || got[0].count != 2 || got[1].r != 0x202A || got[1].count != 3 || got[2].r != 0x00AD ||
		got[3].r != 0xE0080 || got[3].count != 2 || got[4].r != 0xE0100 {
		t.Errorf("%+v", got)
	}
}

// TestKindsAreLinear checks that the time does not depend on the number of kinds. A file can have hundreds of kinds in hundreds
// of thousands of places.
func TestKindsAreLinear(t *testing.T) {
	took := func(kinds rune) time.Duration {
		var l leftovers
		for i := range 200_000 {
			l.places, l.first = append(l.places, analysis.Range{Start: i, End: i + 1}), append(l.first, 0x10000+rune(i)%kinds)
		}
		best := time.Hour
		for range 3 {
			begin := time.Now()
			if got := l.kinds(noneAlone); len(got) != int(kinds) {
				t.Fatalf("%d kinds, want %d", len(got), kinds)
			}
			best = min(best, time.Since(begin))
		}
		return best
	}
	if few, many := took(10), took(3_000); many > 50*few {
		t.Errorf("%v for 10 kinds and %v for 3,000", few, many)
	}
}

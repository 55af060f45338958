package fix_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/fix"
)

func TestCompose(t *testing.T) {
	tests := []struct {
		name          string
		first, second []analysis.Edit
		want          []analysis.Edit
	}{
		{"nothing", nil, nil, nil},
		{"only the first", []analysis.Edit{edit(1, 2, "B")}, nil, []analysis.Edit{edit(1, 2, "B")}},
		{"only the second", nil, []analysis.Edit{edit(1, 2, "B"), edit(6, 6, "!")}, []analysis.Edit{edit(1, 2, "B"), edit(6, 6, "!")}},
		{"the second is after the first", []analysis.Edit{edit(0, 1, "AAA")}, []analysis.Edit{edit(4, 5, "C")}, []analysis.Edit{edit(0, 1, "AAA"), edit(2, 3, "C")}},
		{"the second is before the first", []analysis.Edit{edit(4, 5, "E")}, []analysis.Edit{edit(0, 0, "-")}, []analysis.Edit{edit(0, 0, "-"), edit(4, 5, "E")}},
		{"inside inserted text", []analysis.Edit{edit(1, 1, "xyz")}, []analysis.Edit{edit(2, 3, "Y")}, []analysis.Edit{edit(1, 1, "xYz")}},
		{"across the end of inserted text", []analysis.Edit{edit(1, 2, "xyz")}, []analysis.Edit{edit(3, 5, "!")}, []analysis.Edit{edit(1, 3, "xy!")}},
		{"inserted text is deleted", []analysis.Edit{edit(1, 1, "xyz")}, []analysis.Edit{edit(1, 4, "")}, nil},
		{"all text is deleted", []analysis.Edit{edit(1, 2, "x")}, []analysis.Edit{edit(0, 6, "")}, []analysis.Edit{edit(0, 6, "")}},
		{"at the end, twice", []analysis.Edit{edit(6, 6, "g")}, []analysis.Edit{edit(7, 7, "h")}, []analysis.Edit{edit(6, 6, "gh")}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, fix.Compose(test.first, test.second)); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
		})
	}
}

// FuzzCompose compares composed edits with applying both lists of edits in turn.
func FuzzCompose(f *testing.F) {
	f.Add("abcdef", "x", "yy", "", "z", []byte{0, 2, 3, 3, 1, 2, 4, 6})
	f.Add("abcdef", "", "\n", "u", "", []byte{6, 6, 0, 0, 0, 9, 9, 9})
	f.Fuzz(func(t *testing.T, text, a, b, c, d string, places []byte) {
		if len(places) < 8 {
			return
		}
		two := func(size int, p []byte, x, y string) []analysis.Edit {
			at := func(b byte) int { return int(b) % (size + 1) }
			ends := []int{at(p[0]), at(p[1]), at(p[2]), at(p[3])}
			for i := range ends {
				for j := range i {
					if ends[j] > ends[i] {
						ends[j], ends[i] = ends[i], ends[j]
					}
				}
			}
			if ends[0] == ends[2] && ends[1] == ends[3] || ends[2] == ends[0] {
				return []analysis.Edit{edit(ends[0], ends[1], x)}
			}
			return []analysis.Edit{edit(ends[0], ends[1], x), edit(ends[2], ends[3], y)}
		}
		first := two(len(text), places, a, b)
		between, err := fix.Apply([]byte(text), first)
		if err != nil {
			return
		}
		second := two(len(between), places[4:], c, d)
		want, err := fix.Apply(between, second)
		if err != nil {
			return
		}
		composed := fix.Compose(first, second)
		got, err := fix.Apply([]byte(text), composed)
		if err != nil || string(got) != string(want) {
			t.Errorf("%q: %v, then %v, composed %v: %q, %v, want %q", text, first, second, composed, got, err, want)
		}
	})
}

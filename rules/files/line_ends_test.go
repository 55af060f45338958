package files

import (
	"bytes"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/fix"
)

// TestFixEnds checks that up to maxEnds line endings have an edit each, that more are fixed by one edit, and that nothing
// else changes.
func TestFixEnds(t *testing.T) {
	for _, c := range []struct {
		odd, edits int
	}{
		{1, 1}, {maxEnds, maxEnds}, {maxEnds + 1, 1},
	} {
		source := []byte("first\nsecond\n" + strings.Repeat("odd\r\n", c.odd-1) + "usual\nlast one\r\nbehind\nend")
		var odd []analysis.Range
		eachEnd(source, func(r analysis.Range, e lineEnd) {
			if e != lf {
				odd = append(odd, r)
			}
		})
		if len(odd) != c.odd {
			t.Fatalf("%d odd endings: found %d", c.odd, len(odd))
		}
		fixed := fixEnds(source, odd, lf, true)
		if len(fixed.Edits) != c.edits {
			t.Errorf("%d odd endings: %d edits, want %d", c.odd, len(fixed.Edits), c.edits)
		}
		for _, e := range fixed.Edits {
			if e.Range.Start < odd[0].Start || e.Range.End > odd[len(odd)-1].End {
				t.Errorf("%d odd endings: edit %v is outside of %v … %v", c.odd, e.Range, odd[0], odd[len(odd)-1])
			}
		}
		got, err := fix.Apply(source, fixed.Edits)
		if err != nil {
			t.Fatal(err)
		}
		if want := bytes.ReplaceAll(source, []byte("\r\n"), []byte("\n")); !bytes.Equal(got, want) {
			t.Errorf("%d odd endings: the fixed text does not use LF", c.odd)
		}
	}
}

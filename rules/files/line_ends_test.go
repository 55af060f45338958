package files

import (
	"bytes"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/fix"
)

// Up to maxEnds line endings have an edit each. With more, the text between the first and the last is
// replaced. Everything else stays unchanged.
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
			t.Fatalf("%d odd ends are seen as %d", c.odd, len(odd))
		}
		fixed := fixEnds(source, odd, lf, true)
		if len(fixed.Edits) != c.edits {
			t.Errorf("%d odd ends: %d edits, want %d", c.odd, len(fixed.Edits), c.edits)
		}
		for _, e := range fixed.Edits {
			if e.Range.Start < odd[0].Start || e.Range.End > odd[len(odd)-1].End {
				t.Errorf("%d odd ends: the edit of %v reaches beyond %v … %v", c.odd, e.Range, odd[0], odd[len(odd)-1])
			}
		}
		got, err := fix.Apply(source, fixed.Edits)
		if err != nil {
			t.Fatal(err)
		}
		if want := bytes.ReplaceAll(source, []byte("\r\n"), []byte("\n")); !bytes.Equal(got, want) {
			t.Errorf("%d odd ends: the fixed text does not have LF", c.odd)
		}
	}
}

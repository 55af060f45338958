// Package fix applies the edits of suggested fixes to the bytes that they were made for.
package fix

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/sorting"
)

// ErrConflict is returned by Apply when two edits want different things of the same bytes.
var ErrConflict = errors.New("edits overlap")

// Apply returns source with all edits made; source itself is left alone. Equal edits count as
// one. Edits may touch, and an insertion may stand at the border of a replacement, but edits that
// overlap, and different insertions at one place, are ErrConflict: there is no right order. An
// edit outside source is an error too. On error nothing was applied.
func Apply(source []byte, edits []analysis.Edit) ([]byte, error) {
	sorted := slices.Clone(edits)
	sorting.By(sorted, func(a, b analysis.Edit) int {
		return cmp.Or(cmp.Compare(a.Range.Start, b.Range.Start), cmp.Compare(a.Range.End, b.Range.End))
	})
	sorted = slices.Compact(sorted)
	if err := check(len(source), sorted); err != nil {
		return nil, err
	}
	out := make([]byte, 0, len(source))
	done := 0
	for _, e := range sorted {
		out = append(append(out, source[done:e.Range.Start]...), e.Text...)
		done = e.Range.End
	}
	return append(out, source[done:]...), nil
}

// check looks at sorted edits of a file of a size.
func check(size int, sorted []analysis.Edit) error {
	for i, e := range sorted {
		if e.Range.Start < 0 || e.Range.Start > e.Range.End || e.Range.End > size {
			return fmt.Errorf("edit of bytes %d to %d is outside of a file of %d", e.Range.Start, e.Range.End, size)
		}
		if i == 0 {
			continue
		}
		before := sorted[i-1].Range
		if e.Range.Start < before.End || before.Len() == 0 && e.Range == before {
			return fmt.Errorf("bytes %d to %d and %d to %d: %w",
				before.Start, before.End, e.Range.Start, e.Range.End, ErrConflict)
		}
	}
	return nil
}

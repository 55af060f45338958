// Package fix applies the edits of suggested fixes.
package fix

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/sorting"
)

// ErrConflict is returned by Apply if edits overlap.
var ErrConflict = errors.New("edits overlap")

// Apply returns source with all edits applied. It does not modify source. Equal edits are applied once. Edits may be
// adjacent, and an insertion may be at the border of a replacement. Overlapping edits, and different insertions at the same
// offset, are an [ErrConflict], because their order is undefined. Edits outside source are also an error.
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

// check validates sorted edits of a file with a size.
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

package fix

import (
	"cmp"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/finding"
	"github.com/skilllint/skilllint/internal/sorting"
)

// A Change is what fixes make of one file.
type Change struct {
	Path  string
	Edits []analysis.Edit // sorted, none overlap
	Fixed int             // how many findings it removes; one in several files counts in the first
}

// Plan chooses a fix for each finding that has one and returns what they change, sorted by path.
// Safe fixes come first; unsafe ones count only when they are asked for. A fix that overlaps with
// one chosen before is left for another round.
func Plan(findings []finding.Finding, unsafe bool) []Change {
	p, fixed := plan{}, map[string]int{}
	for _, f := range findings {
		if chosen := choose(f.Fixes, unsafe); chosen != nil && p.take(chosen.Edits) {
			fixed[chosen.Edits[0].Location.Path]++
		}
	}
	var changes []Change
	for path, edits := range p {
		changes = append(changes, Change{path, edits, fixed[path]})
	}
	sorting.By(changes, func(a, b Change) int { return strings.Compare(a.Path, b.Path) })
	return changes
}

// choose returns the first safe fix, else the first one if that is allowed.
func choose(fixes []finding.Fix, unsafe bool) *finding.Fix {
	for i := range fixes {
		if fixes[i].Safe {
			return &fixes[i]
		}
	}
	if unsafe && len(fixes) > 0 {
		return &fixes[0]
	}
	return nil
}

// A plan is the edits that were chosen, by path.
type plan map[string][]analysis.Edit

// take adds the edits of a fix, all or none. It reports whether they are now planned.
func (p plan) take(edits []finding.Edit) bool {
	for _, e := range edits {
		if _, free := p.place(e); !free {
			return false
		}
	}
	for _, e := range edits {
		if at, free := p.place(e); free && at >= 0 {
			p[e.Location.Path] = slices.Insert(p[e.Location.Path], at, analysis.Edit{Range: e.Location.Range, Text: e.Text})
		}
	}
	return len(edits) > 0
}

// place returns where an edit belongs among those of its file, -1 if it is there already, and
// whether it overlaps with none.
func (p plan) place(e finding.Edit) (at int, free bool) {
	edits, edit := p[e.Location.Path], analysis.Edit{Range: e.Location.Range, Text: e.Text}
	at, found := slices.BinarySearchFunc(edits, edit, func(a, b analysis.Edit) int {
		return cmp.Or(cmp.Compare(a.Range.Start, b.Range.Start), cmp.Compare(a.Range.End, b.Range.End))
	})
	if found {
		return -1, edits[at] == edit
	}
	return at, (at == 0 || edits[at-1].Range.End <= edit.Range.Start) && (at == len(edits) || edit.Range.End <= edits[at].Range.Start)
}

package fix

import (
	"cmp"
	"runtime"
	"slices"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/finding"
)

// A Choice is the chosen fix of a finding.
type Choice struct {
	Finding *finding.Finding
	Fix     *finding.Fix
}

// Choose chooses a fix for each finding that has one: the first safe one, or else the first if unsafe is set.
// Fixes that overlap with chosen ones wait for another round, and so do all others while some fixes make
// unread content readable. skip excludes fixes.
func Choose(findings []finding.Finding, unsafe bool, skip func(*finding.Finding, *finding.Fix) bool) []Choice {
	p := plan{}
	var choices, uncover []Choice
	for i := range findings {
		f := &findings[i]
		chosen := choose(f, unsafe, skip)
		if chosen == nil || !p.take(chosen.Edits) {
			continue
		}
		choices = append(choices, Choice{f, chosen})
		if chosen.Uncovers {
			uncover = append(uncover, Choice{f, chosen})
		}
	}
	if len(uncover) > 0 {
		return uncover
	}
	return choices
}

// choose returns the first safe fix, else the first one if that is allowed.
func choose(f *finding.Finding, unsafe bool, skip func(*finding.Finding, *finding.Fix) bool) *finding.Fix {
	var other *finding.Fix
	for i := range f.Fixes {
		fix := &f.Fixes[i]
		switch {
		case fix.Executable != nil && !KeepsModes, skip != nil && skip(f, fix):
		case fix.Safe:
			return fix
		case unsafe && other == nil:
			other = fix
		}
	}
	return other
}

// KeepsModes reports whether this system has a mode for executable files.
const KeepsModes = runtime.GOOS != "windows"

// A plan is the chosen edits, by path.
type plan map[string][]analysis.Edit

// take adds all edits of a fix or none. It reports whether they are now planned.
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
	return true
}

// place returns the index of an edit among those of its file, -1 if it is already planned, and whether it
// overlaps with none.
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

// EditsOf returns the sorted edits of choices, by path.
func EditsOf(choices []Choice) map[string][]analysis.Edit {
	p := plan{}
	for _, c := range choices {
		p.take(c.Fix.Edits)
	}
	return p
}

package fix

import (
	"cmp"
	"runtime"
	"slices"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/finding"
)

// A Choice is a finding and its chosen fix.
type Choice struct {
	Finding *finding.Finding
	Fix     *finding.Fix
}

// Choose chooses a fix for each finding that has one: the first safe one, or otherwise the first one if unsafe is set. It
// omits fixes that overlap with chosen ones. If some fixes make unread content readable, it returns only these. skip
// excludes fixes.
func Choose(findings []finding.Finding, unsafe bool, skip func(*finding.Finding, *finding.Fix) bool) []Choice {
	p := plan{}
	var choices, uncover []Choice
	for i := range findings {
		f := &findings[i]
		chosen := choose(f, unsafe, skip)
		if chosen == nil || !p.add(chosen.Edits) {
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

// choose returns the first safe fix, or otherwise the first one if unsafe is set.
func choose(f *finding.Finding, unsafe bool, skip func(*finding.Finding, *finding.Fix) bool) *finding.Fix {
	var firstUnsafe *finding.Fix
	for i := range f.Fixes {
		fix := &f.Fixes[i]
		switch {
		case fix.ChangesEntry() && !KeepsModes, skip != nil && skip(f, fix):
		case fix.Safe:
			return fix
		case unsafe && firstUnsafe == nil:
			firstUnsafe = fix
		}
	}
	return firstUnsafe
}

// KeepsModes reports whether this system has file modes for executable files, and symbolic links that every user may create.
const KeepsModes = runtime.GOOS != "windows"

// A plan contains the chosen edits, by path.
type plan map[string][]analysis.Edit

// add adds all edits of a fix, or none if one overlaps with a planned edit. It reports whether the edits are planned.
func (p plan) add(edits []finding.Edit) bool {
	for _, e := range edits {
		if _, free := p.find(e); !free {
			return false
		}
	}
	for _, e := range edits {
		if at, free := p.find(e); free && at >= 0 {
			p[e.Location.Path] = slices.Insert(p[e.Location.Path], at, analysis.Edit{Range: e.Location.Range, Text: e.Text})
		}
	}
	return true
}

// find returns the index at which to insert an edit, or -1 if it is already planned. free reports whether it overlaps with no
// planned edit.
func (p plan) find(e finding.Edit) (at int, free bool) {
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
		p.add(c.Fix.Edits)
	}
	return p
}

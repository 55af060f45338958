package fix_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/finding"
	"github.com/skilllint/skilllint/internal/fix"
)

// withFixes returns a finding with fixes of one edit each.
func withFixes(path string, fixes ...finding.Fix) finding.Finding {
	f := finding.Finding{Fixes: fixes}
	f.Place.Path = path
	return f
}

func oneEdit(safe bool, path string, start, end int, text string) finding.Fix {
	return finding.Fix{Safe: safe, Edits: []finding.Edit{{Location: analysis.Location{Path: path, Range: analysis.Range{Start: start, End: end}}, Text: text}}}
}

func TestPlan(t *testing.T) {
	findings := []finding.Finding{
		withFixes("b.md", oneEdit(true, "b.md", 5, 6, "x")),
		withFixes("b.md", oneEdit(false, "b.md", 0, 1, "u"), oneEdit(true, "b.md", 0, 1, "s")),
		withFixes("b.md", oneEdit(true, "b.md", 5, 7, "later")), // overlaps
		withFixes("b.md", oneEdit(true, "b.md", 5, 6, "x")),     // the same again
		withFixes("a.md", oneEdit(false, "a.md", 1, 1, "unsafe")),
		withFixes("a.md"),
	}
	safe := []fix.Change{{Path: "b.md", Edits: []analysis.Edit{edit(0, 1, "s"), edit(5, 6, "x")}, Fixed: 3}}
	if diff := cmp.Diff(safe, fix.Plan(findings, false)); diff != "" {
		t.Errorf("safe: -want +got\n%s", diff)
	}
	all := append([]fix.Change{{Path: "a.md", Edits: []analysis.Edit{edit(1, 1, "unsafe")}, Fixed: 1}}, safe...)
	if diff := cmp.Diff(all, fix.Plan(findings, true)); diff != "" {
		t.Errorf("unsafe: -want +got\n%s", diff)
	}
}

// TestPlanAllOrNone checks that of a fix in several places none is made where one overlaps.
func TestPlanAllOrNone(t *testing.T) {
	two := finding.Fix{Safe: true, Edits: append(oneEdit(true, "a.md", 0, 1, "x").Edits, oneEdit(true, "b.md", 0, 4, "y").Edits...)}
	got := fix.Plan([]finding.Finding{withFixes("b.md", oneEdit(true, "b.md", 2, 3, "z")), withFixes("a.md", two)}, false)
	want := []fix.Change{{Path: "b.md", Edits: []analysis.Edit{edit(2, 3, "z")}, Fixed: 1}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

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

func TestChoose(t *testing.T) {
	findings := []finding.Finding{
		withFixes("b.md", oneEdit(true, "b.md", 5, 6, "x")),
		withFixes("b.md", oneEdit(false, "b.md", 0, 1, "u"), oneEdit(true, "b.md", 0, 1, "s")),
		withFixes("b.md", oneEdit(true, "b.md", 5, 7, "later")), // overlaps
		withFixes("b.md", oneEdit(true, "b.md", 5, 6, "x")),     // duplicate
		withFixes("a.md", oneEdit(false, "a.md", 1, 1, "unsafe")),
		withFixes("a.md"),
	}
	none := func(*finding.Finding, *finding.Fix) bool { return false }
	unsafeOfB := func(f *finding.Finding, x *finding.Fix) bool { return f.Place.Path == "b.md" && x.Safe }
	tests := []struct {
		name   string
		unsafe bool
		skip   func(*finding.Finding, *finding.Fix) bool
		count  int
		want   map[string][]analysis.Edit
	}{
		{"safe", false, none, 3, map[string][]analysis.Edit{"b.md": {edit(0, 1, "s"), edit(5, 6, "x")}}},
		{"all", true, none, 4, map[string][]analysis.Edit{"a.md": {edit(1, 1, "unsafe")}, "b.md": {edit(0, 1, "s"), edit(5, 6, "x")}}},
		{"skipped fixes", true, unsafeOfB, 2, map[string][]analysis.Edit{"a.md": {edit(1, 1, "unsafe")}, "b.md": {edit(0, 1, "u")}}},
	}
	for _, test := range tests {
		choices := fix.Choose(findings, test.unsafe, test.skip)
		if len(choices) != test.count {
			t.Errorf("%s: %d choices, want %d", test.name, len(choices), test.count)
		}
		if diff := cmp.Diff(test.want, fix.EditsOf(choices)); diff != "" {
			t.Errorf("%s: -want +got\n%s", test.name, diff)
		}
	}
}

// TestChooseAllOrNone checks that a fix with several edits is skipped completely if one overlaps.
func TestChooseAllOrNone(t *testing.T) {
	two := finding.Fix{Safe: true, Edits: append(oneEdit(true, "a.md", 0, 1, "x").Edits, oneEdit(true, "b.md", 0, 4, "y").Edits...)}
	choices := fix.Choose([]finding.Finding{withFixes("b.md", oneEdit(true, "b.md", 2, 3, "z")), withFixes("a.md", two)}, false, nil)
	if diff := cmp.Diff(map[string][]analysis.Edit{"b.md": {edit(2, 3, "z")}}, fix.EditsOf(choices)); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

// TestChooseUncovers checks that fixes that make unread content readable get their own round.
func TestChooseUncovers(t *testing.T) {
	first := oneEdit(true, "a.md", 0, 1, "x")
	first.Uncovers = true
	choices := fix.Choose([]finding.Finding{withFixes("b.md", oneEdit(true, "b.md", 2, 3, "z")), withFixes("a.md", first)}, false, nil)
	if len(choices) != 1 || !choices[0].Fix.Uncovers {
		t.Errorf("got %v", choices)
	}
}

package fix_test

import (
	"strings"
	"testing"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/finding"
	"github.com/skilllint/skilllint/internal/fix"
)

func TestBlame(t *testing.T) {
	found := func(rule, path string, related ...string) finding.Finding {
		f := finding.Finding{Rule: rule, Message: rule}
		f.Place.Range.End = 1
		f.Place.Path = path
		for _, r := range related {
			var place finding.Related
			place.Place.Path = r
			f.Related = append(f.Related, place)
		}
		return f
	}
	at := func(f finding.Finding, start int) finding.Finding {
		f.Place.Range = analysis.Range{Start: start, End: start + 1}
		return f
	}
	severe := func(f finding.Finding, s analysis.Severity) finding.Finding {
		f.Severity = s
		return f
	}
	choice := func(path string, uncovers bool) fix.Choice {
		f, x := found("r/fixed", path), oneEdit(true, path, 0, 1, "x")
		x.Uncovers = uncovers
		return fix.Choice{Finding: &f, Fix: &x}
	}
	a, b, c := found("r/fixed", "a"), found("r/fixed", "b"), found("r/fixed", "c")
	tests := []struct {
		name          string
		before, after []finding.Finding
		uncovers      bool
		want          string
	}{
		{"all fixed", []finding.Finding{a, b, c}, nil, false, ""},
		{"new finding in a changed file", []finding.Finding{a, b, c}, []finding.Finding{found("r/new", "b")}, false, "b"},
		{"old finding of another rule", []finding.Finding{a, b, c, found("r/new", "b")}, []finding.Finding{found("r/new", "b")}, false, ""},
		{"finding moved to another file", []finding.Finding{a, b, c, found("r/new", "b")}, []finding.Finding{found("r/new", "d")}, false, ""},
		{"new finding of the same rule", []finding.Finding{a, b, c}, []finding.Finding{found("r/fixed", "d", "c")}, false, "c"},
		{"fix without effect", []finding.Finding{a, b, c}, []finding.Finding{b}, false, "b"},
		{"finding of the same rule moved to another file", []finding.Finding{a, b, c}, []finding.Finding{found("r/fixed", "d", "a")}, false, "a"},
		{"same message in the same file", []finding.Finding{a, b, c}, []finding.Finding{at(found("r/fixed", "b"), 9)}, false, "b"},
		{"one of two findings of a file", []finding.Finding{a, b, at(found("r/fixed", "b"), 9), c}, []finding.Finding{at(found("r/fixed", "b"), 9)}, false, ""},
		{"more errors", []finding.Finding{a, b, c}, []finding.Finding{severe(found("s/new", "c"), analysis.Error)}, true, "c"},
		{"an error instead of another", []finding.Finding{severe(a, analysis.Error), b, c}, []finding.Finding{severe(found("s/new", "c"), analysis.Error)}, true, ""},
		{"readable content breaks the same rules at the edit", []finding.Finding{a, b, c}, []finding.Finding{found("r/new", "a")}, true, "a"},
		{"readable content breaks others at the edit", []finding.Finding{a, b, c}, []finding.Finding{found("s/new", "a")}, true, ""},
		{"new findings in two files", []finding.Finding{a, b, c}, []finding.Finding{found("r/new", "a"), found("r/new", "b")}, false, "a b"},
		{"unknown cause", []finding.Finding{a, b, c}, []finding.Finding{found("r/new", "d", "e")}, false, "a+b+c"},
		{"unread content becomes readable", []finding.Finding{a, b, c}, []finding.Finding{at(found("r/new", "a"), 9)}, true, ""},
	}
	for _, test := range tests {
		var got []string
		for _, group := range fix.Blame(test.before, test.after, []fix.Choice{choice("a", test.uncovers), choice("b", false), choice("c", false)}) {
			var paths []string
			for _, c := range group.Choices {
				paths = append(paths, c.Finding.Place.Path)
			}
			got = append(got, strings.Join(paths, "+"))
		}
		if len(got) > 1 && got[0] > got[1] {
			got[0], got[1] = got[1], got[0]
		}
		if strings.Join(got, " ") != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

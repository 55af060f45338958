package fix_test

import (
	"strings"
	"testing"

	"github.com/skilllint/skilllint/internal/finding"
	"github.com/skilllint/skilllint/internal/fix"
)

func TestBlame(t *testing.T) {
	found := func(rule, path string, related ...string) finding.Finding {
		f := finding.Finding{Rule: rule}
		f.Place.Path = path
		for _, r := range related {
			var place finding.Related
			place.Place.Path = r
			f.Related = append(f.Related, place)
		}
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
		{"fix without effect", []finding.Finding{a, b, c}, []finding.Finding{b}, false, ""},
		{"new findings in two files", []finding.Finding{a, b, c}, []finding.Finding{found("r/new", "a"), found("r/new", "b")}, false, "a b"},
		{"unknown cause", []finding.Finding{a, b, c}, []finding.Finding{found("r/new", "d", "e")}, false, "a+b+c"},
		{"unread content becomes readable", []finding.Finding{a, b, c}, []finding.Finding{found("r/new", "a")}, true, ""},
	}
	for _, test := range tests {
		var got []string
		for _, group := range fix.Blame(test.before, test.after, []fix.Choice{choice("a", test.uncovers), choice("b", false), choice("c", false)}) {
			var paths []string
			for _, c := range group {
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

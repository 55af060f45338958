package postprocess

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/directive"
	"github.com/skilllint/skilllint/internal/finding"
)

// fileWith returns a file "a", and a store with its directives.
func fileWith(list ...directive.Directive) (*analysis.File, *analysis.Store) {
	f := &analysis.File{Path: "a", Tree: analysis.NewTree("")}
	f.Tree.MarkWalked(".")
	return f, analysis.NewStore(map[*analysis.Analyzer][]analysis.StoredFact{
		directive.Fact.Analyzer: {{File: f, Value: &directive.Directives{List: list}}}})
}

// newDirective returns a directive. Its first name is at an offset, and the others follow.
func newDirective(verb directive.Verb, at, from, to int, names ...string) directive.Directive {
	d := directive.Directive{Verb: verb, Reason: "why", Effect: analysis.Range{Start: from, End: to}}
	d.At.Path, d.At.Range = "a", analysis.Range{Start: at, End: at + 9}
	for i, n := range names {
		d.Names = append(d.Names, directive.Name{Text: n, Range: analysis.Range{Start: at + i, End: at + i + 1}})
	}
	return d
}

func TestSuppress(t *testing.T) {
	one := &analysis.Analyzer{Name: "g/one", Aliases: []string{"old/one"}, Severity: analysis.Error, Scope: analysis.PerDocument}
	two := &analysis.Analyzer{Name: "g/two", Severity: analysis.Error, Scope: analysis.PerWorkspace}
	optIn := &analysis.Analyzer{Name: "g/quiet", Scope: analysis.PerDocument}
	off := &analysis.Analyzer{Name: "h/off", Severity: analysis.Error, Scope: analysis.PerDocument}
	meta := &analysis.Analyzer{Name: "suppression/unused", Severity: analysis.Warning, Meta: true}
	internalRule := &analysis.Analyzer{Name: "internal/analyzer", Severity: analysis.Error}
	rules := []*analysis.Analyzer{one, two, optIn, off, meta, internalRule}
	place := newFindingInA
	next, disable, enable, file := directive.NextLine, directive.Disable, directive.Enable, directive.File
	tests := []struct {
		name     string
		comments []directive.Directive
		found    []finding.Finding
		enforced string
		ignored  bool
		want     string // remaining findings | suppressed findings | offsets of unused names | notices
	}{
		{"the next line", []directive.Directive{newDirective(next, 0, 10, 20, "g/one")}, []finding.Finding{place(one, 10), place(one, 20), place(two, 15)}, "", false,
			"g/one@20 g/two@15 | g/one@10 | | 1 finding suppressed by comments: g/one"},
		{"groups, globs and former names", []directive.Directive{newDirective(next, 0, 10, 20, "old/one"), newDirective(next, 1, 30, 40, "g"), newDirective(next, 2, 50, 60, "*")},
			[]finding.Finding{place(one, 10), place(two, 30), place(one, 50), place(internalRule, 50), place(meta, 99)}, "", false,
			"internal/analyzer@50 | g/one@10 g/two@30 g/one@50 | | 3 findings suppressed by comments: g/one, g/two"},
		{"a range", []directive.Directive{newDirective(disable, 0, 10, 99, "g/one"), newDirective(enable, 40, 40, 40, "g")}, []finding.Finding{place(one, 39), place(one, 40)}, "", false,
			"g/one@40 | g/one@39 | | 1 finding suppressed by comments: g/one"},
		{"unused", []directive.Directive{newDirective(next, 0, 10, 20, "g/one", "g/two"), newDirective(enable, 40, 40, 40, "g/one"), newDirective(next, 50, 60, 70, "h/off"), newDirective(next, 51, 60, 70, "no/rule")},
			[]finding.Finding{place(two, 10)}, "", false, "| g/two@10 | 0 40 | 1 finding suppressed by comments: g/two"},
		{"the nearest comment applies", []directive.Directive{newDirective(file, 0, 0, 99, "g/one"), newDirective(next, 5, 10, 20, "g/one")}, []finding.Finding{place(one, 10)}, "", false,
			"| g/one@10 | 0 | 1 finding suppressed by comments: g/one"},
		{"enforced", []directive.Directive{newDirective(file, 0, 0, 99, "g")}, []finding.Finding{place(one, 10), place(two, 10)}, "g/one", false,
			"g/one@10 | g/two@10 | | 1 finding suppressed by comments: g/two; comments cannot suppress enforced rules: g/one"},
		{"the end of an unused range", []directive.Directive{newDirective(disable, 0, 10, 99, "g/one"), newDirective(enable, 40, 40, 40, "g")}, nil, "", false, "| | 0 |"},
		{"a finding in a file without comments", []directive.Directive{newDirective(file, 0, 0, 99, "g/one")}, []finding.Finding{newFinding(one, "b", 10, analysis.Error)}, "", false, "g/one@10 | | 0 |"},
		{"ignored", []directive.Directive{newDirective(file, 0, 0, 99, "g/one"), newDirective(file, 5, 0, 99, "g/two")}, []finding.Finding{place(one, 10)}, "", true, "g/one@10 | | 5 |"},
	}
	for _, test := range tests {
		f, store := fileWith(test.comments...)
		for _, d := range test.comments {
			for _, n := range d.Names {
				test.found = append(test.found, place(meta, n.Range.Start))
			}
		}
		kept, suppressed, notices := Suppress(test.found, store, Comments{
			Rules: rules, Ignored: test.ignored,
			Severity: func(a *analysis.Analyzer, _ *analysis.File) (analysis.Severity, bool) {
				return a.Severity * map[bool]analysis.Severity{true: 0, false: 1}[a == off], true
			},
			Matches: func(name string, a *analysis.Analyzer) bool {
				return name == "*" || name == a.Name || strings.HasPrefix(a.Name, name+"/") || slices.Contains(a.Aliases, name)
			},
			Suppressible: func(a *analysis.Analyzer) bool { return a != meta && a != internalRule },
			Enforced:     func(f *finding.Finding) bool { return f.Rule == test.enforced },
			EnforcedName: "enforced rules",
		})
		var parts [4][]string
		for _, k := range kept {
			if k.Analyzer == meta {
				parts[2] = append(parts[2], fmt.Sprint(k.Place.Range.Start))
			} else {
				parts[0] = append(parts[0], fmt.Sprintf("%s@%d", k.Rule, k.Place.Range.Start))
			}
		}
		for _, s := range suppressed {
			parts[1] = append(parts[1], fmt.Sprintf("%s@%d", s.Rule, s.Place.Range.Start))
			if s.Suppression == nil || s.Suppression.Reason != "why" {
				t.Errorf("%s: %+v", test.name, s.Suppression)
			}
		}
		for _, n := range notices {
			if n.Path != f.Path {
				t.Errorf("%s: notice about %q", test.name, n.Path)
			}
			parts[3] = append(parts[3], n.Message)
		}
		got := strings.Join(parts[0], " ") + " | " + strings.Join(parts[1], " ") + " | " + strings.Join(parts[2], " ") + " | " + strings.Join(parts[3], "; ")
		if diff := cmp.Diff(strings.Fields(test.want), strings.Fields(got)); diff != "" {
			t.Errorf("%s: got %s\n%s", test.name, got, diff)
		}
	}
}

func newFindingInA(rule *analysis.Analyzer, offset int) finding.Finding {
	return newFinding(rule, "a", offset, rule.Severity)
}

// TestSuppressUncertain checks that suppressions are not reported as unused if that is uncertain, for example because only a
// part of the tree was read or a rule failed.
func TestSuppressUncertain(t *testing.T) {
	across := &analysis.Analyzer{Name: "g/across", Severity: analysis.Error, Scope: analysis.PerWorkspace}
	inner := &analysis.Analyzer{Name: "g/inner", Severity: analysis.Error, Scope: analysis.PerDocument}
	compares := &analysis.Analyzer{Name: "g/compares", Severity: analysis.Error, Scope: analysis.PerDocument, Compares: true}
	portability := &analysis.Analyzer{Name: "portability/agent", Severity: analysis.Error, Scope: analysis.PerDocument}
	meta := &analysis.Analyzer{Name: "suppression/unused", Severity: analysis.Warning, Meta: true}
	for _, test := range []struct {
		rule           *analysis.Analyzer
		whole, targets bool
		broken, unused bool
	}{
		{inner, false, false, false, true}, {inner, true, false, true, false},
		{across, true, false, false, true}, {across, false, false, false, false},
		{compares, true, false, false, false},
		{portability, true, false, false, false}, {portability, true, true, false, true},
	} {
		f, store := fileWith(newDirective(directive.File, 0, 0, 99, test.rule.Name))
		if !test.whole {
			f.Tree = analysis.NewTree("")
		}
		if test.targets {
			f.Targets = []string{"codex"}
		}
		found := []finding.Finding{newFindingInA(meta, 0)}
		if test.broken {
			found = append(found, newFindingInA(analysis.Broken, 0))
		}
		kept, _, _ := Suppress(found, store, Comments{Rules: []*analysis.Analyzer{test.rule, meta},
			Severity:     func(a *analysis.Analyzer, _ *analysis.File) (analysis.Severity, bool) { return a.Severity, true },
			Matches:      func(name string, a *analysis.Analyzer) bool { return name == a.Name },
			Suppressible: func(a *analysis.Analyzer) bool { return a == test.rule },
		})
		got := slices.ContainsFunc(kept, func(f finding.Finding) bool { return f.Analyzer == meta })
		if got != test.unused {
			t.Errorf("%+v, %s: unused %v", test, test.rule, got)
		}
	}
}

func TestJoinNames(t *testing.T) {
	rules := []string{"b", "a", "c", "a", "d", "e", "f"}
	if got := JoinNames(rules); got != "a, b, c, d, e and 1 more" || rules[0] != "b" {
		t.Errorf("%q of %q", got, rules)
	}
	if got := JoinNames(rules[:4]); got != "a, b, c" {
		t.Errorf("%q", got)
	}
}

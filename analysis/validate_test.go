package analysis

import (
	"strings"
	"testing"
)

// rule returns an analyzer that Validate has nothing to say about, but for a change.
func rule(name string, change func(*Analyzer)) *Analyzer {
	a := &Analyzer{Name: name, Doc: "what is wrong", Scope: PerDocument, Run: func(*Pass) error { return nil },
		Source: Source{Name: "a measurement", Checked: "2026-11-21"}}
	if change != nil {
		change(a)
	}
	return a
}

func fact(name string, requires ...*Analyzer) *Analyzer {
	return NewFact(name, "what is known", PerDocument, Skill, func(*Pass) (int, error) { return 0, nil }, requires...).Analyzer
}

func TestValidate(t *testing.T) {
	shared := fact("shared")
	circle := fact("circle")
	circle.Requires = []*Analyzer{fact("between", circle)}
	whole := fact("whole")
	whole.Scope = PerWorkspace
	named := func(name string) *Analyzer { return rule(name, nil) }
	with := func(change func(*Analyzer)) *Analyzer { return rule("a/b", change) }
	tests := []struct {
		name  string
		rules []*Analyzer
		want  string // part of the error; empty: none
	}{
		{"nothing", nil, ""},
		{"two that share a fact", []*Analyzer{rule("a/b", func(a *Analyzer) { a.Requires = []*Analyzer{shared} }),
			rule("a/c", func(a *Analyzer) { a.Requires = []*Analyzer{shared} })}, ""},
		{"one given twice", []*Analyzer{shared, shared}, ""},
		{"every scope", []*Analyzer{rule("a/b", func(a *Analyzer) { a.Scope = PerLine }), rule("a/c", func(a *Analyzer) { a.Scope = PerWorkspace })}, ""},
		{"no group", []*Analyzer{named("ab")}, `invalid analyzer name "ab"`},
		{"an empty group", []*Analyzer{named("/b")}, `invalid analyzer name "/b"`},
		{"an empty rule", []*Analyzer{named("a/")}, `invalid analyzer name "a/"`},
		{"capitals", []*Analyzer{named("a/B")}, `invalid analyzer name "a/B"`},
		{"two of one name", []*Analyzer{named("a/b"), named("a/b")}, "two analyzers are named a/b"},
		{"no doc", []*Analyzer{with(func(a *Analyzer) { a.Doc = "" })}, "Doc must be one line"},
		{"a sentence", []*Analyzer{with(func(a *Analyzer) { a.Doc = "It is wrong." })}, "Doc must be one line"},
		{"two lines", []*Analyzer{with(func(a *Analyzer) { a.Doc = "wrong\nindeed" })}, "Doc must be one line"},
		{"no scope", []*Analyzer{with(func(a *Analyzer) { a.Scope = 0 })}, "has no scope"},
		{"a scope that there is not", []*Analyzer{with(func(a *Analyzer) { a.Scope = PerWorkspace + 1 })}, "has no scope"},
		{"no run", []*Analyzer{with(func(a *Analyzer) { a.Run = nil })}, "has no Run"},
		{"lines of a workspace", []*Analyzer{with(func(a *Analyzer) { a.Lines, a.Scope = a.Run, PerWorkspace })}, "has Lines"},
		{"lines with a fact", []*Analyzer{with(func(a *Analyzer) { a.Lines, a.Requires = a.Run, []*Analyzer{shared} })}, "has Lines"},
		{"no source", []*Analyzer{with(func(a *Analyzer) { a.Source.Name = "" })}, "Source needs a name"},
		{"no date", []*Analyzer{with(func(a *Analyzer) { a.Source.Checked = "lately" })}, "Source needs a name"},
		{"a circle", []*Analyzer{with(func(a *Analyzer) { a.Requires = []*Analyzer{circle} })}, "fact/circle requires itself"},
		{"a rule required", []*Analyzer{with(func(a *Analyzer) { a.Requires = []*Analyzer{named("a/c")} })}, "requires a/c, which is not a fact"},
		{"an outer fact", []*Analyzer{with(func(a *Analyzer) { a.Requires = []*Analyzer{whole} })}, "cannot require fact/whole"},
		{"a fault of a fact", []*Analyzer{with(func(a *Analyzer) { a.Requires = []*Analyzer{fact("Odd")} })}, `invalid analyzer name "fact/Odd"`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			err := Validate(tt.rules)
			switch {
			case tt.want == "" && err != nil:
				t.Errorf("error %v, want none", err)
			case tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)):
				t.Errorf("error %v, want one that says %q", err, tt.want)
			}
		})
	}
}

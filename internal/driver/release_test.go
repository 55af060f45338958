package driver

import (
	"context"
	"slices"
	"testing"

	"github.com/skilllint/skilllint/analysis"
)

// Rules run before the next fact is computed, and a fact of the workspace is dropped after its last reader.
func TestRelease(t *testing.T) {
	var ran []string
	fact := func(name string) analysis.Fact[int] {
		return analysis.NewFact(name, name, analysis.PerWorkspace, 0, func(*analysis.Pass) (int, error) {
			ran = append(ran, name)
			return 1, nil
		})
	}
	one, two := fact("one"), fact("two")
	reader := func(name string, facts ...analysis.Fact[int]) *analysis.Analyzer {
		var requires []*analysis.Analyzer
		for _, f := range facts {
			requires = append(requires, f.Analyzer)
		}
		return rule(name, analysis.PerWorkspace, func(p *analysis.Pass) error {
			for _, f := range facts {
				f.Of(p) // it panics if the fact was dropped too early
			}
			ran = append(ran, name)
			return nil
		}, requires...)
	}
	settings := &Settings{}
	r := &run{Options: Options{Jobs: 1, SettingsFor: func(*analysis.File) *Settings { return settings }},
		plan: newPlan([]*analysis.Analyzer{reader("t/a", one), reader("t/b", one, two), reader("t/c", two)}, nil)}
	result := &Result{Workspace: &analysis.Workspace{}, Store: analysis.NewStore(nil)}
	w := &across{run: r, ctx: context.Background(), result: result, missing: map[*analysis.Analyzer]bool{}}
	r.workspace(w.ctx, result)
	if want := []string{"one", "t/a", "two", "t/b", "t/c"}; !slices.Equal(ran, want) || len(result.Findings) > 0 {
		t.Errorf("%v ran with %d findings, want %v", ran, len(result.Findings), want)
	}
	w.countReaders()
	for _, x := range r.plan.ordered {
		w.one(x)
		w.release(x)
		if x.Name == "t/b" && (w.facts.Has(one.Analyzer) || !w.facts.Has(two.Analyzer)) {
			t.Error("after the last reader of a fact it is kept, or another one is dropped")
		}
	}
}

package registry

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/syntax/jsontree"
	"github.com/skilllint/skilllint/schema"
)

func fact(t *testing.T, source string) (Registry, error) {
	t.Helper()
	d := analysis.NewDocument(&analysis.File{Path: "skills/manifest.json", Kind: analysis.Registry, Dialect: schema.Lookup("cleo")}, []byte(source))
	d.Data = jsontree.Parse(d.Source, 0).Root
	var facts analysis.FactSet
	pass := analysis.NewPass(context.Background(), Fact.Analyzer, &facts, nil)
	pass.Document, pass.File = d, d.File
	if err := facts.Compute(pass); err != nil {
		return Registry{}, err
	}
	return facts.Value(Fact.Analyzer).(Registry), nil
}

const sample = `{"skills": [
  {"name": "ct-技能", "version": "1.0.0", "path": "skills/a", "token_budget": 8000, "capabilities": {"dependencies": ["ct-b", 7], "inputs": "TASK_ID"}},
  {"path": "skills/nameless"}, 7,
  {"name": "ct-b", "version": 1, "token_budget": -5, "capabilities": []}
]}`

func TestFact(t *testing.T) {
	got, err := fact(t, sample)
	if err != nil {
		t.Fatal(err)
	}
	var places []string
	show := func(what string, at analysis.Location) {
		if at != (analysis.Location{}) {
			places = append(places, fmt.Sprintf("%s %s:%d:%d-%d %s", what, at.Path, at.Start.Line, at.Start.Column, at.End.Column, sample[at.Range.Start:at.Range.End]))
		}
	}
	for _, e := range got.Entries {
		show("name "+e.Name.Value, e.Name.Location)
		show("version "+e.Version.Value, e.Version.Location)
		show("path "+e.Path.Value, e.Path.Location)
		if e.TokenBudget.Value > 0 {
			show(fmt.Sprint("budget ", e.TokenBudget.Value), analysis.NewDocument(&analysis.File{Path: e.Name.Location.Path}, []byte(sample)).At(e.TokenBudget.Range))
		}
		for _, in := range e.Inputs {
			show("input "+in.Value, in.Location)
		}
	}
	want := []string{
		`name ct-技能 skills/manifest.json:2:12-19 "ct-技能"`,
		`version 1.0.0 skills/manifest.json:2:32-39 "1.0.0"`,
		`path skills/a skills/manifest.json:2:49-59 "skills/a"`,
		`budget 8000 skills/manifest.json:2:77-81 8000`,
		`input TASK_ID skills/manifest.json:2:139-148 "TASK_ID"`,
		`name ct-b skills/manifest.json:4:12-18 "ct-b"`,
	}
	if diff := cmp.Diff(want, places); diff != "" {
		t.Error(diff)
	}
}

func TestNoFact(t *testing.T) {
	for _, source := range []string{`{`, `[]`, `{}`, `{"skills": {}}`, `7`} {
		if _, err := fact(t, source); !errors.Is(err, analysis.ErrNoFact) {
			t.Errorf("%s: error %v, want %v", source, err, analysis.ErrNoFact)
		}
	}
}

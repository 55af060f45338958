package manifest_test

import (
	"context"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/cleo/manifest"
	"github.com/skilllint/skilllint/internal/load"
)

func TestEvidence(t *testing.T) {
	tests := []struct {
		path, source string
		want         manifest.Evidence
	}{
		{"o/T12-cache.md", "# A\n", manifest.Evidence{Named: true}},
		{"o/T1-a.md", "", manifest.Evidence{Named: true}},
		{"o/T12.md", "", manifest.Evidence{}},
		{"o/T-cache.md", "", manifest.Evidence{}},
		{"o/T12-.md", "", manifest.Evidence{}},
		{"o/T12cache.md", "", manifest.Evidence{}},
		{"o/ADR-001-cache.md", "", manifest.Evidence{}},
		{"o/2026-01-26_cache.md", "# A\n\n**Task**: T12\n", manifest.Evidence{Headed: true}},
		{"o/a.md", "# A\r\n\r\n**Task:** T12\r\n", manifest.Evidence{Headed: true}},
		{"o/a.md", "# A\n\nThe line is **Task**: T12.\n", manifest.Evidence{}},
		{"o/a.md", "# A\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n**Task**: T12\n", manifest.Evidence{}},
	}
	for _, test := range tests {
		f := &analysis.File{Path: test.path, Rel: test.path, Kind: analysis.Output}
		pass := analysis.NewPass(context.Background(), manifest.OutputEvidence.Analyzer, nil, nil)
		pass.File, pass.Document = f, load.Document(f, []byte(test.source), false)
		var facts analysis.FactSet
		if err := facts.Compute(pass); err != nil {
			t.Fatal(err)
		}
		if got := facts.Value(manifest.OutputEvidence.Analyzer); got != test.want {
			t.Errorf("%s %q: %+v, want %+v", test.path, test.source, got, test.want)
		}
	}
}

func TestOutputs(t *testing.T) {
	tree, other := analysis.NewTree(""), analysis.NewTree("b/")
	files := []struct {
		tree *analysis.Tree
		rel  string
		fact any
	}{
		{tree, "adr/MANIFEST.jsonl", false},
		{tree, "adr/T1-a.md", manifest.Evidence{Named: true, Headed: true}},
		{tree, "adr/sub/MANIFEST.jsonl", true},
		{tree, "adr/sub/T1-nearest-ledger.md", manifest.Evidence{Named: true}},
		{tree, "out/MANIFEST.jsonl", true},
		{tree, "out/T1-named.md", manifest.Evidence{Named: true}},
		{tree, "out/audit/T1-named-below.md", manifest.Evidence{Named: true}},
		{tree, "out/audit/headed-below.md", manifest.Evidence{Headed: true}},
		{tree, "out/headed.md", manifest.Evidence{Headed: true}},
		{tree, "out/notes.md", manifest.Evidence{}},
		{other, "out/T1-named-without-ledger.md", manifest.Evidence{Named: true}},
		{other, "out/headed-without-ledger.md", manifest.Evidence{Headed: true}},
	}
	facts := map[*analysis.Analyzer][]analysis.StoredFact{}
	for _, f := range files {
		file := &analysis.File{Path: f.tree.Prefix + f.rel, Rel: f.rel, Tree: f.tree}
		a := manifest.OutputEvidence.Analyzer
		if _, ok := f.fact.(bool); ok {
			a = manifest.Fact.Analyzer
		}
		facts[a] = append(facts[a], analysis.StoredFact{File: file, Value: f.fact})
	}
	pass := analysis.NewPass(context.Background(), manifest.Outputs.Analyzer, nil, nil)
	pass.Store = analysis.NewStore(facts)
	var set analysis.FactSet
	if err := set.Compute(pass); err != nil {
		t.Fatal(err)
	}
	var got []string
	for f, is := range set.Value(manifest.Outputs.Analyzer).(manifest.OutputFiles) {
		if is {
			got = append(got, f.Path)
		}
	}
	slices.Sort(got)
	want := []string{"adr/sub/T1-nearest-ledger.md", "b/out/headed-without-ledger.md", "out/T1-named.md", "out/audit/headed-below.md", "out/headed.md"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

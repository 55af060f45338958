package output_test

import (
	"context"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/cleo/ledger"
	"github.com/skilllint/skilllint/facts/output"
	"github.com/skilllint/skilllint/internal/load"
)

func TestEvidence(t *testing.T) {
	tests := []struct {
		path, source string
		want         output.Evidence
	}{
		{"o/T12-cache.md", "# A\n", output.Evidence{Named: true}},
		{"o/T1-a.md", "", output.Evidence{Named: true}},
		{"o/T12.md", "", output.Evidence{}},
		{"o/T-cache.md", "", output.Evidence{}},
		{"o/T12-.md", "", output.Evidence{}},
		{"o/T12cache.md", "", output.Evidence{}},
		{"o/ADR-001-cache.md", "", output.Evidence{}},
		{"o/2026-01-26_cache.md", "# A\n\n**Task**: T12\n", output.Evidence{Headed: true}},
		{"o/a.md", "# A\r\n\r\n**Task:** T12\r\n", output.Evidence{Headed: true}},
		{"o/a.md", "# A\n\nThe line is **Task**: T12.\n", output.Evidence{}},
		{"o/a.md", "# A\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n**Task**: T12\n", output.Evidence{}},
	}
	for _, test := range tests {
		f := &analysis.File{Path: test.path, Rel: test.path, Kind: analysis.Output}
		pass := analysis.NewPass(context.Background(), output.EvidenceOf.Analyzer, nil, nil)
		pass.File, pass.Document = f, load.Document(f, []byte(test.source), false)
		var facts analysis.FactSet
		if err := facts.Compute(pass); err != nil {
			t.Fatal(err)
		}
		if got := facts.Value(output.EvidenceOf.Analyzer); got != test.want {
			t.Errorf("%s %q: %+v, want %+v", test.path, test.source, got, test.want)
		}
	}
}

func TestOutputs(t *testing.T) {
	tree, elsewhere := analysis.NewTree(""), analysis.NewTree("b/")
	files := []struct {
		tree *analysis.Tree
		rel  string
		fact any
	}{
		{tree, "adr/MANIFEST.jsonl", false},
		{tree, "adr/T1-a.md", output.Evidence{Named: true, Headed: true}},
		{tree, "adr/sub/MANIFEST.jsonl", true},
		{tree, "adr/sub/T1-nearest-ledger.md", output.Evidence{Named: true}},
		{tree, "out/MANIFEST.jsonl", true},
		{tree, "out/T1-named.md", output.Evidence{Named: true}},
		{tree, "out/audit/T1-named-below.md", output.Evidence{Named: true}},
		{tree, "out/audit/headed-below.md", output.Evidence{Headed: true}},
		{tree, "out/headed.md", output.Evidence{Headed: true}},
		{tree, "out/notes.md", output.Evidence{}},
		{elsewhere, "out/T1-named-without-ledger.md", output.Evidence{Named: true}},
		{elsewhere, "out/headed-without-ledger.md", output.Evidence{Headed: true}},
	}
	facts := map[*analysis.Analyzer][]analysis.StoredFact{}
	for _, f := range files {
		file := &analysis.File{Path: f.tree.Prefix + f.rel, Rel: f.rel, Tree: f.tree}
		a := output.EvidenceOf.Analyzer
		if _, ok := f.fact.(bool); ok {
			a = ledger.Fact.Analyzer
		}
		facts[a] = append(facts[a], analysis.StoredFact{File: file, Value: f.fact})
	}
	pass := analysis.NewPass(context.Background(), output.Fact.Analyzer, nil, nil)
	pass.Store = analysis.NewStore(facts)
	var set analysis.FactSet
	if err := set.Compute(pass); err != nil {
		t.Fatal(err)
	}
	var got []string
	for f, is := range set.Value(output.Fact.Analyzer).(output.Outputs) {
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

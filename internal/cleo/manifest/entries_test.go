package manifest_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/cleo/manifest"
	"github.com/skilllint/skilllint/internal/load"
)

// entriesOf returns the entries of a manifest.
func entriesOf(t *testing.T, source string) (*manifest.Entries, error) {
	t.Helper()
	f := &analysis.File{Path: "out/MANIFEST.jsonl", Rel: "out/MANIFEST.jsonl", Kind: analysis.Manifest}
	var facts analysis.FactSet
	pass := func(a *analysis.Analyzer) *analysis.Pass {
		p := analysis.NewPass(context.Background(), a, &facts, nil)
		p.File = f
		return p
	}
	folds := []*analysis.Analyzer{manifest.Counted.Analyzer, manifest.EntriesFact.Requires[0]}
	for _, a := range folds {
		facts.Start(pass(a))
	}
	_, err := load.Lines(strings.NewReader(source), f, func(l *analysis.Line) error {
		for _, a := range folds {
			p := pass(a)
			p.Line = l
			if err := facts.Step(p); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range []*analysis.Analyzer{manifest.Fact.Analyzer, manifest.EntriesFact.Analyzer} {
		if err := facts.Compute(pass(a)); err != nil {
			return nil, err
		}
	}
	return facts.Value(manifest.EntriesFact.Analyzer).(*manifest.Entries), nil
}

func TestEntries(t *testing.T) {
	source := `{"id":"T1-a","file":"T1-a.md","title":"Ä \"b\"","date":"2026-01-26","status":"complete","agent_type":"x","file":"no.md"}` + "\n" +
		"not JSON\n\n" +
		`{"title":7,"é":1,"output":"T2.md","status":"partial"}` + "\n" +
		`{"file": "T3.md",` + "\n" +
		`{"file":"T4.md"}{"file":"T5.md","x":"file"}` + "\n" +
		`{"file":"` + strings.Repeat("x", 513) + `","id":"T6-x"}` + "\n"
	entries, err := entriesOf(t, source)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for e := range entries.All {
		line := fmt.Sprintf("%d torn=%v", e.Line(), e.Torn())
		for f := manifest.File; f <= manifest.Also; f++ {
			if !e.Has(f) {
				if e.Get(f) != "" {
					line += " (" + e.Get(f) + ")"
				}
				continue
			}
			where := e.Where(entries.Path, f)
			line += fmt.Sprintf(" %s=%s@%d:%d-%d", e.Get(f), source[where.Range.Start:where.Range.End], where.Start.Line, where.Start.Column, where.End.Column)
		}
		got = append(got, line)
	}
	want := []string{
		`1 torn=false T1-a.md="T1-a.md"@1:21-30 T1-a="T1-a"@1:7-13 Ä "b"="Ä \"b\""@1:39-48 2026-01-26="2026-01-26"@1:56-68 complete="complete"@1:78-88`,
		`4 torn=false partial="partial"@4:44-53 (T2.md)`,
		`0 torn=true (T3.md)`, `0 torn=true (T4.md)`, `0 torn=true (T5.md)`,
		`7 torn=false T6-x="T6-x"@7:530-536`,
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestEntriesOfOtherFormat(t *testing.T) {
	if _, err := entriesOf(t, `{"id":"T1","file":"x.md"}`+"\n"); err != analysis.ErrNoFact {
		t.Errorf("got error %v, want %v", err, analysis.ErrNoFact)
	}
}

// TestEntriesAreBounded checks the limits of memory for any manifest.
func TestEntriesAreBounded(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	entries, err := entriesOf(t, strings.Repeat(`{"file":"a","agent_type":"","title":"b"}`+"\n", 1<<20+3))
	if err != nil {
		t.Fatal(err)
	}
	n, titled := 0, 0
	for e := range entries.All {
		n++
		if e.Get(manifest.Title) != "" {
			titled++
		}
		if e.Get(manifest.File) != "a" || e.Where("", manifest.File).Start != (analysis.Position{Line: n, Column: 9}) {
			t.Fatalf("line %d: %q at %v", n, e.Get(manifest.File), e.Where("", manifest.File))
		}
	}
	if n != 1<<20 || entries.Omitted != 3 || titled != 100_352 || titled+entries.Shallow != n {
		t.Errorf("%d entries, %d with a title, %d shallow, %d omitted", n, titled, entries.Shallow, entries.Omitted)
	}
}

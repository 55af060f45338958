package driver

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/treefs"
)

// changed is a rule that compares the lines of a manifest with the base's, and reports removed ones.
func changed() *analysis.Analyzer {
	lines := analysis.NewFold("lines", "counts lines", analysis.Manifest,
		func(*analysis.Pass) *int { return new(int) },
		func(p *analysis.Pass, n *int) error { *n++; return nil })
	compared := analysis.NewFact("compared", "compares", analysis.PerDocument, analysis.Manifest, func(p *analysis.Pass) (string, error) {
		before := ""
		err := p.Base.Lines(func(l *analysis.Line) error {
			before += fmt.Sprintf(" %d@%d %q", l.Number, l.Offset, l.Source)
			return nil
		})
		return fmt.Sprintf("%d lines;%s", *lines.Of(p), before), err
	}, lines.Analyzer)
	compared.Compares = true
	return rule("t/changed", analysis.PerWorkspace, func(p *analysis.Pass) error {
		at := func(path string) *analysis.Location { return &analysis.Location{Path: path} }
		for f, said := range compared.All(p.Store) {
			p.Report(analysis.Diagnostic{Location: at(f.Path), Message: said})
		}
		for _, g := range p.Workspace.Deleted {
			p.Report(analysis.Diagnostic{Location: at(g.Path), Message: "gone from " + g.Ref})
		}
		return nil
	}, compared.Analyzer)
}

func baseOf(content map[string]string) func(*analysis.File) *Base {
	return func(f *analysis.File) *Base {
		text, ok := content[f.Path]
		if !ok {
			return nil
		}
		return &Base{Ref: "main", Open: func(context.Context) (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(text)), nil }}
	}
}

func TestBase(t *testing.T) {
	files := map[string]string{"a.jsonl": "{}\n{}\n", "b.jsonl": "{}\n", "c": "# C\n"}
	o := Options{Analyzers: []*analysis.Analyzer{changed()}}
	if got := lint(t, files, o); len(got) > 0 {
		t.Errorf("without a base: %v", got)
	}
	o.Base = baseOf(map[string]string{"a.jsonl": "{}\nx", "c": "# B\n"})
	o.Gone = func(context.Context) ([]analysis.DeletedFile, error) {
		return []analysis.DeletedFile{{Path: "d.jsonl", Ref: "main"}}, nil
	}
	var said []string
	for _, f := range lint(t, files, o) {
		said = append(said, f.Place.Path+" "+f.Message)
	}
	if got, want := strings.Join(said, "\n"), "a.jsonl 2 lines; 1@0 \"{}\" 2@3 \"x\"\nd.jsonl gone from main"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// If the comparison fails, the run fails.
func TestBaseThatCannotBeRead(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.jsonl")
	if err := os.WriteFile(path, []byte("{}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, open := range map[string]func(context.Context) (io.ReadCloser, error){
		"not opened": func(context.Context) (io.ReadCloser, error) { return nil, errors.New("no git") },
		"broken off": func(context.Context) (io.ReadCloser, error) {
			return io.NopCloser(io.MultiReader(strings.NewReader("{}\n{"), broken{})), nil
		},
	} {
		_, err := Run(context.Background(), Options{
			Analyzers:   []*analysis.Analyzer{changed()},
			SettingsFor: func(*analysis.File) *Settings { return &Settings{} },
			Base:        func(*analysis.File) *Base { return &Base{Ref: "main", Open: open} },
			Find: func(_ context.Context, emit func(Input)) ([]analysis.Link, []analysis.Unchecked, error) {
				for _, p := range []string{"b.jsonl", "a.jsonl"} {
					emit(Input{File: &analysis.File{Path: p, Kind: analysis.Manifest}, Open: func() (treefs.File, error) { return os.Open(path) }})
				}
				return nil, nil, nil
			},
		})
		if err == nil || err.Error() != "cannot compare a.jsonl with its base commit: no git" {
			t.Errorf("%s: %v", name, err)
		}
	}
}

type broken struct{}

func (broken) Read([]byte) (int, error) { return 0, errors.New("no git") }

// A document rule with Lines sees the lines of a manifest only.
func TestLinesOfDocuments(t *testing.T) {
	var seen []string
	x := rule("t/both", analysis.PerDocument, func(p *analysis.Pass) error { seen = append(seen, p.File.Rel); return nil })
	x.Lines = func(p *analysis.Pass) error {
		seen = append(seen, string(p.Line.Source))
		p.Reportf(analysis.Range{Start: int(p.Line.Offset), End: int(p.Line.Offset) + 1}, "line")
		return nil
	}
	got := lint(t, map[string]string{"a.jsonl": "{}\n[]\n", "b.md": "text"}, Options{Analyzers: []*analysis.Analyzer{x}, Jobs: 1})
	slices.Sort(seen) // the files come in any order
	if want := []string{"[]", "b.md", "{}"}; !slices.Equal(seen, want) {
		t.Errorf("saw %q, want %q", seen, want)
	}
	if len(got) != 2 || got[1].Place.Start.Line != 2 || got[1].Rule != "t/both" {
		t.Errorf("found %+v, want one on each line", got)
	}
}

// A line rule with very many findings is stopped.
func TestRuleOfLinesStops(t *testing.T) {
	runs := 0
	each := rule("t/line", analysis.PerLine, func(p *analysis.Pass) error {
		runs++
		p.Reportf(analysis.Range{Start: int(p.Line.Offset), End: int(p.Line.Offset) + 1}, "line")
		return nil
	})
	const lines = maxKept + maxOfLines + 1000
	got := lint(t, map[string]string{"a.jsonl": strings.Repeat("x\n", lines)}, Options{Analyzers: []*analysis.Analyzer{each}})
	said := ""
	for _, f := range got {
		if strings.Contains(f.Message, "more findings of") {
			said = f.Message
		}
	}
	if want := fmt.Sprintf("at least %d more findings of t/line in this file", maxOfLines); said != want || runs != maxKept+maxOfLines {
		t.Errorf("after %d runs: %q, want %q", runs, said, want)
	}
}

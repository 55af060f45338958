package driver

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/treefs"
)

// A workspace rule that the settings of all files disable does not run, unlike an analyzer that no settings name.
func TestDisabledWorkspaceRules(t *testing.T) {
	var ran []string
	across := func(name string) *analysis.Analyzer {
		return rule(name, analysis.PerWorkspace, func(*analysis.Pass) error { ran = append(ran, name); return nil })
	}
	off, once, unnamed := across("test/off"), across("test/once"), across("view/unnamed")
	common := &Settings{Severity: map[*analysis.Analyzer]analysis.Severity{off: analysis.Off, once: analysis.Off}}
	special := &Settings{Severity: map[*analysis.Analyzer]analysis.Severity{off: analysis.Off, once: analysis.Info}}
	lint(t, map[string]string{"a.md": "a", "b.md": "b"}, Options{Analyzers: []*analysis.Analyzer{off, once, unnamed}, Jobs: 1,
		SettingsFor: func(f *analysis.File) *Settings {
			if f != nil && f.Path == "b.md" {
				return special
			}
			return common
		}})
	if got := fmt.Sprint(ran); got != "[test/once view/unnamed]" {
		t.Error(got)
	}
}

// A rule that fails on one line runs on the others, and so do the rules after it.
func TestFailuresOnLines(t *testing.T) {
	line := func(name string, fails int) *analysis.Analyzer {
		return rule(name, analysis.PerLine, func(p *analysis.Pass) error {
			if p.Line.Number == fails {
				panic("failed")
			}
			p.Reportf(p.Line.Data.Range, "%s on %d", name, p.Line.Number)
			return nil
		})
	}
	a, b := line("test/a", 2), line("test/b", 1)
	a.Kinds, b.Kinds = analysis.Manifest, analysis.Manifest
	expect(t, lint(t, map[string]string{"m.jsonl": "1\n2\n3\n"}, Options{Analyzers: []*analysis.Analyzer{a, b}}),
		"m.jsonl:1:1 internal/analyzer internal error in rule test/b: panic: failed", "m.jsonl:1:1 test/a test/a on 1",
		"m.jsonl:2:1 internal/analyzer internal error in rule test/a: panic: failed", "m.jsonl:2:1 test/b test/b on 2",
		"m.jsonl:3:1 test/a test/a on 3", "m.jsonl:3:1 test/b test/b on 3")
}

// The lines of a manifest can be read again. If that fails, the file counts as unreadable.
func TestReread(t *testing.T) {
	path := filepath.Join(t.TempDir(), "m.jsonl")
	if err := os.WriteFile(path, []byte("{}\n\n[]"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, fails := range []bool{false, true} {
		var got string
		again := rule("test/again", analysis.PerDocument, func(p *analysis.Pass) error {
			if err := p.Document.Reread(func(l *analysis.Line) error { got += fmt.Sprintf("%d %s;", l.Number, l.Source); return nil }); err != nil {
				return analysis.ErrNoFact
			}
			return nil
		})
		again.Kinds = analysis.Manifest
		r, err := Run(context.Background(), Options{Analyzers: []*analysis.Analyzer{again}, SettingsFor: func(*analysis.File) *Settings { return &Settings{} },
			Find: func(_ context.Context, emit func(Input)) ([]analysis.Link, []analysis.Unchecked, error) {
				emit(Input{File: &analysis.File{Path: "m.jsonl", Kind: analysis.Manifest}, Open: func() (treefs.File, error) {
					f, err := os.Open(path)
					return readOnce{f, fails}, err
				}})
				return nil, nil, nil
			}})
		want, unchecked := "1 {};2 ;3 [];", []analysis.Unchecked(nil)
		if fails {
			want, unchecked = "", []analysis.Unchecked{{Path: "m.jsonl", Reason: "cannot read file: it failed"}}
		}
		if err != nil || got != want || !slices.Equal(r.Workspace.Unchecked, unchecked) || len(r.Findings) > 0 {
			t.Errorf("fails %v: lines %q, unchecked %v, findings %v, %v", fails, got, r.Workspace.Unchecked, r.Findings, err)
		}
	}
}

// A readOnce is a file that may fail when it is read a second time.
type readOnce struct {
	*os.File
	fails bool
}

func (f readOnce) ReadAt(b []byte, at int64) (int, error) {
	if f.fails {
		return 0, errors.New("it failed")
	}
	return f.File.ReadAt(b, at)
}

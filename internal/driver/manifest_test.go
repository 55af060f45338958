package driver

import (
	"fmt"
	"testing"

	"github.com/skilllint/skilllint/analysis"
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

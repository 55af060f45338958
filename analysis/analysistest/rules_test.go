package analysistest

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/analysis"
)

// A recorder records the errors of a test.
type recorder struct {
	testing.TB
	errors []string
}

func (r *recorder) Helper()           {}
func (r *recorder) Error(args ...any) { r.errors = append(r.errors, fmt.Sprint(args...)) }
func (r *recorder) Errorf(f string, args ...any) {
	r.errors = append(r.errors, fmt.Sprintf(f, args...))
}

// writeArchives writes an archive with and one without findings for a rule.
func writeArchives(t *testing.T, root, rule string, names ...string) {
	t.Helper()
	texts := map[string]string{"found": skill + wantSection, "clean": skill + "-- want --\n", "invalid": "-- want --\n"}
	dir := filepath.Join(root, filepath.FromSlash(rule))
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if err := os.WriteFile(filepath.Join(dir, name+".txtar"), []byte(texts[name]), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func TestRulesErrors(t *testing.T) {
	type options struct {
		Good int `yaml:"good" doc:"a number"`
		Bad  int
	}
	tests := []struct {
		name     string
		archives []string
		change   func(*analysis.Analyzer)
		want     []string
	}{
		{"complete", []string{"found", "clean"}, func(*analysis.Analyzer) {}, nil},
		{"options", []string{"found", "clean"}, func(a *analysis.Analyzer) { a.Options = &options{} }, []string{"option Bad needs a yaml tag"}},
		{"options by value", []string{"found", "clean"}, func(a *analysis.Analyzer) { a.Options = 1 }, []string{"not a pointer to a struct"}},
		{"no archives", nil, func(*analysis.Analyzer) {}, []string{"expects a finding", "empty want section"}},
		{"only findings", []string{"found"}, func(*analysis.Analyzer) {}, []string{"empty want section"}},
		{"only clean", []string{"clean"}, func(*analysis.Analyzer) {}, []string{"expects a finding"}},
		{"invalid archive", []string{"found", "clean", "invalid"}, func(*analysis.Analyzer) {}, []string{"contains no files"}},
		{"no documentation", []string{"found", "clean"}, func(a *analysis.Analyzer) { a.Doc = "" }, []string{"Doc must be one line"}},
		{"TODO in the documentation", []string{"found", "clean"}, func(a *analysis.Analyzer) { a.Doc = "TODO: document it" }, []string{"contains a TODO"}},
		{"no source", []string{"found", "clean"}, func(a *analysis.Analyzer) { a.Source = analysis.Source{} }, []string{"Source needs", "unknown kind of source"}},
		{"opinion on by default", []string{"found", "clean"}, func(a *analysis.Analyzer) { a.Source.Kind = analysis.Opinion }, []string{"source is an opinion"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			root := t.TempDir()
			rule := wordRule("gizmo", nil)
			writeArchives(t, root, rule.Name, test.archives...)
			test.change(rule)
			r := &recorder{TB: t}
			Rules(r, root, rule)
			for i, got := range r.errors {
				if i >= len(test.want) || !strings.Contains(got, test.want[i]) {
					t.Errorf("error %d: %s", i, got)
				}
			}
			if len(r.errors) != len(test.want) {
				t.Errorf("%d errors, want %d: %q", len(r.errors), len(test.want), test.want)
			}
		})
	}
}

// TestRun runs the archives of a rule from files, as authors of rules do.
func TestRun(t *testing.T) {
	root := t.TempDir()
	rule := wordRule("gizmo", nil)
	writeArchives(t, root, rule.Name, "found")
	Run(t, root, rule)
}

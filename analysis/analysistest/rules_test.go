package analysistest

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/analysis"
)

// A recorder is a test that only notes what is wrong.
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
	texts := map[string]string{"found": skill + wanted, "clean": skill + "-- want --\n", "torn": "-- want --\n"}
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

func TestRulesSees(t *testing.T) {
	type options struct {
		Good int `yaml:"good" doc:"what it is"`
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
		{"no archives", nil, func(*analysis.Analyzer) {}, []string{"wants a finding", "left alone"}},
		{"only findings", []string{"found"}, func(*analysis.Analyzer) {}, []string{"left alone"}},
		{"only clean", []string{"clean"}, func(*analysis.Analyzer) {}, []string{"wants a finding"}},
		{"archive that cannot be read", []string{"found", "clean", "torn"}, func(*analysis.Analyzer) {}, []string{"holds no file"}},
		{"no documentation", []string{"found", "clean"}, func(a *analysis.Analyzer) { a.Doc = "" }, []string{"Doc must be one line"}},
		{"to be written", []string{"found", "clean"}, func(a *analysis.Analyzer) { a.Doc = "TODO: say it" }, []string{"still to be written"}},
		{"no source", []string{"found", "clean"}, func(a *analysis.Analyzer) { a.Source = analysis.Source{} }, []string{"Source needs", "no kind of source"}},
		{"opinion that is on", []string{"found", "clean"}, func(a *analysis.Analyzer) { a.Source.Kind = analysis.Opinion }, []string{"rests on opinion"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			root := t.TempDir()
			rule := finder("gizmo", nil)
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

// TestRun runs the archives of a rule from files, as a rule's author does.
func TestRun(t *testing.T) {
	root := t.TempDir()
	rule := finder("gizmo", nil)
	writeArchives(t, root, rule.Name, "found")
	Run(t, root, rule)
}

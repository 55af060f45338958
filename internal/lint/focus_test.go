package lint_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/config"
	"github.com/skilllint/skilllint/internal/finding"
	"github.com/skilllint/skilllint/internal/fixture"
	"github.com/skilllint/skilllint/internal/lint"
	"github.com/skilllint/skilllint/internal/safefile"
	"github.com/skilllint/skilllint/rules"
)

// A path limits the report, not the analysis: in all fixtures and in a sample of real repositories, a file
// has the same findings alone as in a run on the whole workspace. Without SKILLLINT_THOROUGH, a sample is
// compared.
func TestPartsOfWorkspaces(t *testing.T) {
	archives, err := filepath.Glob("../../fixtures/*/*/*.txtar")
	if err != nil || len(archives) < 200 {
		t.Fatalf("%d archives, %v", len(archives), err)
	}
	top, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	sample := 8
	if os.Getenv("SKILLLINT_THOROUGH") != "" {
		sample = 1
	}
	compared := 0
	for i, name := range archives {
		if i%sample > 0 {
			continue
		}
		source, err := os.ReadFile(filepath.Join(top, "internal", "cli", name))
		if err != nil {
			t.Fatal(err)
		}
		archive, err := fixture.Parse(source)
		if err != nil {
			t.Fatal(err)
		}
		dir := t.TempDir()
		if _, err := fixture.Lay(dir, archive.Files); err != nil {
			t.Logf("%s: %v", name, err)
			continue
		}
		compared += compareParts(t, name, dir, 1)
	}
	repositories, _ := filepath.Glob(filepath.Join(top, "../shared/corpus/*/"))
	if len(repositories) == 0 {
		t.Log("../shared/corpus does not exist, so only fixtures are compared")
	}
	for i, from := range repositories {
		if info, err := os.Stat(from); testing.Short() || sample > 1 && i%2 == 0 || err != nil || !info.IsDir() {
			continue
		}
		dir := t.TempDir()
		if err := os.CopyFS(dir, os.DirFS(from)); err != nil {
			t.Fatal(err)
		}
		compared += compareParts(t, filepath.Base(from), dir, 10*sample)
	}
	t.Logf("%d files compared", compared)
}

// compareParts compares one of every n files of a workspace.
func compareParts(t *testing.T, name, dir string, one int) (compared int) {
	t.Helper()
	if err := os.MkdirAll(filepath.Join(dir, ".git"), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	whole := lintPart(t)
	if whole == nil {
		return 0 // its configuration is at fault
	}
	for i, f := range whole.Files {
		if i%one > 0 {
			continue
		}
		compared++
		wanted := keysOf(whole.About(f.Path))
		part := lintPart(t, f.Path)
		if part == nil {
			t.Errorf("%s: %s: cannot be checked by itself", name, f.Path)
			continue
		}
		if !part.IsPart() {
			t.Fatalf("%s: %s is not part of a workspace", name, f.Path)
		}
		got := keysOf(part.Report.Findings)
		for _, key := range wanted {
			if !slices.Contains(got, key) {
				t.Errorf("%s: %s by itself lacks %v", name, f.Path, key)
			}
		}
		for _, key := range got {
			if !slices.Contains(wanted, key) {
				t.Errorf("%s: only by itself %s has %v", name, f.Path, key)
			}
		}
	}
	return compared
}

// lintPart runs all rules; nil: the run ends with an error.
func lintPart(t *testing.T, paths ...string) *lint.Result {
	t.Helper()
	dir, err := os.Getwd()
	if err == nil {
		dir, err = filepath.EvalSymlinks(dir)
	}
	if err != nil {
		t.Fatal(err)
	}
	known := slices.DeleteFunc(slices.Concat(rules.All(), config.Engines()), func(a *analysis.Analyzer) bool { return a.IsFact() })
	selection, _, err := config.Select(known, []string{"all"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	result, err := lint.Run(context.Background(), lint.Request{Dir: dir, Paths: paths, Rules: known, Analyzers: slices.Concat(rules.All(), config.Engines()), Selection: selection,
		AllowEmpty: true, Limit: true, Output: &safefile.Writer{}})
	if err != nil {
		return nil
	}
	for _, root := range result.WritableRoots() {
		root.Disk.Close()
	}
	return result
}

type findingKey struct {
	path, rule, message string
	place               analysis.Range
	related             int
}

func keysOf(findings []finding.Finding) []findingKey {
	var keys []findingKey
	for i := range findings {
		f := &findings[i]
		keys = append(keys, findingKey{f.Place.Path, f.Rule, f.Message, f.Place.Range, len(f.Related)})
	}
	return keys
}

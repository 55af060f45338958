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

// TestPartsOfWorkspaces checks that a path limits the report, not the analysis: in fixtures and real repositories, a file
// has the same findings in a run on the file as in a run on the workspace. Without SKILLLINT_THOROUGH, only a sample is
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
		if _, err := fixture.Write(dir, archive.Files); err != nil {
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

// compareParts compares every n-th file of a workspace.
func compareParts(t *testing.T, name, dir string, n int) (compared int) {
	t.Helper()
	if err := os.MkdirAll(filepath.Join(dir, ".git"), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	whole := lintPart(t)
	if whole == nil {
		return 0 // the configuration is invalid
	}
	for i, f := range whole.Files {
		if i%n > 0 {
			continue
		}
		compared++
		want := keysOf(whole.About(f.Path))
		part := lintPart(t, f.Path)
		if part == nil {
			t.Errorf("%s: %s: cannot be checked alone", name, f.Path)
			continue
		}
		if !part.IsPart() {
			t.Fatalf("%s: %s is not part of a workspace", name, f.Path)
		}
		got := keysOf(part.Report.Findings)
		for _, key := range want {
			if !slices.Contains(got, key) {
				t.Errorf("%s: %s: missing if checked alone: %v", name, f.Path, key)
			}
		}
		for _, key := range got {
			if !slices.Contains(want, key) {
				t.Errorf("%s: %s: reported only if checked alone: %v", name, f.Path, key)
			}
		}
	}
	return compared
}

// lintPart runs all rules on paths. It returns nil if the run ends with an error.
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

package cli

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
	"github.com/skilllint/skilllint/rules"
)

// A path limits the report, not the analysis: in every workspace of the fixtures and in a sample of real
// repositories, each file by itself has the findings that it has when the workspace is checked whole. A sample is compared, unless
// SKILLLINT_THOROUGH is set.
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
	for _, from := range repositories {
		if info, err := os.Stat(from); testing.Short() || err != nil || !info.IsDir() {
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

// compareParts compares one in so many files of a workspace.
func compareParts(t *testing.T, name, dir string, one int) (compared int) {
	t.Helper()
	if err := os.MkdirAll(filepath.Join(dir, ".git"), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	_, whole := lintPart(t, name)
	if whole == nil {
		return 0 // its configuration is at fault
	}
	for i, f := range whole.files {
		if i%one > 0 {
			continue
		}
		compared++
		want := (&part{result: whole})
		want.ask(f.Path)
		wanted := keysOf(want.of(whole.report.Findings))
		flags, part := lintPart(t, name, f.Path)
		if part == nil {
			t.Errorf("%s: %s: cannot be checked by itself", name, f.Path)
			continue
		}
		if !flags.part.inside {
			t.Fatalf("%s: %s is not part of a workspace", name, f.Path)
		}
		got := keysOf(part.report.Findings)
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

// lintPart runs the pipeline with all rules; nil: it refuses.
func lintPart(t *testing.T, name string, paths ...string) (*lintFlags, *analysed) {
	t.Helper()
	p := newProgram(rules.All())
	f := &lintFlags{}
	f.sel, f.allowEmpty = []string{"all"}, true
	selection, _, err := config.Select(p.rules(), f.sel, nil)
	if err != nil {
		t.Fatal(err)
	}
	dir, err := workingDirectory()
	if err != nil {
		t.Fatal(err)
	}
	f.part.places(paths, dir, "")
	s, result, err := p.look(context.Background(), f, selection, paths, nil)
	if err != nil {
		return f, nil
	}
	for _, root := range s.roots {
		root.Disk.Close()
	}
	return f, result
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

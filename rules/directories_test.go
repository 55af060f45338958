package rules_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/config"
	"github.com/skilllint/skilllint/internal/fixture"
	"github.com/skilllint/skilllint/internal/lint"
	"github.com/skilllint/skilllint/internal/safefile"
	"github.com/skilllint/skilllint/rules"
	rulesmanifest "github.com/skilllint/skilllint/rules/manifest"
	rulesregistry "github.com/skilllint/skilllint/rules/registry"
)

// TestDirectories runs the rules on paths in manifests and registries from three working directories. The findings must
// depend only on the tree, with and without a repository.
func TestDirectories(t *testing.T) {
	for _, archive := range []string{"manifest/file/package", "registry/path/found"} {
		data, err := os.ReadFile(filepath.Join("../fixtures", archive+".txtar"))
		if err != nil {
			t.Fatal(err)
		}
		parsed, err := fixture.Parse(data)
		if err != nil {
			t.Fatal(err)
		}
		above, err := filepath.EvalSymlinks(t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		root := filepath.Join(above, "root")
		if err := os.Mkdir(root, 0o755); err != nil {
			t.Fatal(err)
		}
		if _, err := fixture.Write(root, parsed.Files); err != nil {
			t.Fatal(err)
		}
		inner, err := filepath.Glob(filepath.Join(root, "*"))
		if err != nil || len(inner) == 0 {
			t.Fatal(err)
		}
		for _, repository := range []bool{false, true} {
			if repository {
				if err := os.Mkdir(filepath.Join(root, ".git"), 0o755); err != nil {
					t.Fatal(err)
				}
			}
			want := foundFrom(t, root, root)
			if len(want) == 0 {
				t.Errorf("%s: no findings", archive)
			}
			for _, dir := range []string{above, inner[0]} {
				if diff := cmp.Diff(want, foundFrom(t, dir, root)); diff != "" {
					t.Errorf("%s, repository %v, from %s (-%s +got):\n%s", archive, repository, dir, root, diff)
				}
			}
		}
	}
}

// foundFrom returns the findings below a path, without their paths, for a working directory.
func foundFrom(t *testing.T, dir, path string) []string {
	t.Helper()
	run := []*analysis.Analyzer{rulesmanifest.File, rulesmanifest.Unlisted, rulesregistry.Path}
	result, err := lint.Run(context.Background(), lint.Request{Dir: dir, Paths: []string{path}, Rules: rules.All(), Analyzers: run,
		Selection: config.ReportOnly(run), AllowEmpty: true, Limit: true, Output: &safefile.Writer{}})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range result.Roots {
		r.Disk.Close()
	}
	var found []string
	for _, f := range result.Report.Findings {
		found = append(found, fmt.Sprintf("%s %d:%d %s: %s", filepath.Base(f.Place.Path), f.Place.Start.Line, f.Place.Start.Column, f.Rule, f.Message))
	}
	slices.Sort(found)
	return found
}

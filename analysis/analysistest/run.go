package analysistest

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/analysis"
)

var update = flag.Bool("update", false, "rewrite what fixtures want to what was found")

// Run tests every rule with its archives, root/<group>/<rule>/*.txtar, one subtest each. Rules
// that are given together also run together on every archive.
func Run(t *testing.T, root string, rules ...*analysis.Analyzer) {
	t.Helper()
	for _, rule := range rules {
		t.Run(rule.Name, func(t *testing.T) {
			paths := archives(root, rule)
			if len(paths) == 0 {
				t.Errorf("no archive %s", filepath.Join(root, rule.Name, "*.txtar"))
			}
			for _, path := range paths {
				t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
					t.Parallel()
					runArchive(t, path, rule, rules)
				})
			}
		})
	}
}

// RunTogether tests rules that are no good alone, as those that run what a configuration defines:
// archives want what any of them finds.
func RunTogether(t *testing.T, paths []string, rules ...*analysis.Analyzer) {
	t.Helper()
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			t.Parallel()
			runArchive(t, path, nil, rules)
		})
	}
}

// archives returns the paths of a rule's archives, sorted.
func archives(root string, rule *analysis.Analyzer) []string {
	paths, _ := filepath.Glob(filepath.Join(root, filepath.FromSlash(rule.Name), "*.txtar"))
	return paths
}

// runArchive checks the archive at a path, and with -update rewrites it before.
func runArchive(t *testing.T, path string, rule *analysis.Analyzer, rules []*analysis.Analyzer) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if *update {
		data = updateArchive(t, path, data, rule, rules)
	}
	c, err := newCheck(data, rule, rules, t.TempDir)
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	for _, problem := range c.problems() {
		t.Errorf("%s: %s", path, problem)
	}
}

// updateArchive writes what was found into an archive file and returns its new bytes.
func updateArchive(t *testing.T, path string, data []byte, rule *analysis.Analyzer, rules []*analysis.Analyzer) []byte {
	t.Helper()
	c, err := newCheck(data, rule, rules, t.TempDir)
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	updated, err := c.updated(data)
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	if string(updated) != string(data) {
		if err := os.WriteFile(path, updated, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return updated
}

package analysistest

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/analysis"
)

var update = flag.Bool("update", false, "update the expected findings of fixtures")

// Run tests each rule with its archives, root/<group>/<rule>/*.txtar, in a subtest each. Several rules also
// run together on every archive.
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

// RunTogether tests rules that only work together, such as the engines of custom rules: archives expect the
// findings of all of them.
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

// runArchive checks the archive at a path. With -update, it rewrites the archive first.
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

// updateArchive writes the findings into an archive file and returns its new bytes.
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

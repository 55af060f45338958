package playground

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"unicode/utf8"

	"github.com/skilllint/skilllint/internal/fixture"
)

// A treeResult is a tree with its result, to be compared with the result of the page.
type treeResult struct {
	Name   string      `json:"name"`
	Files  [][2]string `json:"files"`
	Result *Result     `json:"result"`
}

// TestTrees writes a fixture of every third rule with its result to the file in SKILLLINT_TREES. Then .ci/playground.mjs lints
// them in the page. SKILLLINT_PART chooses the rules.
func TestTrees(t *testing.T) {
	to := os.Getenv("SKILLLINT_TREES")
	if to == "" {
		t.Skip("SKILLLINT_TREES is not set")
	}
	names, err := filepath.Glob("../../fixtures/*/*/found.txtar")
	if err != nil {
		t.Fatal(err)
	}
	var trees []treeResult
	part, _ := strconv.Atoi(os.Getenv("SKILLLINT_PART"))
	for i, name := range names {
		if (i+part)%3 > 0 {
			continue
		}
		if tree := readTree(t, name); tree != nil {
			trees = append(trees, *tree)
		}
	}
	if len(trees) < 20 {
		t.Fatalf("%d trees", len(trees))
	}
	data, err := json.Marshal(trees)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(to, data, 0o600); err != nil {
		t.Fatal(err)
	}
	t.Logf("%d trees", len(trees))
}

// readTree lints a fixture. It returns nil for fixtures that the page does not support: those with links, executable files or other
// encodings, or over the limits.
func readTree(t *testing.T, name string) *treeResult {
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	archive, err := fixture.Parse(data)
	if err != nil {
		t.Fatal(err)
	}
	tree, contents := &treeResult{Name: name}, map[string][]byte{}
	for _, f := range archive.Files {
		if f.Target != "" || f.Runs || !utf8.Valid(f.Data) {
			return nil
		}
		tree.Files = append(tree.Files, [2]string{f.Path, string(f.Data)})
		contents[f.Path] = f.Data
	}
	if tree.Result, err = Lint(context.Background(), contents, Options{}); err != nil {
		return nil
	}
	return tree
}

package rules_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/finding"
	"github.com/skilllint/skilllint/internal/fixture"
	"github.com/skilllint/skilllint/rules/markdown"
	"github.com/skilllint/skilllint/rules/tokens"
)

// seeds matches the documents that first described the dialects, next to the checkout on some machines.
const seeds = "../../shared/seeds/*.txt"

// readSeeds returns the documents by number.
func readSeeds(t *testing.T) map[string][]byte {
	t.Helper()
	paths, _ := filepath.Glob(seeds)
	if len(paths) == 0 {
		t.Skipf("%s: not found next to this checkout", seeds)
	}
	read := map[string][]byte{}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		number, _, _ := strings.Cut(filepath.Base(path), "_")
		read[number] = data
	}
	return read
}

// TestSeedFences lints the documents as Markdown. In one of them, the block at line 1233 contains another block and is
// closed by that block's fence, so the last fence, at line 1309, opens a block. The others are well-formed.
func TestSeedFences(t *testing.T) {
	var files []fixture.File
	for number, data := range readSeeds(t) {
		files = append(files, fixture.File{Path: "skills/seed/references/" + number + ".md", Data: data})
	}
	files = append(files, fixture.File{Path: "skills/seed/SKILL.md", Data: []byte("---\nname: seed\ndescription: x\n---\n")})
	var got []string
	for _, f := range lintSeeds(t, files, markdown.UnclosedFence, markdown.NestedFence) {
		got = append(got, fmt.Sprintf("%s:%d %s", f.Place.Path, f.Place.Start.Line, f.Severity))
	}
	if want := "skills/seed/references/003.md:1233 warning"; strings.Join(got, "\n") != want {
		t.Errorf("got %q, want only %q", got, want)
	}
}

// TestSeedTokens lints the documents as a CLEO skill, as its references, and as outputs. They explain placeholders, so
// placeholders are not errors.
func TestSeedTokens(t *testing.T) {
	registry := `{"skills": [{"name": "ct-seed", "version": "1.0.0", "path": "skills/ct-seed"}]}`
	entry := `{"id": "T1-a", "file": "T1-a.md", "agent_type": "research", "key_findings": []}`
	header := "---\nname: ct-seed\ndescription: x\n---\n"
	for number, data := range readSeeds(t) {
		files := []fixture.File{
			{Path: "skills/manifest.json", Data: []byte(registry)},
			{Path: "skills/ct-seed/SKILL.md", Data: append([]byte(header), data...)},
			{Path: "skills/ct-seed/references/seed.md", Data: data},
			{Path: "agent-outputs/MANIFEST.jsonl", Data: []byte(entry + "\n")},
			{Path: "agent-outputs/" + number + ".md", Data: data},
		}
		for _, f := range lintSeeds(t, files, tokens.Unresolved) {
			if f.Severity == analysis.Error {
				t.Errorf("seed %s: %s:%d: %s", number, f.Place.Path, f.Place.Start.Line, f.Message)
			}
		}
	}
}

func lintSeeds(t *testing.T, files []fixture.File, rules ...*analysis.Analyzer) []finding.Finding {
	t.Helper()
	w, err := fixture.Write(t.TempDir(), files)
	if err != nil {
		t.Fatal(err)
	}
	found, err := w.Lint(fixture.Options{Rules: rules})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

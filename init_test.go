package skilllint_test

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

// TestInitCorpus sets up real repositories. With the configuration that is written a run finds what it
// found without, unless the configuration says why not: by a dialect, or by what is left out.
func TestInitCorpus(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	binary := build(t)
	active := regexp.MustCompile(`(?m)^(dialects|exclude):`)
	for _, repository := range corpus(t) {
		t.Run(filepath.Base(repository), func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			copyTree(t, dir, repository)
			before, err := inDir(dir, binary, "--format", "jsonl", "--fail-on", "never")
			if err != nil {
				t.Fatalf("%v\n%s", err, before)
			}
			if out, err := inDir(dir, binary, "init"); err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			text, err := os.ReadFile(filepath.Join(dir, ".skilllint.yaml"))
			if err != nil {
				t.Fatal(err)
			}
			after, err := inDir(dir, binary, "--format", "jsonl", "--fail-on", "never")
			if err != nil || (before != after) != active.Match(text) {
				t.Errorf("%v; the findings changed: %t, which the configuration explains: %t\n%s", err, before != after, active.Match(text), text)
			}
		})
	}
}

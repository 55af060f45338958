package skilllint_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

// TestInitCorpus sets up real repositories. With the configuration that is written a run finds what it
// found without, unless the configuration says why not: by a dialect, or by what is left out.
func TestInitCorpus(t *testing.T) {
	const corpus = "../shared/corpus"
	repositories, err := os.ReadDir(corpus)
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip(corpus + " does not stand beside this checkout")
	}
	if err != nil {
		t.Fatal(err)
	}
	binary := build(t)
	active := regexp.MustCompile(`(?m)^(dialects|exclude):`)
	for _, repository := range repositories {
		if !repository.IsDir() {
			continue
		}
		t.Run(repository.Name(), func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			if err := os.CopyFS(dir, os.DirFS(filepath.Join(corpus, repository.Name()))); err != nil {
				t.Fatal(err)
			}
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

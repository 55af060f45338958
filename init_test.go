package skilllint_test

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

// TestInitCorpus runs init in real repositories. The written configuration may change the findings only if it
// sets dialects or exclusions.
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
			before, err := runIn(dir, binary, "--format", "jsonl", "--fail-on", "never")
			if err != nil {
				t.Fatalf("%v\n%s", err, before)
			}
			if out, err := runIn(dir, binary, "init"); err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			text, err := os.ReadFile(filepath.Join(dir, ".skilllint.yaml"))
			if err != nil {
				t.Fatal(err)
			}
			after, err := runIn(dir, binary, "--format", "jsonl", "--fail-on", "never")
			if err != nil || (before != after) != active.Match(text) {
				t.Errorf("%v; findings changed: %t, configuration sets dialects or exclusions: %t\n%s", err, before != after, active.Match(text), text)
			}
		})
	}
}

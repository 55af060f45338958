//go:build unix

package discover

import (
	"context"
	"path/filepath"
	"slices"
	"testing"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/treefs"
)

// TestRecording checks that a walk is replayed as long as only files change that it did not read.
func TestRecording(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	writeTree(t, dir, map[string]string{".git/HEAD": "", ".gitignore": "skills/c\n", "README.md": "", "skills/manifest.json": `{"skills": []}`, "skills/a/SKILL.md": "", "skills/a/x.bin": "",
		"skills/b/SKILL.md": "", "skills/c/SKILL.md": "", "docs/MANIFEST.jsonl": `{"file": "x.md", "agent_type": "a"}`, "docs/x.md": ""})
	writeLinks(t, dir, map[string]string{"docs/more/MANIFEST.jsonl": "../../other.jsonl"})
	writeTree(t, dir, map[string]string{"other.jsonl": "{}\n"})
	recording := &Recording{}
	caches, trees := map[string]*treefs.Cache{}, map[string]*analysis.Tree{}
	options := Options{Dir: dir, Recording: recording,
		Wrap: func(dir string, below treefs.FS) treefs.FS {
			if caches[dir] == nil {
				caches[dir] = treefs.NewCache(func(string) {})
			}
			caches[dir].SetSource(below)
			return caches[dir]
		},
		Tree: func(dir, prefix string) *analysis.Tree {
			if trees[dir] == nil {
				trees[dir] = analysis.NewTree(prefix)
			}
			trees[dir].Restart()
			return trees[dir]
		},
	}
	walk := func() (all, changed []string, repeated bool) {
		t.Helper()
		found, err := Walk(context.Background(), options, func(in Input) {
			if all = append(all, in.File.Path); !in.Same {
				changed = append(changed, in.File.Path)
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		for _, root := range found.Roots {
			if _, err := root.Disk.Stat("."); err != nil {
				t.Error(err)
			}
			root.Disk.Close()
		}
		return all, changed, found.Repeated
	}
	first, changed, repeated := walk()
	if repeated || !slices.Equal(first, changed) {
		t.Fatalf("first walk: %q of %q changed, repeated: %t", changed, first, repeated)
	}
	for _, rel := range []string{"skills/b/SKILL.md", "README.md", "skills/c"} { // the last one is a directory
		if ok := recording.Change(dir, rel); ok != (rel != "skills/c") {
			t.Errorf("Change(%s) = %t", rel, ok)
		}
	}
	again, changed, repeated := walk()
	if !repeated || !slices.Equal(again, first) || !slices.Equal(changed, []string{"skills/b/SKILL.md"}) {
		t.Errorf("second walk: %q of %q changed, want %q; repeated: %t", changed, again, first, repeated)
	}
	if _, changed, _ := walk(); changed != nil {
		t.Errorf("%q changed again", changed)
	}
	for _, rel := range []string{".gitignore", "skills/manifest.json", "docs/MANIFEST.jsonl", "other.jsonl", ".git", ".git/index", "new.md", "skills/c/SKILL.md", "."} {
		if recording.Change(dir, rel) {
			t.Errorf("Change(%s) = true, but it may affect the walk", rel)
		}
	}
	options.Paths = []string{"skills"}
	if part, _, repeated := walk(); repeated || len(part) >= len(first) {
		t.Errorf("walk of a subdirectory: %q, repeated: %t", part, repeated)
	}
}

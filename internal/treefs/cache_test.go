package treefs_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/internal/treefs"
)

// A counted is a tree that records its calls.
type counted struct {
	treefs.FS
	asked *[]string
}

func (c counted) Lstat(name string) (fs.FileInfo, error) {
	*c.asked = append(*c.asked, "lstat "+name)
	return c.FS.Lstat(name)
}

func (c counted) ReadDir(name string) ([]fs.DirEntry, error) {
	*c.asked = append(*c.asked, "list "+name)
	return c.FS.ReadDir(name)
}

func TestCacheReadsOnce(t *testing.T) {
	dir := write(t, below)
	var asked []string
	tree := treefs.NewCache(func(name string) { asked = append(asked, "enter "+name) })
	tree.SetSource(counted{disk(t, dir), &asked})
	tests := []struct {
		name   string
		forget map[string]bool
		want   string
	}{
		{"at first", nil, "enter a, list a, lstat a/one.md, lstat a/gone.md, lstat SKILL.md"},
		{"again; of folders that are not listed nothing is kept", nil, "lstat SKILL.md"},
		{"a file that was written", map[string]bool{"a/one.md": false}, "lstat a/one.md, lstat SKILL.md"},
		{"a file that came", map[string]bool{"a/gone.md": true}, "enter a, list a, lstat a/gone.md, lstat SKILL.md"},
		{"a folder that was moved", map[string]bool{"a": true}, "enter a, list a, lstat a/one.md, lstat a/gone.md, lstat SKILL.md"},
		{"the mode of a folder", map[string]bool{"a": false}, "enter a, list a, lstat SKILL.md"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tree.Forget(tt.forget)
			asked = nil
			if _, err := tree.ReadDir("a"); err != nil {
				t.Fatal(err)
			}
			for _, name := range []string{"a/one.md", "a/gone.md", "SKILL.md"} {
				_, _ = tree.Lstat(name)
			}
			if got := strings.Join(asked, ", "); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

func TestStamp(t *testing.T) {
	dir := write(t, below)
	tree := treefs.NewCache(func(string) {})
	tree.SetSource(disk(t, dir))
	for _, name := range []string{".", "a"} {
		if _, err := tree.ReadDir(name); err != nil {
			t.Fatal(err)
		}
	}
	first := tree.Stamp("a/one.md")
	if first == nil || tree.Stamp("a/one.md") != first {
		t.Errorf("a file that stays has the stamps %v and %v", first, tree.Stamp("a/one.md"))
	}
	for _, name := range []string{"a", "link.md", "gone.md", "empty/none.md"} {
		if s := tree.Stamp(name); s != nil {
			t.Errorf("%s has a stamp: %v", name, s)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "a", "one.md"), []byte("1"), 0o644); err != nil { // of the same length
		t.Fatal(err)
	}
	tree.Forget(map[string]bool{"a/one.md": false})
	if tree.Stamp("a/one.md") == first {
		t.Error("a file that was written has the stamp of before")
	}
	if _, err := tree.Lstat("folder"); err != nil { // a link to the folder
		t.Fatal(err)
	}
	if s := tree.Stamp("folder/one.md"); s != nil {
		t.Errorf("what a link leads to has a stamp: %v", s)
	}
}

// A file has a stamp unless a link leads to it, regardless of links elsewhere and removed links.
func TestStampBelowLinks(t *testing.T) {
	dir := write(t, below)
	tree := treefs.NewCache(func(string) {})
	tree.SetSource(disk(t, dir))
	for _, name := range []string{".", "a", "folder"} {
		if _, err := tree.ReadDir(name); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := tree.Lstat("folder"); err != nil {
		t.Fatal(err)
	}
	if s := tree.Stamp("folder/one.md"); s != nil {
		t.Errorf("behind a link: %v", s)
	}
	if tree.Stamp("a/one.md") == nil {
		t.Error("beside a link there is none")
	}
	if err := os.Remove(filepath.Join(dir, "folder")); err != nil {
		t.Fatal(err)
	}
	tree.Forget(map[string]bool{"folder": true})
	if _, err := tree.ReadDir("."); err != nil {
		t.Fatal(err)
	}
	if info, err := tree.Lstat("folder"); err == nil {
		t.Errorf("the link is still known: %v", info)
	}
	if tree.Stamp("a/one.md") == nil {
		t.Error("without the link there is none")
	}
}

// Forgetting a directory forgets everything below it.
func TestForgetFolders(t *testing.T) {
	dir := write(t, below)
	tree := treefs.NewCache(func(string) {})
	tree.SetSource(disk(t, dir))
	list := func(name string) int {
		entries, err := tree.ReadDir(name)
		if err != nil {
			t.Fatal(err)
		}
		return len(entries)
	}
	for _, forgotten := range []string{"a", "."} {
		before := list("a/deep")
		if err := os.WriteFile(filepath.Join(dir, "a", "deep", forgotten+"new.md"), nil, 0o644); err != nil {
			t.Fatal(err)
		}
		if n := list("a/deep"); n != before {
			t.Errorf("%d entries before anything is forgotten, not %d", n, before)
		}
		tree.Forget(map[string]bool{forgotten: true})
		if n := list("a/deep"); n != before+1 {
			t.Errorf("%d entries after %s is forgotten, want %d", n, forgotten, before+1)
		}
	}
}

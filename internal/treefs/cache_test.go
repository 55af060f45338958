package treefs_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/internal/treefs"
)

// A recordingFS records its calls.
type recordingFS struct {
	treefs.FS
	calls *[]string
}

func (c recordingFS) Lstat(name string) (fs.FileInfo, error) {
	*c.calls = append(*c.calls, "lstat "+name)
	return c.FS.Lstat(name)
}

func (c recordingFS) ReadDir(name string) ([]fs.DirEntry, error) {
	*c.calls = append(*c.calls, "list "+name)
	return c.FS.ReadDir(name)
}

func TestCacheReadsOnce(t *testing.T) {
	dir := write(t, below)
	var calls []string
	tree := treefs.NewCache(func(name string) { calls = append(calls, "enter "+name) })
	tree.SetSource(recordingFS{disk(t, dir), &calls})
	tests := []struct {
		name   string
		forget map[string]bool
		want   string
	}{
		{"first reads", nil, "enter a, list a, lstat a/one.md, lstat a/gone.md, lstat SKILL.md"},
		{"second reads; files in directories that were not listed are not cached", nil, "lstat SKILL.md"},
		{"file written", map[string]bool{"a/one.md": false}, "lstat a/one.md, lstat SKILL.md"},
		{"file created", map[string]bool{"a/gone.md": true}, "enter a, list a, lstat a/gone.md, lstat SKILL.md"},
		{"directory moved", map[string]bool{"a": true}, "enter a, list a, lstat a/one.md, lstat a/gone.md, lstat SKILL.md"},
		{"mode of a directory changed", map[string]bool{"a": false}, "enter a, list a, lstat SKILL.md"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tree.Forget(tt.forget)
			calls = nil
			if _, err := tree.ReadDir("a"); err != nil {
				t.Fatal(err)
			}
			for _, name := range []string{"a/one.md", "a/gone.md", "SKILL.md"} {
				_, _ = tree.Lstat(name)
			}
			if got := strings.Join(calls, ", "); got != tt.want {
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
		t.Errorf("an unchanged file has the stamps %v and %v", first, tree.Stamp("a/one.md"))
	}
	for _, name := range []string{"a", "link.md", "gone.md", "empty/none.md"} {
		if s := tree.Stamp(name); s != nil {
			t.Errorf("%s has a stamp: %v", name, s)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "a", "one.md"), []byte("1"), 0o644); err != nil { // same length
		t.Fatal(err)
	}
	tree.Forget(map[string]bool{"a/one.md": false})
	if tree.Stamp("a/one.md") == first {
		t.Error("a changed file has the same stamp")
	}
	if _, err := tree.Lstat("folder"); err != nil { // a link to a
		t.Fatal(err)
	}
	if s := tree.Stamp("folder/one.md"); s != nil {
		t.Errorf("a path through a link has a stamp: %v", s)
	}
}

// TestStampBelowLinks checks that a path has a stamp unless it contains a link, regardless of other and removed links.
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
		t.Errorf("a path through a link has a stamp: %v", s)
	}
	if tree.Stamp("a/one.md") == nil {
		t.Error("no stamp with an unrelated link")
	}
	if err := os.Remove(filepath.Join(dir, "folder")); err != nil {
		t.Fatal(err)
	}
	tree.Forget(map[string]bool{"folder": true})
	if _, err := tree.ReadDir("."); err != nil {
		t.Fatal(err)
	}
	if info, err := tree.Lstat("folder"); err == nil {
		t.Errorf("the removed link is still cached: %v", info)
	}
	if tree.Stamp("a/one.md") == nil {
		t.Error("no stamp after the link was removed")
	}
}

// TestForgetDirectories checks that forgetting a directory drops everything below it.
func TestForgetDirectories(t *testing.T) {
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
	for _, dropped := range []string{"a", "."} {
		before := list("a/deep")
		if err := os.WriteFile(filepath.Join(dir, "a", "deep", dropped+"new.md"), nil, 0o644); err != nil {
			t.Fatal(err)
		}
		if n := list("a/deep"); n != before {
			t.Errorf("%d entries before Forget, want %d", n, before)
		}
		tree.Forget(map[string]bool{dropped: true})
		if n := list("a/deep"); n != before+1 {
			t.Errorf("%d entries after Forget(%s), want %d", n, dropped, before+1)
		}
	}
}

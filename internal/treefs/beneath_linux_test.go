package treefs

import (
	"os"
	"path/filepath"
	"testing"
)

// openat2 opens the same files as os.Root, and nothing outside.
func TestBeneath(t *testing.T) {
	dir, outside := t.TempDir(), filepath.Join(t.TempDir(), "outside.md")
	for _, file := range []string{outside, filepath.Join(dir, "in.md")} {
		if err := os.WriteFile(file, []byte("x"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for name, target := range map[string]string{"a": "in.md", "b": outside, "c": "../" + filepath.Base(dir) + "/in.md", "d": ".", "e": "/proc/self/cwd", "f": "f"} {
		if err := os.Symlink(target, filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	var fast beneath
	for name, want := range map[string]bool{"in.md": true, "a": true, "d/in.md": true, "d/d/a": true, ".": true,
		"b": false, "c": false, "e": false, "e/in.md": false, "f": false, "missing": false, "../in.md": false, outside: false, "": false, "in.md\x00": false} {
		file := fast.open(root, name, os.O_RDONLY)
		if unsupported.Load() {
			t.Skip("openat2 is not available")
		}
		other, err := root.Open(name)
		if (file != nil) != want || (err == nil) != want {
			t.Errorf("%q: openat2 opens it: %v, os.Root: %v, want %v", name, file != nil, err == nil, want)
		}
		for _, f := range []*os.File{file, other} {
			if f != nil {
				f.Close()
			}
		}
	}
}

package treefs_test

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/skilllint/skilllint/internal/treefs"
)

func TestUnion(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the tree has links")
	}
	trees := map[string]map[string]string{
		"front": {"a": "front", "d/x": "front", "file": "not a directory"},
		"back":  {"a": "back", "b": "back", "d/y": "back", "e/z": "back", "file/x": "never read"},
	}
	var parts [2]treefs.FS
	for i, which := range []string{"front", "back"} {
		dir := t.TempDir()
		for name, text := range trees[which] {
			at := filepath.Join(dir, name)
			if err := errors.Join(os.MkdirAll(filepath.Dir(at), 0o755), os.WriteFile(at, []byte(text), 0o600)); err != nil {
				t.Fatal(err)
			}
		}
		if which == "front" {
			if err := errors.Join(os.Symlink("../e/z", filepath.Join(dir, "d", "link")), os.Symlink("loop", filepath.Join(dir, "loop"))); err != nil {
				t.Fatal(err)
			}
		}
		root, err := os.OpenRoot(dir)
		if err != nil {
			t.Fatal(err)
		}
		defer root.Close()
		parts[i] = treefs.Disk(root)
	}
	tree := treefs.Union(parts[0], parts[1])
	for name, want := range map[string]string{"a": "front", "b": "back", "d/x": "front", "d/y": "back", "e/z": "back", "d/link": "back", "loop": "", "none": "", "file/x": ""} {
		file, err := tree.Open(name)
		if err != nil {
			if want != "" {
				t.Errorf("%s: %v", name, err)
			}
			continue
		}
		if text, err := io.ReadAll(file); string(text) != want {
			t.Errorf("%s: %q, %v; want %q", name, text, err, want)
		}
		file.Close()
		if _, err := tree.Lstat(name); err != nil {
			t.Error(err)
		}
	}
	for dir, want := range map[string]string{".": "a b d e file loop ", "d": "link x y ", "e": "z "} {
		got := ""
		entries, err := tree.ReadDir(dir)
		for _, e := range entries {
			got += e.Name() + " "
		}
		if got != want || err != nil {
			t.Errorf("%s: %q, %v; want %q", dir, got, err, want)
		}
	}
	if to, err := tree.ReadLink("d/link"); to != "../e/z" || err != nil {
		t.Error(to, err)
	}
	if _, err := tree.ReadDir("none"); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
}

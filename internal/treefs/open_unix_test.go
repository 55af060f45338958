//go:build unix

package treefs_test

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/skilllint/skilllint/internal/treefs"
)

// TestOpenPipe checks that opening a named pipe without a writer does not block.
func TestOpenPipe(t *testing.T) {
	dir := t.TempDir()
	if err := syscall.Mkfifo(filepath.Join(dir, "pipe"), 0o600); err != nil {
		t.Skip(err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	if _, err := treefs.Disk(root).Open("pipe"); err == nil || !strings.Contains(err.Error(), "is a named pipe") {
		t.Errorf("got %v", err)
	}
}

// TestLinks checks that no link leaves the root, and that links within it are followed.
func TestLinks(t *testing.T) {
	dir := t.TempDir()
	outside := filepath.Join(t.TempDir(), "outside")
	for name, err := range map[string]error{
		outside: os.WriteFile(outside, []byte("secret"), 0o600),
		"sub":   os.Mkdir(filepath.Join(dir, "sub"), 0o700),
		"a":     os.WriteFile(filepath.Join(dir, "a"), []byte("text"), 0o600),
	} {
		if err != nil {
			t.Fatal(name, err)
		}
	}
	up, err := filepath.Rel(dir, outside)
	if err != nil {
		t.Fatal(err)
	}
	for name, target := range map[string]string{"absolute": outside, "up": up, "self": filepath.Join(dir, "a"), "dir": filepath.Dir(outside), "updir": filepath.Dir(up), "in": "sub/../a", "sub/in": "../a"} {
		if err := os.Symlink(target, filepath.Join(dir, name)); err != nil {
			t.Skip(err)
		}
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	tree := treefs.Disk(root)
	for _, name := range []string{"absolute", "up", "self", "dir/outside", "updir/outside", "sub/../../" + filepath.Base(dir) + "/a"} {
		if got := treefs.ReadFile(tree, name, 100); got != nil {
			t.Errorf("%s: %q", name, got)
		}
	}
	for _, name := range []string{"a", "in", "sub/in"} {
		if got := treefs.ReadFile(tree, name, 100); string(got) != "text" {
			t.Errorf("%s: %q", name, got)
		}
	}
	for _, name := range []string{"dir", "updir"} {
		if entries, err := tree.ReadDir(name); err == nil {
			t.Errorf("%s: %v", name, entries)
		}
	}
	entries, err := tree.ReadDir("sub")
	if err != nil || len(entries) != 1 {
		t.Fatal(entries, err)
	}
	if info, err := entries[0].Info(); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("%v, %v", info, err)
	}
}

package discover

import (
	"context"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

// TestExecutable checks that the git index determines the mode of tracked files, and the file system that of others,
// and that no file outside the root is read.
func TestExecutable(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("files have no mode on Windows")
	}
	root := t.TempDir()
	if err := os.WriteFile(filepath.Join(filepath.Dir(root), "outside.sh"), nil, 0o755); err != nil {
		t.Fatal(err)
	}
	for name, mode := range map[string]os.FileMode{"plain.sh": 0o644, "run.sh": 0o755, "tracked.sh": 0o755} {
		if err := os.WriteFile(filepath.Join(root, name), nil, mode); err != nil {
			t.Fatal(err)
		}
	}
	for name, target := range map[string]string{"to.sh": "run.sh", "out.sh": "../outside.sh"} {
		if err := os.Symlink(target, filepath.Join(root, name)); err != nil {
			t.Fatal(err)
		}
	}
	rels := []string{"plain.sh", "run.sh", "tracked.sh", "to.sh", "out.sh", "absent.sh", ".", "../outside.sh"}
	mode := map[string]bool{"plain.sh": false, "run.sh": true, "tracked.sh": true, "to.sh": true}
	index := maps.Clone(mode)
	index["tracked.sh"] = false
	for name, c := range map[string]struct {
		repository bool
		err        error
		want       map[string]bool
	}{
		"no repository": {false, nil, mode},
		"a repository":  {true, nil, index},
		"git fails":     {true, errors.New("refused"), mode},
	} {
		dir := root
		if c.repository {
			if err := os.MkdirAll(filepath.Join(dir, ".git"), 0o755); err != nil {
				t.Fatal(err)
			}
		} else {
			_ = os.Remove(filepath.Join(dir, ".git"))
		}
		found, err := Walk(context.Background(), Options{Dir: dir, Ceilings: filepath.Dir(dir),
			Executable: func(_ context.Context, _ string, _ []string) (map[string]bool, error) {
				return map[string]bool{"tracked.sh": false}, c.err
			}}, func(Input) {})
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range found.Roots {
			if got := r.Tree.Executable(context.Background(), rels); !maps.Equal(got, c.want) {
				t.Errorf("%s: %v, want %v", name, got, c.want)
			}
			r.Disk.Close()
		}
	}
}

// TestExecutableWithoutModes checks that modes are unknown if no file is executable: they were probably lost.
func TestExecutableWithoutModes(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("files have no mode on Windows")
	}
	root := t.TempDir()
	for _, name := range []string{"a.sh", "b.sh"} {
		if err := os.WriteFile(filepath.Join(root, name), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	executables := func() map[string]bool {
		found, err := Walk(context.Background(), Options{Dir: root, Ceilings: filepath.Dir(root)}, func(Input) {})
		if err != nil {
			t.Fatal(err)
		}
		return found.Roots[0].Tree.Executable(context.Background(), []string{"a.sh"})
	}
	if got := executables(); len(got) != 0 {
		t.Errorf("known %v, want nothing", got)
	}
	if err := os.Chmod(filepath.Join(root, "b.sh"), 0o755); err != nil {
		t.Fatal(err)
	}
	if got, want := executables(), map[string]bool{"a.sh": false}; !maps.Equal(got, want) {
		t.Errorf("known %v, want %v", got, want)
	}
	if err := os.Chmod(filepath.Join(root, "b.sh"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(root, ".git"), 0o755); err != nil {
		t.Fatal(err)
	}
	if got := executables(); len(got) != 0 {
		t.Errorf("without an index: known %v, want nothing", got)
	}
	if err := os.WriteFile(filepath.Join(root, ".git/index"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	for config, want := range map[string]map[string]bool{
		"[core]\n\tfilemode = true\n":     {"a.sh": false},
		"[core]\n\tfileMode = false\n":    {},
		"[core]\n\tbare = false\n":        {},
		"[core]\r\n\tFileMode = True\r\n": {"a.sh": false},
	} {
		if err := os.WriteFile(filepath.Join(root, ".git/config"), []byte(config), 0o644); err != nil {
			t.Fatal(err)
		}
		if got := executables(); !maps.Equal(got, want) {
			t.Errorf("%q: known %v, want %v", config, got, want)
		}
	}
}

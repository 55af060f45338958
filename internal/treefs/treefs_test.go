package treefs_test

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/skilllint/skilllint/internal/treefs"
)

func TestTypeName(t *testing.T) {
	for mode, want := range map[fs.FileMode]string{
		fs.ModeDir | 0o755: "a directory", fs.ModeNamedPipe | 0o644: "a named pipe", fs.ModeSocket | 0o755: "a socket", fs.ModeDevice | fs.ModeCharDevice: "a device",
		fs.ModeSymlink | 0o777: "a symbolic link", fs.ModeIrregular: "not a regular file",
	} {
		if got := treefs.TypeName(mode); got != want {
			t.Errorf("TypeName(%v) = %q, want %q", mode, got, want)
		}
	}
}

// A fakeTree is a tree with one file, whose content may be longer or shorter than its size.
type fakeTree struct {
	treefs.FS
	size int64
	text io.Reader
	err  error // from Stat
}

func (r fakeTree) Open(string) (treefs.File, error) { return fakeFile{nil, r}, nil }

type fakeFile struct {
	treefs.File
	fakeTree
}

func (f fakeFile) Read(b []byte) (int, error) { return f.text.Read(b) }
func (f fakeFile) Close() error               { return nil }
func (f fakeFile) Stat() (fs.FileInfo, error) { return fakeInfo{nil, f.size}, f.err }

type fakeInfo struct {
	fs.FileInfo
	size int64
}

func (i fakeInfo) Size() int64 { return i.size }

func TestReadFile(t *testing.T) {
	const limit = 4
	for name, test := range map[string]struct {
		tree fakeTree
		want string // "none": nil
	}{
		"whole":          {fakeTree{size: 3, text: strings.NewReader("abc")}, "abc"},
		"at the limit":   {fakeTree{size: 4, text: strings.NewReader("abcd")}, "abcd"},
		"over the limit": {fakeTree{size: 5, text: strings.NewReader("abcde")}, "none"},
		"empty":          {fakeTree{text: strings.NewReader("")}, ""},
		"grown":          {fakeTree{size: 2, text: strings.NewReader("abcde")}, "ab"},
		"shrunk":         {fakeTree{size: 4, text: strings.NewReader("ab")}, "ab"},
		"truncated":      {fakeTree{size: 4, text: strings.NewReader("")}, ""},
		"stat fails":     {fakeTree{size: 3, text: strings.NewReader("abc"), err: fs.ErrPermission}, "none"},
		"read fails":     {fakeTree{size: 4, text: io.MultiReader(strings.NewReader("ab"), iotest.ErrReader(errors.New("x")))}, "none"},
	} {
		got := treefs.ReadFile(test.tree, "a", limit)
		if none := test.want == "none"; none != (got == nil) || !none && string(got) != test.want {
			t.Errorf("%s: %q, want %s", name, got, test.want)
		}
	}
	root, err := os.OpenRoot(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	if got := treefs.ReadFile(treefs.Disk(root), "missing", limit); got != nil {
		t.Errorf("missing file: %q", got)
	}
}

func TestDisk(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"c", "a", "b"} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	entries, err := treefs.Disk(root).ReadDir(".")
	if err != nil || len(entries) != 3 || entries[0].Name() != "a" || entries[2].Name() != "c" {
		t.Errorf("%v, %v", entries, err)
	}
	if _, err := treefs.Disk(root).Open("."); err == nil || !strings.Contains(err.Error(), "is a directory") {
		t.Errorf("directory: %v", err)
	}
	if _, err := treefs.Disk(root).Open("../" + filepath.Base(dir) + "/a"); err == nil {
		t.Error("a path outside of the root was opened")
	}
}

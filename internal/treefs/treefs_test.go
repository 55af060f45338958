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

func TestSort(t *testing.T) {
	for mode, want := range map[fs.FileMode]string{
		fs.ModeDir | 0o755: "a directory", fs.ModeNamedPipe | 0o644: "a named pipe", fs.ModeSocket | 0o755: "a socket", fs.ModeDevice | fs.ModeCharDevice: "a device",
		fs.ModeSymlink | 0o777: "a symbolic link", fs.ModeIrregular: "not a regular file",
	} {
		if got := treefs.TypeName(mode); got != want {
			t.Errorf("Sort(%v) = %q, want %q", mode, got, want)
		}
	}
}

// A read is a tree with one file whose content is longer or shorter than its size.
type read struct {
	treefs.FS
	size int64
	text io.Reader
	err  error // of Stat
}

func (r read) Open(string) (treefs.File, error) { return readFile{nil, r}, nil }

type readFile struct {
	treefs.File
	read
}

func (f readFile) Read(b []byte) (int, error) { return f.text.Read(b) }
func (f readFile) Close() error               { return nil }
func (f readFile) Stat() (fs.FileInfo, error) { return readInfo{nil, f.size}, f.err }

type readInfo struct {
	fs.FileInfo
	size int64
}

func (i readInfo) Size() int64 { return i.size }

func TestReadFile(t *testing.T) {
	const most = 4
	for name, test := range map[string]struct {
		tree read
		want string // "none": nil
	}{
		"whole":             {read{size: 3, text: strings.NewReader("abc")}, "abc"},
		"as much as may be": {read{size: 4, text: strings.NewReader("abcd")}, "abcd"},
		"more":              {read{size: 5, text: strings.NewReader("abcde")}, "none"},
		"empty":             {read{text: strings.NewReader("")}, ""},
		"grown":             {read{size: 2, text: strings.NewReader("abcde")}, "ab"},
		"shrunk":            {read{size: 4, text: strings.NewReader("ab")}, "ab"},
		"truncated":         {read{size: 4, text: strings.NewReader("")}, ""},
		"stat fails":        {read{size: 3, text: strings.NewReader("abc"), err: fs.ErrPermission}, "none"},
		"read fails":        {read{size: 4, text: io.MultiReader(strings.NewReader("ab"), iotest.ErrReader(errors.New("x")))}, "none"},
	} {
		got := treefs.ReadFile(test.tree, "a", most)
		if none := test.want == "none"; none != (got == nil) || !none && string(got) != test.want {
			t.Errorf("%s: %q, want %s", name, got, test.want)
		}
	}
	root, err := os.OpenRoot(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	if got := treefs.ReadFile(treefs.Disk(root), "missing", most); got != nil {
		t.Errorf("a missing file: %q", got)
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
		t.Errorf("a directory: %v", err)
	}
	if _, err := treefs.Disk(root).Open("../" + filepath.Base(dir) + "/a"); err == nil {
		t.Error("a path out of the root was opened")
	}
}

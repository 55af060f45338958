package fix_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/fix"
	"github.com/skilllint/skilllint/internal/memtemp"
	"github.com/skilllint/skilllint/internal/safefile"
	"github.com/skilllint/skilllint/internal/treefs"
)

func TestMain(m *testing.M) {
	memtemp.Use()
	m.Run()
}

func openRoot(t testing.TB, dir string) *os.Root {
	t.Helper()
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { root.Close() })
	return root
}

func writeFile(t testing.TB, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o640); err != nil {
		t.Fatal(err)
	}
}

func content(t testing.TB, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func write(root *os.Root, rel string, want [32]byte, edits []analysis.Edit) (linked bool, err error) {
	return fix.Write(context.Background(), new(safefile.Writer), root, rel, &fix.File{Hash: want, Edits: edits})
}

// expectSingleFile checks that a directory contains one file and no temporary files.
func expectSingleFile(t testing.TB, dir string) {
	t.Helper()
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 1 {
		t.Errorf("%v contains %v, %v", dir, entries, err)
	}
}

func TestWrite(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "sub", "a.md")
	writeFile(t, name, "one\r\ntwo\nthree")
	if err := os.Chmod(name, 0o604); err != nil {
		t.Fatal(err)
	}
	linked, err := write(openRoot(t, dir), "sub/a.md", sha256.Sum256([]byte("one\r\ntwo\nthree")),
		[]analysis.Edit{edit(0, 0, "zero\n"), edit(5, 8, "2"), edit(14, 14, "\n")})
	if err != nil || linked {
		t.Fatalf("linked %t, %v", linked, err)
	}
	if got, want := content(t, name), "zero\none\r\n2\nthree\n"; got != want {
		t.Errorf("wrote %q, want %q", got, want)
	}
	if info, err := os.Stat(name); err != nil || info.Mode().Perm() != 0o604 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	expectSingleFile(t, filepath.Join(dir, "sub"))
}

func TestWriteErrors(t *testing.T) {
	sum := sha256.Sum256([]byte("abc"))
	tests := []struct {
		name, text string
		edits      []analysis.Edit
		want       error
	}{
		{"different content", "abd", []analysis.Edit{edit(0, 1, "x")}, fix.ErrChanged},
		{"longer", "abcd", []analysis.Edit{edit(0, 1, "x")}, fix.ErrChanged},
		{"shorter than the edit", "a", []analysis.Edit{edit(2, 3, "x")}, fix.ErrChanged},
		{"overlapping edits", "abc", []analysis.Edit{edit(0, 2, "x"), edit(1, 3, "y")}, fix.ErrConflict},
		{"missing", "", nil, fs.ErrNotExist},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			dir := t.TempDir()
			name := filepath.Join(dir, "a.md")
			if test.text != "" {
				writeFile(t, name, test.text)
			}
			if _, err := write(openRoot(t, dir), "a.md", sum, test.edits); !errors.Is(err, test.want) {
				t.Errorf("%v, want %v", err, test.want)
			}
			if test.text == "" {
				return
			}
			if got := content(t, name); got != test.text {
				t.Errorf("the file was changed to %q", got)
			}
			expectSingleFile(t, dir)
		})
	}
}

func TestWriteLinks(t *testing.T) {
	top := t.TempDir()
	dir, outside := filepath.Join(top, "root"), filepath.Join(top, "outside.md")
	writeFile(t, outside, "abc")
	writeFile(t, filepath.Join(dir, "real", "a.md"), "abc")
	for link, target := range map[string]string{"inside.md": "real/a.md", "folder": "real", "out.md": "../outside.md"} {
		if err := os.Symlink(target, filepath.Join(dir, link)); err != nil {
			t.Skip(err)
		}
	}
	root, sum := openRoot(t, dir), sha256.Sum256([]byte("abc"))
	if _, err := write(root, "inside.md", sum, []analysis.Edit{edit(0, 1, "x")}); err != nil {
		t.Error(err)
	}
	if got := content(t, filepath.Join(dir, "real", "a.md")); got != "xbc" {
		t.Errorf("the target of the link contains %q", got)
	}
	if target, err := os.Readlink(filepath.Join(dir, "inside.md")); err != nil || target != "real/a.md" {
		t.Errorf("the link points to %q, %v", target, err)
	}
	if _, err := write(root, "folder/a.md", sha256.Sum256([]byte("xbc")), []analysis.Edit{edit(0, 1, "a")}); err != nil {
		t.Error(err)
	}
	if _, err := write(root, "out.md", sum, []analysis.Edit{edit(0, 1, "x")}); err == nil || content(t, outside) != "abc" {
		t.Errorf("a file outside was written: %v", err)
	}
	hard := filepath.Join(top, "hard.md")
	if err := os.Link(filepath.Join(dir, "real", "a.md"), hard); err != nil {
		t.Skip(err)
	}
	linked, err := write(root, "real/a.md", sum, []analysis.Edit{edit(0, 1, "y")})
	if err != nil || !linked || content(t, hard) != "abc" {
		t.Errorf("linked %t, %v; the other hard link contains %q", linked, err, content(t, hard))
	}
}

// TestWriteExecutable checks that files become executable for users who may read them, with and without other hard links.
func TestWriteExecutable(t *testing.T) {
	if !fix.KeepsModes {
		t.Skip("this system has no executable mode")
	}
	dir := t.TempDir()
	name, hard := filepath.Join(dir, "a.sh"), filepath.Join(dir, "hard.sh")
	writeFile(t, name, "#!/bin/sh\n") // 0640
	root := openRoot(t, dir)
	for _, linked := range []bool{false, true} {
		if err := os.Chmod(name, 0o640); err != nil {
			t.Fatal(err)
		}
		if linked {
			if err := os.Link(name, hard); err != nil {
				t.Skip(err)
			}
		}
		got, err := fix.Write(context.Background(), new(safefile.Writer), root, "a.sh", &fix.File{Executable: true})
		info, _ := os.Stat(name)
		if err != nil || got != linked || info.Mode().Perm() != 0o750 || content(t, name) != "#!/bin/sh\n" {
			t.Errorf("linked %t, %v, mode %v, %q", got, err, info.Mode(), content(t, name))
		}
	}
	if info, err := os.Stat(hard); err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("the other hard link: %v, %v", info.Mode(), err)
	}
}

// TestWriteInterrupted checks that no temporary file remains.
func TestWriteInterrupted(t *testing.T) {
	dir := t.TempDir()
	writeFile(t, filepath.Join(dir, "a.md"), "abc")
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := fix.Write(ctx, new(safefile.Writer), openRoot(t, dir), "a.md", &fix.File{Hash: sha256.Sum256([]byte("abc")), Edits: []analysis.Edit{edit(0, 1, "x")}})
	if !errors.Is(err, context.Canceled) || content(t, filepath.Join(dir, "a.md")) != "abc" {
		t.Errorf("%v", err)
	}
	expectSingleFile(t, dir)
}

// TestRewrite checks that Rewrite returns the content that Write would write.
func TestRewrite(t *testing.T) {
	for _, test := range patchTests {
		dir := t.TempDir()
		writeFile(t, filepath.Join(dir, "a.md"), test.old)
		want, err := fix.Apply([]byte(test.old), test.edits)
		if err != nil {
			t.Fatal(err)
		}
		f := &fix.File{Edits: test.edits, Executable: true}
		tree, err := treefs.Rewrite(treefs.Disk(openRoot(t, dir)), map[string]func(treefs.File) (treefs.File, error){"a.md": f.Rewrite}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := iotest.TestReader(openFile(t, tree), want); err != nil {
			t.Errorf("%s: %v", test.name, err)
		}
		if info, err := tree.Lstat("a.md"); err != nil || info.Size() != int64(len(want)) || info.Mode() != 0o750 && fix.KeepsModes {
			t.Errorf("%s: %d bytes, %v, %v; want %d", test.name, info.Size(), info.Mode(), err, len(want))
		}
		for i := range want {
			b := make([]byte, min(3, len(want)-i))
			if n, err := openFile(t, tree).ReadAt(b, int64(i)); n != len(b) || err != nil || !bytes.Equal(b, want[i:i+n]) {
				t.Errorf("%s: %d bytes at offset %d: %q, %v", test.name, n, i, b, err)
			}
		}
	}
}

func openFile(t *testing.T, tree treefs.FS) treefs.File {
	t.Helper()
	file, err := tree.Open("a.md")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { file.Close() })
	return file
}

// TestWriteKilled kills the process during a write. The file must have either the old or the new content.
func TestWriteKilled(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	line := strings.Repeat(`{"id":"T1-a","title":"A title"}`+"\n", 1<<17) // 4 MiB
	old := []byte(line + `{"id":"T2-b"}`)                                 // without a line feed
	if dir := os.Getenv("SKILLLINT_KILLED"); dir != "" {
		_, _ = write(openRoot(t, dir), "MANIFEST.jsonl", sha256.Sum256(old),
			[]analysis.Edit{edit(0, 0, "\n"), edit(len(old), len(old), "\n")})
		return
	}
	dir := t.TempDir()
	name := filepath.Join(dir, "MANIFEST.jsonl")
	seen := map[string]int{}
	for round := range 40 {
		if err := os.WriteFile(name, old, 0o644); err != nil {
			t.Fatal(err)
		}
		child := exec.Command(os.Args[0], "-test.run=^TestWriteKilled$")
		child.Env = append(os.Environ(), "SKILLLINT_KILLED="+dir)
		if err := child.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(round) * 2 * time.Millisecond)
		_ = child.Process.Kill()
		_ = child.Wait()
		got, err := os.ReadFile(name)
		switch {
		case err != nil:
			t.Fatal(err)
		case bytes.Equal(got, old):
			seen["old"]++
		case string(got) == "\n"+string(old)+"\n":
			seen["new"]++
		default:
			t.Fatalf("killed after %d ms: %d bytes, neither old nor new content", round*2, len(got))
		}
	}
	t.Log(seen)
	if seen["old"] == 0 {
		t.Error("no process was killed in time")
	}
}

package fix_test

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/fix"
)

func openRoot(t testing.TB, dir string) *os.Root {
	t.Helper()
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { root.Close() })
	return root
}

func put(t testing.TB, name, text string) {
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

// only fails when a folder holds anything but one file.
func only(t testing.TB, dir string) {
	t.Helper()
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 1 {
		t.Errorf("%v holds %v, %v", dir, entries, err)
	}
}

func TestWrite(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "sub", "a.md")
	put(t, name, "one\r\ntwo\nthree")
	if err := os.Chmod(name, 0o604); err != nil {
		t.Fatal(err)
	}
	linked, err := fix.Write(openRoot(t, dir), "sub/a.md", sha256.Sum256([]byte("one\r\ntwo\nthree")),
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
	only(t, filepath.Join(dir, "sub"))
}

func TestWriteRefuses(t *testing.T) {
	sum := sha256.Sum256([]byte("abc"))
	tests := []struct {
		name, text string
		edits      []analysis.Edit
		want       error
	}{
		{"other bytes", "abd", []analysis.Edit{edit(0, 1, "x")}, fix.ErrChanged},
		{"grown", "abcd", []analysis.Edit{edit(0, 1, "x")}, fix.ErrChanged},
		{"shrunk below the edit", "a", []analysis.Edit{edit(2, 3, "x")}, fix.ErrChanged},
		{"edits that overlap", "abc", []analysis.Edit{edit(0, 2, "x"), edit(1, 3, "y")}, fix.ErrConflict},
		{"gone", "", nil, fs.ErrNotExist},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			dir := t.TempDir()
			name := filepath.Join(dir, "a.md")
			if test.text != "" {
				put(t, name, test.text)
			}
			if _, err := fix.Write(openRoot(t, dir), "a.md", sum, test.edits); !errors.Is(err, test.want) {
				t.Errorf("%v, want %v", err, test.want)
			}
			if test.text == "" {
				return
			}
			if got := content(t, name); got != test.text {
				t.Errorf("the file is now %q", got)
			}
			only(t, dir)
		})
	}
}

func TestWriteLinks(t *testing.T) {
	top := t.TempDir()
	dir, outside := filepath.Join(top, "root"), filepath.Join(top, "outside.md")
	put(t, outside, "abc")
	put(t, filepath.Join(dir, "real", "a.md"), "abc")
	for link, target := range map[string]string{"inside.md": "real/a.md", "folder": "real", "out.md": "../outside.md"} {
		if err := os.Symlink(target, filepath.Join(dir, link)); err != nil {
			t.Skip(err)
		}
	}
	root, sum := openRoot(t, dir), sha256.Sum256([]byte("abc"))
	if _, err := fix.Write(root, "inside.md", sum, []analysis.Edit{edit(0, 1, "x")}); err != nil {
		t.Error(err)
	}
	if got := content(t, filepath.Join(dir, "real", "a.md")); got != "xbc" {
		t.Errorf("behind the link stands %q", got)
	}
	if target, err := os.Readlink(filepath.Join(dir, "inside.md")); err != nil || target != "real/a.md" {
		t.Errorf("the link is %q, %v", target, err)
	}
	if _, err := fix.Write(root, "folder/a.md", sha256.Sum256([]byte("xbc")), []analysis.Edit{edit(0, 1, "a")}); err != nil {
		t.Error(err)
	}
	if _, err := fix.Write(root, "out.md", sum, []analysis.Edit{edit(0, 1, "x")}); err == nil || content(t, outside) != "abc" {
		t.Errorf("a file outside was written: %v", err)
	}
	hard := filepath.Join(top, "hard.md")
	if err := os.Link(filepath.Join(dir, "real", "a.md"), hard); err != nil {
		t.Skip(err)
	}
	linked, err := fix.Write(root, "real/a.md", sum, []analysis.Edit{edit(0, 1, "y")})
	if err != nil || !linked || content(t, hard) != "abc" {
		t.Errorf("linked %t, %v; the other name has %q", linked, err, content(t, hard))
	}
}

// TestWriteKilled kills the process while it writes, at any moment: there is the old file or the new
// one, whole.
func TestWriteKilled(t *testing.T) {
	line := strings.Repeat(`{"id":"T1-a","title":"A title"}`+"\n", 1<<17) // 4 MiB
	old := []byte(line + `{"id":"T2-b"}`)                                 // without a line end
	if dir := os.Getenv("SKILLLINT_KILLED"); dir != "" {
		_, _ = fix.Write(openRoot(t, dir), "MANIFEST.jsonl", sha256.Sum256(old),
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
			t.Fatalf("killed after %d ms: %d bytes of neither", round*2, len(got))
		}
	}
	t.Log(seen)
	if seen["old"] == 0 {
		t.Error("no process was killed in time")
	}
}

package safefile_test

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/skilllint/skilllint/internal/safefile"
)

// writeTree creates files, directories ("x/") and links ("x -> y") below a directory.
func writeTree(t *testing.T, dir string, names ...string) {
	t.Helper()
	for _, name := range names {
		link, target, isLink := strings.Cut(name, " -> ")
		full := filepath.Join(dir, link)
		err := os.MkdirAll(filepath.Dir(full), 0o755)
		switch {
		case err != nil:
		case isLink:
			err = os.Symlink(target, full)
		case strings.HasSuffix(name, "/"):
			err = os.MkdirAll(full, 0o755)
		default:
			err = os.WriteFile(full, []byte("old"), 0o640)
		}
		if err != nil {
			t.Skip(err)
		}
	}
}

// tempDir returns a temporary directory, without links in its path.
func tempDir(t *testing.T) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestResolve checks all ways to leave a tree.
func TestResolve(t *testing.T) {
	const (
		through   = "is a symbolic link in the repository"
		out       = "is a symbolic link out of the repository"
		git       = "in .git, which is reserved"
		irregular = "not a regular file"
	)
	dir := tempDir(t)
	writeTree(t, dir, "tree/.git/config", "tree/real/a.md", "tree/in -> real", "tree/out -> ../outside", "tree/up -> ..", "tree/file -> real/a.md",
		"tree/escape -> ../outside/b.md", "tree/dangling -> ../outside/none", "tree/store -> .git", "tree/self -> self", "tree/there/back -> ../../outside/back",
		"tree/nested/.git", "tree/nested/to -> ../real", "tree/hook -> .git/hooks/x", "outside/b.md", "outside/back -> ../tree/real", "outside/.git/",
		"mine -> outside", "mytree -> tree")
	tests := []struct {
		name        string
		strict, lax string // part of the error, without and with Links; empty: no error
		want        string // resolved path; empty: unchanged
	}{
		{"tree/real/a.md", "", "", ""},
		{"tree/new/deep/b.md", "", "", ""},
		{"tree/in/a.md", through, "", "tree/real/a.md"},
		{"tree/in/new.md", through, "", "tree/real/new.md"},
		{"tree/file", through, "", "tree/real/a.md"},
		{"tree/out/b.md", through, out, ""},
		{"tree/out/new/b.md", through, out, ""},
		{"tree/up/outside/b.md", through, out, ""},
		{"tree/up/tree/real/a.md", through, out, ""},
		{"tree/escape", through, out, ""},
		{"tree/dangling", through, "no such file", ""},
		{"tree/self", through, "links", ""},
		{"tree/there/back/a.md", through, "", "tree/real/a.md"}, // the target is in the tree
		{"tree/.git", git, git, ""},
		{"tree/.git/hooks/pre-commit", git, git, ""},
		{"tree/.GIT/hooks/pre-commit", git, git, ""},
		{"tree/real/.git/config", git, git, ""},
		{"tree/nested/.git", git, git, ""},
		{"tree/store/hooks/x", through, git, ""},
		{"tree/hook", through, "no such file", ""},
		{"tree/.github/workflows/x.yml", "", "", ""},
		{"tree/.gitattributes", "", "", ""},
		{"tree/real", irregular, irregular, ""},
		{"outside/b.md", "", "", ""},
		{"outside/.git/x", git, git, ""},
		{"mine/b.md", "", "", "outside/b.md"},
		{"mytree/real/a.md", "", "", "tree/real/a.md"},
		{"mytree/out/b.md", through, out, ""},
		{"tree/nested/../real/a.md", "", "", "tree/real/a.md"},
	}
	var w safefile.Writer
	if err := w.AddUntrusted(filepath.Join(dir, "mytree")); err != nil {
		t.Fatal(err)
	}
	for _, test := range tests {
		for links, wantErr := range map[bool]string{false: test.strict, true: test.lax} {
			got, err := w.Resolve(dir+"/"+test.name, safefile.Options{Links: links})
			switch {
			case wantErr != "":
				if err == nil || !strings.Contains(err.Error(), wantErr) {
					t.Errorf("%s, links %v: %s, %v; want an error with %q", test.name, links, got, err, wantErr)
				}
				if err := w.Write(dir+"/"+test.name, safefile.Options{Links: links}, text("new")); err == nil {
					t.Errorf("%s, links %v: written", test.name, links)
				}
			case test.want == "" && got != filepath.Join(dir, test.name), test.want != "" && got != filepath.Join(dir, test.want), err != nil:
				t.Errorf("%s, links %v: %s, %v", test.name, links, got, err)
			}
		}
	}
	if names, err := os.ReadDir(filepath.Join(dir, "outside")); err != nil || len(names) != 3 {
		t.Errorf("outside: %v, %v", names, err)
	}
}

// TestResolveInGit checks a checkout below .git. Only a .git inside the checkout is rejected.
func TestResolveInGit(t *testing.T) {
	dir := tempDir(t)
	writeTree(t, dir, "repo/.git/trees/one/.git", "repo/.git/trees/one/a.md")
	tree := filepath.Join(dir, "repo", ".git", "trees", "one")
	var w safefile.Writer
	for _, d := range []string{filepath.Join(dir, "repo"), tree} {
		if err := w.AddUntrusted(d); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Write(filepath.Join(tree, "a.md"), safefile.Options{}, text("new")); err != nil {
		t.Error(err)
	}
	for _, name := range []string{filepath.Join(tree, ".git"), filepath.Join(tree, ".git", "x"), filepath.Join(dir, "repo", ".git", "x")} {
		if err := w.Write(name, safefile.Options{New: true}, text("new")); err == nil {
			t.Errorf("%s was written", name)
		}
	}
}

func text(s string) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := io.WriteString(w, s)
		return err
	}
}

// TestWrite checks the content and mode of files, and that no temporary files remain.
func TestWrite(t *testing.T) {
	failure := errors.New("failure")
	half := func(w io.Writer) error {
		_, err := io.WriteString(w, strings.Repeat("half", 100_000))
		return errors.Join(err, failure)
	}
	tests := []struct {
		name  string
		file  string
		o     safefile.Options
		write func(io.Writer) error
		err   error
		want  string // content of the file; empty: it does not exist
		mode  fs.FileMode
	}{
		{"replace", "a", safefile.Options{}, text("new"), nil, "new", 0o640},
		{"create", "b", safefile.Options{}, text("new"), nil, "new", 0},
		{"add mode bits", "a", safefile.Options{Mode: 0o750}, text("new"), nil, "new", 0o750},
		{"add mode bits that the umask forbids", "a", safefile.Options{Mode: 0o022}, text("new"), nil, "new", 0o662},
		{"create with directories", "d/e/f", safefile.Options{New: true}, text("new"), nil, "new", 0},
		{"new, but the file exists", "a", safefile.Options{New: true}, text("new"), fs.ErrExist, "old", 0o640},
		{"new, but the parent is a file", "a/b", safefile.Options{New: true}, text("new"), syscall.ENOTDIR, "", 0},
		{"missing directory", "d/e", safefile.Options{}, text("new"), fs.ErrNotExist, "", 0},
		{"write error", "a", safefile.Options{}, half, failure, "old", 0o640},
		{"write error for a new file", "b", safefile.Options{New: true}, half, failure, "", 0},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			dir := tempDir(t)
			writeTree(t, dir, "a")
			var w safefile.Writer
			if err := w.Write(filepath.Join(dir, test.file), test.o, test.write); !errors.Is(err, test.err) {
				t.Errorf("error %v, want %v", err, test.err)
			}
			got, err := os.ReadFile(filepath.Join(dir, test.file))
			if string(got) != test.want || (err == nil) != (test.want != "") {
				t.Errorf("content %.20q, %v", got, err)
			}
			if info, err := os.Stat(filepath.Join(dir, test.file)); runtime.GOOS != "windows" && test.mode != 0 && (err != nil || info.Mode().Perm() != test.mode) {
				t.Errorf("mode %v, %v; want %v", info.Mode(), err, test.mode)
			}
			checkNoTemp(t, dir)
		})
	}
}

// checkNoTemp checks that no temporary files remain.
func checkNoTemp(t *testing.T, dir string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(name string, _ fs.DirEntry, err error) error {
		if strings.HasSuffix(name, ".tmp") {
			t.Errorf("%s remains", name)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

// TestWriteRace checks that a file that is created during a write is kept.
func TestWriteRace(t *testing.T) {
	dir := tempDir(t)
	var w safefile.Writer
	err := w.Write(filepath.Join(dir, "a"), safefile.Options{New: true}, func(io.Writer) error {
		writeTree(t, dir, "a")
		return nil
	})
	if got, _ := os.ReadFile(filepath.Join(dir, "a")); !errors.Is(err, fs.ErrExist) || string(got) != "old" {
		t.Errorf("%q, %v", got, err)
	}
	checkNoTemp(t, dir)
}

// TestDiscard discards temporary files during a write.
func TestDiscard(t *testing.T) {
	dir := tempDir(t)
	writeTree(t, dir, "a")
	var w safefile.Writer
	err := w.Write(filepath.Join(dir, "a"), safefile.Options{}, func(to io.Writer) error {
		w.Discard()
		checkNoTemp(t, dir)
		return text("new")(to)
	})
	if got, _ := os.ReadFile(filepath.Join(dir, "a")); err == nil || string(got) != "old" {
		t.Errorf("%q, %v", got, err)
	}
}

// TestTemporaryNames checks that an existing file with the name of a temporary file is kept.
func TestTemporaryNames(t *testing.T) {
	dir := tempDir(t)
	taken := fmt.Sprintf(".skilllint-%d-0.tmp", os.Getpid())
	writeTree(t, dir, taken)
	var w safefile.Writer
	if err := w.Write(filepath.Join(dir, "a"), safefile.Options{}, text("new")); err != nil {
		t.Error(err)
	}
	w.Discard()
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 2 || entries[0].Name() != taken || entries[1].Name() != "a" {
		t.Errorf("%v, %v", entries, err)
	}
	for name, want := range map[string]bool{"/x/" + taken: true, taken: true, ".skilllint-1": false, "1.tmp": false, "skilllint-1.tmp": false} {
		if got := safefile.IsTemporary(name); got != want {
			t.Errorf("IsTemporary(%q) = %v", name, got)
		}
	}
}

// TestAddUntrusted checks that a tree must exist and may be relative to the working directory.
func TestAddUntrusted(t *testing.T) {
	dir := tempDir(t)
	writeTree(t, dir, "tree/a", "outside", "tree/link -> ../outside")
	t.Chdir(dir)
	var w safefile.Writer
	if err := w.AddUntrusted("missing"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("got %v", err)
	}
	if err := w.AddUntrusted("tree"); err != nil {
		t.Fatal(err)
	}
	if err := w.Write(filepath.Join("tree", "link"), safefile.Options{Links: true}, text("new")); err == nil {
		t.Error("a link out of the tree was followed")
	}
	if err := w.Write(filepath.Join("tree", "a"), safefile.Options{}, text("new")); err != nil {
		t.Error(err)
	}
}

// TestGitAlias checks other names of .git. On some file systems, it is also GIT~1.
func TestGitAlias(t *testing.T) {
	dir := tempDir(t)
	writeTree(t, dir, ".git", "b")
	if err := os.Link(filepath.Join(dir, ".git"), filepath.Join(dir, "GIT~1")); err != nil {
		t.Skip(err)
	}
	var w safefile.Writer
	for name, want := range map[string]bool{"GIT~1": false, ".git": false, ".Git": false, "GIT~1/hooks/x": false, "b": true, "new": true} {
		if err := w.Write(filepath.Join(dir, name), safefile.Options{}, text("new")); (err == nil) != want {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestWriteSpecialErrors checks errors for directories and devices.
func TestWriteSpecialErrors(t *testing.T) {
	var w safefile.Writer
	if err := w.Write(t.TempDir(), safefile.Options{}, text("new")); err == nil || strings.Contains(err.Error(), "invalid argument") {
		t.Errorf("directory: %v", err)
	}
	const full = "/dev/full"
	if _, err := os.Stat(full); err == nil {
		if err := w.Write(full, safefile.Options{}, text("new")); !errors.Is(err, syscall.ENOSPC) {
			t.Errorf("%s: %v", full, err)
		}
	}
}

// TestWriteDevice checks that a device outside of all trees is written directly.
func TestWriteDevice(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no device files")
	}
	if info, err := os.Stat(os.DevNull); err != nil || info.Mode()&os.ModeDevice == 0 { // Write would replace it
		t.Skipf("%s is not a device: %v", os.DevNull, err)
	}
	if err := new(safefile.Writer).Write(os.DevNull, safefile.Options{}, text("new")); err != nil {
		t.Error(err)
	}
	if info, err := os.Stat(os.DevNull); err != nil || info.Mode().IsRegular() {
		t.Errorf("%v, %v", info, err)
	}
}

// TestReplacedDirectory writes while a program of the tree replaces the directory by a link to a directory outside, or to .git.
func TestReplacedDirectory(t *testing.T) {
	dir := tempDir(t)
	writeTree(t, dir, "repo/out/keep", "repo/.git/hooks/keep", "outside/keep")
	tree := filepath.Join(dir, "repo")
	var w safefile.Writer
	if err := w.AddUntrusted(tree); err != nil {
		t.Fatal(err)
	}
	stop := make(chan struct{})
	var swapping sync.WaitGroup
	swapping.Go(func() {
		out, aside := filepath.Join(tree, "out"), filepath.Join(tree, "aside")
		for i := 0; ; i++ {
			select {
			case <-stop:
				return
			default:
			}
			_ = os.Rename(out, aside)
			_ = os.Symlink([]string{"../outside", ".git/hooks"}[i%2], out)
			_ = os.Remove(out)
			_ = os.Rename(aside, out)
		}
	})
	written := 0
	for range 3000 {
		if w.Write(filepath.Join(tree, "out", "report.json"), safefile.Options{}, text("new")) == nil {
			written++
		}
		_ = w.Write(filepath.Join(tree, "out", "new", "report.json"), safefile.Options{New: true}, text("new"))
	}
	close(stop)
	swapping.Wait()
	for _, name := range []string{"outside", "repo/.git/hooks"} {
		if names, err := os.ReadDir(filepath.Join(dir, name)); err != nil || len(names) != 1 {
			t.Errorf("%s: %v, %v", name, names, err)
		}
	}
	t.Logf("%d of 3000 reports written", written)
}

// TestRelink checks that links get new targets without being followed, and nothing else is written.
func TestRelink(t *testing.T) {
	dir := tempDir(t)
	writeTree(t, dir, "tree/.git/link -> a", "tree/real/link -> a", "tree/real/dir/", "tree/real/todir -> dir", "tree/real/file", "tree/in -> real",
		"tree/out -> ../outside", "outside/link -> a")
	var w safefile.Writer
	if err := w.AddUntrusted(filepath.Join(dir, "tree")); err != nil {
		t.Fatal(err)
	}
	refused := errors.New("refused")
	for _, c := range []struct{ name, old, want, err string }{
		{"tree/real/link", "a", "new", ""},
		{"tree/in/link", "new", "new", ""},
		{"tree/real/todir", "dir", "new", ""},
		{"tree/real/link", "another", "new", "refused"},
		{"tree/real/file", "", "", "not a symbolic link"},
		{"tree/real/none", "", "", "not a symbolic link"},
		{"tree/.git/link", "a", "a", "in .git"},
		{"tree/out/link", "a", "a", "is a symbolic link out of the repository"},
	} {
		err := w.Relink(filepath.Join(dir, c.name), "new", func(old string) error {
			if old != c.old {
				return refused
			}
			return nil
		})
		if c.err == "" && err != nil || c.err != "" && (err == nil || !strings.Contains(err.Error(), c.err)) {
			t.Errorf("%s: error %v, want %q", c.name, err, c.err)
		}
		if to, _ := os.Readlink(filepath.Join(dir, c.name)); to != c.want {
			t.Errorf("%s points to %q, want %q", c.name, to, c.want)
		}
	}
	for _, d := range []string{"tree/real", "tree/.git", "outside"} {
		entries, err := os.ReadDir(filepath.Join(dir, d))
		for _, e := range entries {
			if safefile.IsTemporary(e.Name()) || err != nil {
				t.Errorf("%s remains in %s, %v", e.Name(), d, err)
			}
		}
	}
}

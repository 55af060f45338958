package vcs

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/skilllint/skilllint/internal/treefs"
)

// commitAll commits all files.
func commitAll(t *testing.T, dir string) string {
	t.Helper()
	git(t, dir, "add", "-A", "-f")
	git(t, dir, "-c", "user.name=x", "-c", "user.email=x@example.org", "-c", "commit.gpgSign=false", "commit", "-q", "-m", "all")
	return gitOutput(t, dir, "rev-parse", "HEAD")
}

func write(t *testing.T, dir, name, content string) {
	t.Helper()
	file := filepath.Join(dir, filepath.FromSlash(name))
	if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, []byte(content), 0o644)); err != nil {
		t.Fatal(err)
	}
}

func openTree(t *testing.T, dir, commit string) *Tree {
	t.Helper()
	tree, err := OpenCommit(context.Background(), dir, commit)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(tree.Close)
	return tree
}

// describeTree returns a description of all properties of a tree. It does not enter omitted directories.
func describeTree(t *testing.T, tree treefs.FS, omit ...string) string {
	t.Helper()
	var b strings.Builder
	var walk func(dir string)
	walk = func(dir string) {
		entries, err := tree.ReadDir(dir)
		if err != nil {
			t.Fatalf("list %q: %v", dir, err)
		}
		for _, e := range entries {
			name := path.Join(dir, e.Name())
			if e.Name() == ".git" {
				continue
			}
			info, err := tree.Lstat(name)
			if err != nil || info.Name() != e.Name() || info.Mode().Type() != e.Type() || info.IsDir() != e.IsDir() {
				t.Fatalf("%q is %v, error %v, but was listed as %v", name, info, err, e)
			}
			fmt.Fprintf(&b, "%q %v", name, info.Mode())
			switch {
			case slices.Contains(omit, name):
			case e.IsDir():
				b.WriteString("\n")
				walk(name)
				continue
			case e.Type()&fs.ModeSymlink != 0:
				to, err := tree.ReadLink(name)
				fmt.Fprintf(&b, " -> %q %v", to, err)
			default:
				fmt.Fprintf(&b, " %d %q", info.Size(), contentOf(t, tree, name))
				if to, err := tree.ReadLink(name); err == nil {
					t.Errorf("the file %q is a link to %q", name, to)
				}
			}
			b.WriteString("\n")
		}
	}
	walk(".")
	return b.String()
}

func contentOf(t *testing.T, tree treefs.FS, name string) string {
	t.Helper()
	file, err := tree.Open(name)
	if err != nil {
		t.Fatalf("open %q: %v", name, err)
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil || !info.Mode().IsRegular() {
		t.Fatalf("%q is %v, error %v", name, info, err)
	}
	text, err := io.ReadAll(file)
	if err != nil || int64(len(text)) != info.Size() {
		t.Fatalf("%q has %d bytes, but %d were read, error %v", name, info.Size(), len(text), err)
	}
	return string(text)
}

func disk(t *testing.T, dir string) treefs.FS {
	t.Helper()
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { root.Close() })
	return treefs.Disk(root)
}

// unusualRepository creates a repository with all kinds of entries.
func unusualRepository(t *testing.T, args ...string) string {
	t.Helper()
	dir := repository(t)
	if len(args) > 0 {
		dir = filepath.Join(t.TempDir(), "repository")
		if out, err := exec.Command("git", append(append([]string{"init", "-q"}, args...), dir)...).CombinedOutput(); err != nil {
			t.Skipf("%s: %s", err, out)
		}
	}
	write(t, dir, "a.md", "a\n")
	write(t, dir, "a/b/c.md", "c")
	write(t, dir, "a/b.md", "")
	write(t, dir, "a-b/x", "x\r\n")
	write(t, dir, "with space/é.md", "é")
	if runtime.GOOS != "windows" {
		write(t, dir, "line\nfeed/tab\t.md", "x")
		write(t, dir, "caf\xe9.md", "not UTF-8")
		write(t, dir, "run.sh", "#!/bin/sh\n")
		if err := os.Chmod(filepath.Join(dir, "run.sh"), 0o755); err != nil {
			t.Fatal(err)
		}
		for name, to := range map[string]string{"link.md": "a/b/c.md", "folder": "a/b", "a/up": "../a/b", "gone": "nothing", "out": "../..", "abs": "/etc", "loop": "loop"} {
			if err := os.Symlink(to, filepath.Join(dir, filepath.FromSlash(name))); err != nil {
				t.Fatal(err)
			}
		}
	}
	return dir
}

// TestTree checks that a commit and the index equal their checkout.
func TestTree(t *testing.T) {
	for _, format := range [][]string{nil, {"--object-format=sha256"}} {
		dir := unusualRepository(t, format...)
		if runtime.GOOS == "linux" {
			write(t, dir, "A.md", "another case")
		}
		commit := commitAll(t, dir)
		want := describeTree(t, disk(t, dir))
		index, err := OpenIndex(context.Background(), dir)
		if err != nil {
			t.Fatal(err)
		}
		defer index.Close()
		for what, tree := range map[string]*Tree{"commit": openTree(t, dir, commit), "index": index} {
			if got := describeTree(t, tree); got != want {
				t.Errorf("%s %v: got\n%s\nwant\n%s", what, format, got, want)
			}
			if err := tree.Err(); err != nil {
				t.Errorf("%s: %v", what, err)
			}
			compareNames(t, tree, disk(t, dir))
			for name, content := range map[string]string{"a.md": "a\n", "a/b.md": "", "with space/é.md": "é"} {
				if object := tree.Object(name); !IsObject([]byte(content), object) || IsObject([]byte(content+" "), object) {
					t.Errorf("%s: the object of %q is %s", name, content, object)
				}
			}
			for _, name := range []string{"a", "nothing", "link.md", "folder/c.md"} {
				if object := tree.Object(name); object != "" || IsObject(nil, object) {
					t.Errorf("%s: got object %s, want none", name, object)
				}
			}
		}
	}
}

// compareNames compares existing and missing names of two trees, also through links.
func compareNames(t *testing.T, got, want treefs.FS) {
	t.Helper()
	for _, name := range []string{".", "a", "a.md", "a/b/c.md", "nothing", "a/nothing", "a.md/below", "folder", "folder/c.md", "a/up/c.md", "link.md", "link.md/x",
		"gone", "gone/x", "out/x", "abs/passwd", "loop", "loop/x", "a-", "a/", "A", "with space"} {
		info, err := got.Lstat(name)
		wantInfo, wantErr := want.Lstat(name)
		if (err == nil) != (wantErr == nil) || err == nil && info.Mode() != wantInfo.Mode() {
			t.Errorf("Lstat(%q) = %v, %v; want %v, %v", name, info, err, wantInfo, wantErr)
		}
		entries, err := got.ReadDir(name)
		wantEntries, wantErr := want.ReadDir(name)
		if (err == nil) != (wantErr == nil) || len(entries) != len(wantEntries) {
			t.Errorf("ReadDir(%q) = %v, %v; want %v, %v", name, entries, err, wantEntries, wantErr)
		}
		file, err := got.Open(name)
		wantFile, wantErr := want.Open(name)
		if (err == nil) != (wantErr == nil) {
			t.Errorf("Open(%q) = %v, %v; want %v, %v", name, file, err, wantFile, wantErr)
		}
		if err == nil && contentOf(t, got, name) != contentOf(t, want, name) {
			t.Errorf("the contents of %q differ", name)
		}
		for _, f := range []treefs.File{file, wantFile} {
			if f != nil {
				f.Close()
			}
		}
	}
}

// TestTreeReadsLargeFiles checks all kinds of reads, of files in memory and in temporary files.
func TestTreeReadsLargeFiles(t *testing.T) {
	dir := repository(t)
	small, large := "small\n", strings.Repeat("0123456789abcde\n", maxInMemory/16+1)
	write(t, dir, "small", small)
	write(t, dir, "large", large)
	tree := openTree(t, dir, commitAll(t, dir))
	spool := t.TempDir()
	t.Setenv("TMPDIR", spool)
	for name, want := range map[string]string{"small": small, "large": large} {
		file, err := tree.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		if name == "small" {
			if err := iotest.TestReader(file, []byte(want)); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
		if info, err := file.Stat(); err != nil || info.Size() != int64(len(want)) {
			t.Errorf("%s: %v, %v", name, info, err)
		}
		piece := make([]byte, 6)
		if _, err := file.ReadAt(piece, int64(len(want)-6)); err != nil || string(piece) != want[len(want)-6:] {
			t.Errorf("%s ends with %q, error %v", name, piece, err)
		}
		if name == "large" {
			if text, err := io.ReadAll(file); err != nil || string(text) != want {
				t.Errorf("%s: %d bytes, error %v", name, len(text), err)
			}
		}
		if err := file.Close(); err != nil {
			t.Error(err)
		}
	}
	file, err := tree.Open("large")
	if err != nil {
		t.Fatal(err)
	}
	file.Close()
	if _, err := file.Read(make([]byte, 1)); !errors.Is(err, fs.ErrClosed) {
		t.Errorf("reading a closed file: %v", err)
	}
	if left, _ := os.ReadDir(spool); len(left) > 0 {
		t.Errorf("remaining temporary files: %v", left)
	}
	if got := contentOf(t, tree, "small"); got != small {
		t.Errorf("after the large file: %q", got)
	}
}

// TestIndex checks that the index contains only staged content, without intent-to-add files and unstaged edits.
func TestIndex(t *testing.T) {
	dir := repository(t)
	write(t, dir, "kept", "x\n")
	write(t, dir, "empty", "")
	commitAll(t, dir)
	write(t, dir, "staged", "as staged\n")
	write(t, dir, "empty too", "")
	git(t, dir, "add", "--", "staged", "empty too")
	write(t, dir, "staged", "edited\n")
	write(t, dir, "untracked", "x")
	write(t, dir, "announced", "x")
	git(t, dir, "add", "-N", "--", "announced")
	for i := range 2 {
		index, err := OpenIndex(context.Background(), dir)
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, e := range index.entries {
			if !strings.HasPrefix(e.path, "many/") {
				names = append(names, e.path)
			}
		}
		if want := []string{"empty", "empty too", "kept", "staged"}; !slices.Equal(names, want) || contentOf(t, index, "staged") != "as staged\n" {
			t.Errorf("%d: the index has %q, want %q", i, names, want)
		}
		index.Close()
		for i := range maxNamed {
			write(t, dir, fmt.Sprintf("many/%d", i), "")
		}
		git(t, dir, "add", "many")
	}
	git(t, dir, "checkout", "-q", "-f", "-b", "other")
	write(t, dir, "kept", "other\n")
	commitAll(t, dir)
	git(t, dir, "checkout", "-q", "-")
	write(t, dir, "kept", "this\n")
	commitAll(t, dir)
	_ = exec.Command("git", "-C", dir, "merge", "-q", "other").Run() // it conflicts
	if _, err := OpenIndex(context.Background(), dir); err == nil || !strings.Contains(err.Error(), `unmerged file "kept"`) {
		t.Errorf("index with conflicts: %v", err)
	}
}

func TestOpenSparse(t *testing.T) {
	dir, _ := branchedRepository(t)
	if omitted, err := OpenSparse(context.Background(), dir); omitted != nil || err != nil {
		t.Errorf("full checkout: %v, %v", omitted, err)
	}
	git(t, dir, "sparse-checkout", "set", "--no-cone", "/*", "!/a/")
	omitted, err := OpenSparse(context.Background(), dir)
	if err != nil || omitted == nil {
		t.Fatal(omitted, err)
	}
	defer omitted.Close()
	if got, want := describeTree(t, omitted), "\"a\" drwxr-xr-x\n\"a/log é.jsonl\" -rw-r--r-- 15 \"{\\\"a\\\":1}\\n{\\\"a\\\":2}\"\n"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestTreeWithSubmodules checks that a submodule is read from the commit in the tree, or from the work tree if the commit is
// missing.
func TestTreeWithSubmodules(t *testing.T) {
	inner, dir := repository(t), repository(t)
	write(t, inner, "skills/x/SKILL.md", "one\n")
	commitAll(t, inner)
	write(t, dir, "a", "a")
	git(t, dir, "-c", "protocol.file.allow=always", "submodule", "-q", "add", inner, "lib/inner")
	commit := commitAll(t, dir)
	if got, want := describeTree(t, openTree(t, dir, commit)), describeTree(t, disk(t, dir)); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	sub := filepath.Join(dir, "lib", "inner")
	write(t, sub, "skills/x/SKILL.md", "two\n")
	commitAll(t, sub)
	for _, test := range []struct{ when, want string }{{"there", "one\n"}, {"gone", "two\n"}} {
		if test.when == "gone" {
			if err := os.RemoveAll(filepath.Join(dir, ".git", "modules", "lib", "inner", "objects")); err != nil {
				t.Fatal(err)
			}
		}
		tree := openTree(t, dir, commit)
		if got := contentOf(t, tree, "lib/inner/skills/x/SKILL.md"); got != test.want {
			t.Errorf("%s: %q, want %q", test.when, got, test.want)
		}
	}
	clone := filepath.Join(t.TempDir(), "clone")
	if out, err := exec.Command("git", "clone", "-q", dir, clone).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if got, want := describeTree(t, openTree(t, clone, commit)), describeTree(t, disk(t, clone)); got != want {
		t.Errorf("clone without submodules: got\n%s\nwant\n%s", got, want)
	}
	if runtime.GOOS == "windows" {
		return
	}
	if err := errors.Join(os.RemoveAll(sub), os.Symlink(inner, sub)); err != nil {
		t.Fatal(err)
	}
	if _, err := openTree(t, dir, commit).Lstat("lib/inner/skills"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a link to a directory outside was followed: %v", err)
	}
}

// TestTreePartialClone checks that a missing object is also an error of the tree.
func TestTreePartialClone(t *testing.T) {
	dir, fork := branchedRepository(t)
	git(t, dir, "config", "uploadpack.allowFilter", "true")
	clone := filepath.Join(t.TempDir(), "clone")
	if out, err := exec.Command("git", "clone", "-q", "--no-local", "--filter=blob:none", "--no-checkout", "file://"+filepath.ToSlash(dir), clone).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	tree := openTree(t, clone, fork)
	if file, err := tree.Open("log.jsonl"); err == nil {
		file.Close()
		t.Error("a missing file was opened")
	}
	if err := tree.Err(); err == nil || !strings.HasSuffix(err.Error(), "run: git fetch --refetch --no-filter origin") {
		t.Errorf("got %v", err)
	}
	if _, err := OpenCommit(context.Background(), clone, strings.Repeat("1", 40)); err == nil {
		t.Error("a missing commit was opened")
	}
}

// TestTreeInvalidPaths checks a crafted repository that cannot be checked out.
func TestTreeInvalidPaths(t *testing.T) {
	dir := repository(t)
	write(t, dir, "x", "x")
	git(t, dir, "add", "x")
	object := gitOutput(t, dir, "rev-parse", ":x")
	tree := &Tree{}
	for _, name := range []string{"b/x", "../x", "a/../../x", "/x", "a//x", ".git/config", "a/.GIT/config", "", "b", "a", "a"} {
		tree.add(name, "100644", object)
	}
	tree.add("c", "100644", "--batch")
	tree.add("d", "040000", object)
	if err := tree.finish(context.Background(), dir, 0); err != nil {
		t.Fatal(err)
	}
	defer tree.Close()
	if got, want := describeTree(t, tree), "\"a\" -rw-r--r-- 1 \"x\"\n\"b\" -rw-r--r-- 1 \"x\"\n"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestEmptyTree(t *testing.T) {
	tree := EmptyTree()
	defer tree.Close()
	if got := describeTree(t, tree); got != "" || tree.Err() != nil {
		t.Errorf("got %s, error %v", got, tree.Err())
	}
	if _, err := tree.Lstat("x"); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
}

func TestDefaultBase(t *testing.T) {
	origin, _ := branchedRepository(t)
	git(t, origin, "checkout", "-q", "trunk")
	dir := filepath.Join(t.TempDir(), "clone")
	if out, err := exec.Command("git", "clone", "-q", origin, dir).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	expect := func(when, want string) {
		t.Helper()
		if got, err := DefaultBase(context.Background(), dir); err != nil || got != want {
			t.Errorf("%s: %q, %v; want %q", when, got, err, want)
		}
	}
	expect("on the default branch", "origin/trunk")
	git(t, dir, "checkout", "-q", "-b", "topic", "origin/work")
	expect("with an upstream", "origin/work")
	git(t, dir, "checkout", "-q", "-b", "work", "origin/work")
	expect("with its pushed copy as upstream", "origin/trunk")
	git(t, dir, "checkout", "-q", "--detach")
	expect("with a detached HEAD", "origin/trunk")
	git(t, dir, "remote", "set-head", "origin", "--delete")
	git(t, dir, "branch", "-q", "main")
	expect("without origin/HEAD", "main")
	git(t, dir, "update-ref", "refs/remotes/origin/master", "HEAD")
	expect("with origin/master", "origin/master")
	alone, _ := branchedRepository(t)
	if _, err := DefaultBase(context.Background(), alone); err == nil || !strings.Contains(err.Error(), "name a branch") {
		t.Errorf("without a base: %v", err)
	}
	if _, err := DefaultBase(context.Background(), t.TempDir()); err == nil || !strings.Contains(err.Error(), "cannot read its .git") {
		t.Errorf("without a repository: %v", err)
	}
}

// TestTreeTooManyFiles checks a huge tree, which needs only a few small objects.
func TestTreeTooManyFiles(t *testing.T) {
	dir := repository(t)
	write(t, dir, "x", "x")
	git(t, dir, "add", "x")
	makeTree := func(entry string) string {
		var lines strings.Builder
		for i := range 16 {
			fmt.Fprintf(&lines, "%s\tfolder%d\n", entry, i)
		}
		cmd := exec.Command("git", "-C", dir, "mktree")
		cmd.Stdin = strings.NewReader(lines.String())
		out, err := cmd.Output()
		if err != nil {
			t.Fatal(err)
		}
		return strings.TrimSpace(string(out))
	}
	tree := makeTree("100644 blob " + gitOutput(t, dir, "rev-parse", ":x"))
	for range 7 {
		tree = makeTree("040000 tree " + tree)
	}
	commit := gitOutput(t, dir, "-c", "user.name=x", "-c", "user.email=x@example.org", "commit-tree", tree, "-m", "x")
	opened, err := OpenCommit(context.Background(), dir, commit)
	if err == nil {
		opened.Close()
		t.Fatal("4,294,967,296 files were listed")
	}
	if !strings.Contains(err.Error(), "more than") {
		t.Error(err)
	}
}

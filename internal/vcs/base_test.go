package vcs

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// commit writes a file, commits it and returns the commit.
func commit(t *testing.T, dir, name, content string) string {
	t.Helper()
	path := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
	git(t, dir, "add", "-f", "--", name)
	git(t, dir, "-c", "user.name=x", "-c", "user.email=x@example.org", "-c", "commit.gpgSign=false", "commit", "-q", "-m", name)
	return gitOutput(t, dir, "rev-parse", "HEAD")
}

func gitOutput(t *testing.T, dir string, args ...string) string {
	t.Helper()
	out, err := exec.Command("git", append([]string{"-C", dir}, args...)...).Output()
	if err != nil {
		t.Fatalf("git %s: %v", strings.Join(args, " "), err)
	}
	return strings.TrimSpace(string(out))
}

// branchedRepository creates a repository with the branches trunk and work, which have diverged, and returns their merge
// base.
func branchedRepository(t *testing.T) (dir, fork string) {
	t.Helper()
	dir = repository(t)
	git(t, dir, "symbolic-ref", "HEAD", "refs/heads/trunk")
	commit(t, dir, "log.jsonl", "{}\n")
	fork = commit(t, dir, "a/log é.jsonl", "{\"a\":1}\n{\"a\":2}")
	git(t, dir, "checkout", "-q", "-b", "work")
	commit(t, dir, "log.jsonl", "{}\n{}\n")
	git(t, dir, "checkout", "-q", "trunk")
	commit(t, dir, "log.jsonl", "trunk\n")
	git(t, dir, "checkout", "-q", "work")
	return dir, fork
}

func keepAll(string) bool { return true }

func open(dir, ref string) (*Base, error) { return OpenBase(context.Background(), dir, ref, keepAll) }

func content(t *testing.T, b *Base, rel string) string {
	t.Helper()
	r, err := b.Open(context.Background(), rel)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	text, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestBase(t *testing.T) {
	dir, fork := branchedRepository(t)
	git(t, dir, "tag", "-a", "-m", "x", "v1", "trunk")
	for _, ref := range []string{"trunk", "refs/heads/trunk", "v1", fork, fork[:12], "HEAD~1"} {
		b, err := open(dir, ref)
		if err != nil {
			t.Errorf("%s: %v", ref, err)
			continue
		}
		if b.Commit != fork || !slices.Equal(b.Paths(), []string{"a/log é.jsonl", "log.jsonl"}) {
			t.Errorf("%s: %s %q, want %s", ref, b.Commit, b.Paths(), fork)
		}
		if got := content(t, b, "log.jsonl") + content(t, b, "a/log é.jsonl"); got != "{}\n{\"a\":1}\n{\"a\":2}" {
			t.Errorf("%s: %q", ref, got)
		}
	}
	b, err := OpenBase(context.Background(), dir, "trunk", func(rel string) bool { return rel == "log.jsonl" })
	if err != nil || !b.Has("log.jsonl") || b.Has("a/log é.jsonl") {
		t.Errorf("%v, %v", b, err)
	}
	if _, err := b.Open(context.Background(), "nothing"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("missing file: %v", err)
	}
}

func TestBaseWorktree(t *testing.T) {
	dir, fork := branchedRepository(t)
	tree := filepath.Join(t.TempDir(), "tree")
	git(t, dir, "worktree", "add", "-q", "-b", "other", tree, "work")
	if b, err := open(tree, "trunk"); err != nil || b.Commit != fork || content(t, b, "log.jsonl") != "{}\n" {
		t.Errorf("%v, %v", b, err)
	}
}

func TestSparse(t *testing.T) {
	dir, _ := branchedRepository(t)
	git(t, dir, "sparse-checkout", "set", "--no-cone", "/*", "!/a/")
	got, err := Sparse(context.Background(), dir)
	if err != nil || len(got) != 1 || !got["a/log é.jsonl"] {
		t.Errorf("got %v, %v", got, err)
	}
	if _, err := os.Lstat(filepath.Join(dir, "a")); err == nil {
		t.Error("the checkout is not sparse")
	}
}

// TestBaseCloseEarly checks that a large file can be read partially, without waiting for git.
func TestBaseCloseEarly(t *testing.T) {
	dir := repository(t)
	line := strings.Repeat("x", 1023) + "\n"
	commit(t, dir, "log.jsonl", strings.Repeat(line, 4<<10))
	b, err := open(dir, "HEAD")
	if err != nil {
		t.Fatal(err)
	}
	r, err := b.Open(context.Background(), "log.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	first := make([]byte, len(line))
	if _, err := io.ReadFull(r, first); err != nil || string(first) != line {
		t.Errorf("%q, %v", first, err)
	}
	if err := r.Close(); err != nil {
		t.Error(err)
	}
	if len(content(t, b, "log.jsonl")) != 4<<20 {
		t.Error("the file was not read completely")
	}
}

// TestBaseFetchCommands checks that the command in an error message solves the problem.
func TestBaseFetchCommands(t *testing.T) {
	dir, fork := branchedRepository(t)
	git(t, dir, "config", "uploadpack.allowFilter", "true")
	git(t, dir, "config", "uploadpack.allowAnySHA1InWant", "true")
	git(t, dir, "tag", "v1", "trunk")
	tests := []struct {
		name     string
		clone    []string
		ref      string
		commands []string
	}{
		{"a branch that was not fetched", []string{"--single-branch", "--no-tags"}, "origin/trunk", []string{"git fetch origin trunk:refs/remotes/origin/trunk"}},
		{"a branch without a remote", []string{"--single-branch", "--no-tags"}, "trunk", []string{"git fetch origin trunk:trunk"}},
		{"a tag", []string{"--single-branch", "--no-tags"}, "v1", []string{"git fetch origin v1:v1"}},
		{"a shallow clone", []string{"--depth=1"}, "origin/trunk", []string{"git fetch --unshallow origin trunk:refs/remotes/origin/trunk"}},
		{"a shallow clone of all branches", []string{"--depth=1", "--no-single-branch"}, "origin/trunk", []string{"git fetch --unshallow"}},
		{"a commit before the first", []string{"--depth=1"}, fork, []string{"git fetch --unshallow origin " + fork}},
		{"a partial clone", []string{"--filter=blob:none", "--no-checkout"}, "origin/trunk", []string{"git fetch --refetch --no-filter origin"}},
		{"a clone without trees", []string{"--filter=tree:0", "--no-checkout"}, "origin/trunk", []string{"git fetch --refetch --no-filter origin"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			clone := filepath.Join(t.TempDir(), "clone")
			args := append([]string{"clone", "-q", "--no-local"}, test.clone...)
			if out, err := exec.Command("git", append(args, "file://"+filepath.ToSlash(dir), clone)...).CombinedOutput(); err != nil {
				t.Fatalf("%v: %s", err, out)
			}
			git(t, clone, "config", "gc.auto", "0") // it would continue in the background
			for _, command := range test.commands {
				err := readBase(clone, test.ref)
				if err == nil || !strings.HasSuffix(err.Error(), "run: "+command) {
					t.Fatalf("got %v, want an error with: %s", err, command)
				}
				git(t, clone, strings.Fields(command)[1:]...)
			}
			if err := readBase(clone, test.ref); err != nil {
				t.Errorf("after %q: %v", test.commands, err)
			}
		})
	}
}

func readBase(dir, ref string) error {
	b, err := open(dir, ref)
	if err != nil {
		return err
	}
	r, err := b.Open(context.Background(), "log.jsonl")
	if err != nil {
		return err
	}
	return r.Close()
}

func TestBaseErrors(t *testing.T) {
	dir, _ := branchedRepository(t)
	unborn := repository(t)
	unrelated, _ := branchedRepository(t)
	git(t, unrelated, "checkout", "-q", "--orphan", "alone")
	commit(t, unrelated, "x", "x")
	remote := filepath.Join(t.TempDir(), "remote")
	if out, err := exec.Command("git", "clone", "-q", dir, remote).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	tests := []struct{ name, dir, ref, want string }{
		{"no repository", t.TempDir(), "main", "cannot read its .git"},
		{"no commits", unborn, "main", "no commits"},
		{"another name of the default branch", remote, "trunk", "did you mean"},
		{"no such branch", dir, "main", "run: git fetch origin main:main"},
		{"before the root commit", dir, "HEAD~99", "unknown revision HEAD~99"},
		{"a range", dir, "trunk..HEAD", "not a range"},
		{"a file of a commit", dir, "HEAD:log.jsonl", "unknown revision HEAD:log.jsonl"},
		{"nothing in common", unrelated, "trunk", "no common commit"},
		{"a flag", dir, "--upload-pack=touch", "hyphen"},
		{"an empty revision", dir, "", "empty revision"},
		{"a line feed", dir, "a\nb", "spaces"},
		{"a null byte", dir, "a\x00b", "spaces"},
	}
	for _, test := range tests {
		if b, err := open(test.dir, test.ref); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: got %v, %v; want %q", test.name, b, err, test.want)
		}
	}
	t.Setenv("PATH", t.TempDir())
	if _, err := open(dir, "trunk"); !errors.Is(err, ErrNoGit) {
		t.Errorf("without git: %v", err)
	}
}

// TestBaseUntrustedConfig checks that git starts no program from the configuration of the repository, and uses no
// replacement objects.
func TestBaseUntrustedConfig(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the programs are shell commands")
	}
	dir, fork := branchedRepository(t)
	marker := filepath.Join(dir, "PWNED")
	program := fmt.Sprintf("sh -c 'touch %s'", marker)
	for _, key := range []string{"core.fsmonitor", "core.pager", "core.sshCommand", "core.askPass", "core.gitProxy", "core.alternateRefsCommand", "diff.external",
		"diff.x.textconv", "filter.x.smudge", "filter.x.process", "pager.cat-file", "credential.helper", "uploadpack.packObjectsHook"} {
		git(t, dir, "config", key, program)
	}
	for _, alias := range []string{"cat-file", "ls-tree", "rev-parse", "merge-base"} {
		git(t, dir, "config", "alias."+alias, "!"+program)
	}
	git(t, dir, "config", "core.repositoryFormatVersion", "1")
	git(t, dir, "config", "extensions.partialClone", "origin")
	git(t, dir, "config", "remote.origin.url", "ext::"+program)
	git(t, dir, "config", "remote.origin.promisor", "true")
	git(t, dir, "replace", gitOutput(t, dir, "rev-parse", fork+":log.jsonl"), gitOutput(t, dir, "rev-parse", "trunk:log.jsonl"))
	missing := gitOutput(t, dir, "rev-parse", fork+":a/log é.jsonl")
	if err := os.Remove(filepath.Join(dir, ".git", "objects", missing[:2], missing[2:])); err != nil {
		t.Fatal(err)
	}
	os.Remove(marker)
	b, err := open(dir, "trunk")
	if err != nil {
		t.Fatal(err)
	}
	if got := content(t, b, "log.jsonl"); got != "{}\n" {
		t.Errorf("got %q: a replacement object was used", got)
	}
	if r, err := b.Open(context.Background(), "a/log é.jsonl"); err == nil {
		r.Close()
		t.Error("a missing object was found")
	}
	if _, err := open(dir, "nowhere"); err == nil {
		t.Error("a missing revision was found")
	}
	if _, err := os.Lstat(marker); err == nil {
		t.Error("a program from the configuration of the repository was run")
	}
}

func TestContents(t *testing.T) {
	dir, _ := branchedRepository(t)
	if runtime.GOOS != "windows" {
		if err := os.Symlink("log.jsonl", filepath.Join(dir, "link")); err != nil {
			t.Fatal(err)
		}
	}
	commit(t, dir, "empty", "")
	commit(t, dir, "large", strings.Repeat("x", maxContent+1))
	commit(t, dir, "z", "last\n")
	if runtime.GOOS != "windows" {
		git(t, dir, "add", "link")
		commit(t, dir, "with", "a link")
	}
	base, err := open(dir, "HEAD")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	visit := func(rel string, content []byte) error {
		got = append(got, fmt.Sprintf("%s %q", rel, content))
		return nil
	}
	if err := base.Contents(context.Background(), []string{"z", "empty", "none", "large", "a/log é.jsonl", "link"}, visit); err != nil {
		t.Fatal(err)
	}
	want := []string{`z "last\n"`, `empty ""`, `a/log é.jsonl "{\"a\":1}\n{\"a\":2}"`}
	if !slices.Equal(got, want) {
		t.Errorf("contents %q, want %q", got, want)
	}
	if err := base.Contents(context.Background(), nil, visit); err != nil {
		t.Error(err)
	}
	stop := errors.New("stop")
	if err := base.Contents(context.Background(), []string{"z", "empty"}, func(string, []byte) error { return stop }); !errors.Is(err, stop) {
		t.Errorf("error %v, want the error of the callback", err)
	}
	links, err := base.Links(context.Background())
	if err != nil || runtime.GOOS != "windows" && links["link"] != "log.jsonl" {
		t.Errorf("links %v, %v", links, err)
	}
}

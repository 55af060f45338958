package vcs

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// committedRepository creates a repository with one commit.
func committedRepository(t *testing.T, files ...string) string {
	t.Helper()
	dir := repository(t, files...)
	commitAll(t, dir)
	return dir
}

// TestOwnRepositories checks all kinds of checkouts that git creates.
func TestOwnRepositories(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	const local = "protocol.file.allow=always"
	tests := map[string]func(t *testing.T, main, at string) (dir string){
		"a clone": func(t *testing.T, main, at string) string {
			git(t, main, "clone", "-q", ".", at)
			return at
		},
		"a linked worktree": func(t *testing.T, main, at string) string {
			git(t, main, "worktree", "add", "-q", at)
			return at
		},
		"a linked worktree of a bare repository": func(t *testing.T, main, at string) string {
			git(t, main, "clone", "-q", "--bare", ".", at+".git")
			git(t, at+".git", "worktree", "add", "-q", at)
			return at
		},
		"a linked worktree inside of the checkout": func(t *testing.T, main, _ string) string {
			git(t, main, "worktree", "add", "-q", "trees/w")
			return filepath.Join(main, "trees", "w")
		},
		"a linked worktree that was moved": func(t *testing.T, main, at string) string {
			git(t, main, "worktree", "add", "-q", at+"-old")
			git(t, main, "worktree", "move", at+"-old", at)
			return at
		},
		"a linked worktree with relative paths": func(t *testing.T, main, at string) string {
			git(t, main, "worktree", "add", "-q", at)
			own := filepath.Join(main, ".git", "worktrees", filepath.Base(at))
			for from, to := range map[string]string{filepath.Join(own, "gitdir"): filepath.Join(at, ".git"), filepath.Join(at, ".git"): own} {
				rel, err := filepath.Rel(filepath.Dir(from), to)
				if err != nil {
					t.Fatal(err)
				}
				if filepath.Base(from) == ".git" {
					rel = "gitdir: " + rel
				}
				write(t, filepath.Dir(from), filepath.Base(from), rel+"\n")
			}
			return at
		},
		"a submodule": func(t *testing.T, main, _ string) string {
			git(t, main, "-c", local, "submodule", "--quiet", "add", "./", "sub")
			return filepath.Join(main, "sub")
		},
		"a submodule with a sparse checkout": func(t *testing.T, main, _ string) string {
			git(t, main, "-c", local, "submodule", "--quiet", "add", "./", "sub")
			git(t, filepath.Join(main, "sub"), "sparse-checkout", "init", "--cone")
			return filepath.Join(main, "sub")
		},
		"a submodule that contains its repository": func(t *testing.T, main, _ string) string {
			git(t, main, "clone", "-q", ".", "sub")
			git(t, main, "add", "sub")
			return filepath.Join(main, "sub")
		},
		"a submodule whose repository was absorbed": func(t *testing.T, main, _ string) string {
			git(t, main, "clone", "-q", ".", "sub")
			git(t, main, "-c", local, "submodule", "--quiet", "add", "./", "sub")
			git(t, main, "submodule", "absorbgitdirs")
			return filepath.Join(main, "sub")
		},
		"a clone with --separate-git-dir and core.worktree": func(t *testing.T, main, at string) string {
			git(t, main, "clone", "-q", "--separate-git-dir", at+".git", ".", at)
			git(t, at, "config", "core.worktree", at)
			return at
		},
		"a clone with a separate git directory inside": func(t *testing.T, main, at string) string {
			git(t, main, "clone", "-q", "--separate-git-dir", filepath.Join(at+".tmp"), ".", at)
			if err := os.Rename(at+".tmp", filepath.Join(at, "git")); err != nil {
				t.Fatal(err)
			}
			write(t, at, ".git", "gitdir: git\n")
			return at
		},
		"a clone that borrows objects from an allowed directory": func(t *testing.T, main, at string) string {
			git(t, main, "clone", "-q", "--shared", ".", at)
			t.Setenv("GIT_ALTERNATE_OBJECT_DIRECTORIES", filepath.Join(main, ".git", "objects"))
			return at
		},
		"a configuration included as by actions/checkout": func(t *testing.T, main, _ string) string {
			write(t, filepath.Dir(main), filepath.Base(main)+".credentials", "[http]\nextraheader = x\n")
			git(t, main, "config", "includeIf.gitdir:"+main+"/.git.path", main+".credentials")
			return main
		},
	}
	for name, setup := range tests {
		t.Run(name, func(t *testing.T) {
			main := committedRepository(t, "a.md")
			dir := setup(t, main, filepath.Join(t.TempDir(), "checkout"))
			for range 2 { // git may write files that it reads
				if files, err := LsFiles(context.Background(), dir); err != nil || !files["a.md"] {
					t.Fatalf("%v, %v", files, err)
				}
				git(t, dir, "status", "--short")
			}
			if _, err := Head(context.Background(), dir); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestForeignRepositories creates archives that try to make git read another repository.
func TestForeignRepositories(t *testing.T) {
	tests := map[string]func(t *testing.T, secret, dir string){
		"a .git file": func(t *testing.T, secret, dir string) {
			write(t, dir, ".git", "gitdir: "+filepath.Join(secret, ".git")+"\n")
		},
		"a .git file with a missing target": func(t *testing.T, secret, dir string) {
			write(t, dir, ".git", "gitdir: "+secret+"/none/.git\n")
		},
		"a .git file with a relative path": func(t *testing.T, secret, dir string) {
			rel, err := filepath.Rel(dir, filepath.Join(secret, ".git"))
			if err != nil {
				t.Fatal(err)
			}
			write(t, dir, ".git", "gitdir: "+filepath.ToSlash(rel)+"\n")
		},
		"a .git file that points to another linked worktree": func(t *testing.T, secret, dir string) {
			git(t, secret, "worktree", "add", "-q", secret+"-linked")
			text, err := os.ReadFile(filepath.Join(secret+"-linked", ".git"))
			if err != nil {
				t.Fatal(err)
			}
			write(t, dir, ".git", string(text))
		},
		"a .git file that points to the repository of a submodule": func(t *testing.T, secret, dir string) {
			git(t, secret, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", "./", "sub")
			write(t, dir, ".git", "gitdir: "+filepath.Join(secret, ".git", "modules", "sub")+"\n")
		},
		"a clone with --separate-git-dir without core.worktree": func(t *testing.T, secret, dir string) {
			git(t, secret, "clone", "-q", "--separate-git-dir", dir+".git", ".", dir)
		},
		"a .git link": func(t *testing.T, secret, dir string) {
			link(t, filepath.Join(secret, ".git"), filepath.Join(dir, ".git"))
		},
		"a commondir": func(t *testing.T, secret, dir string) {
			git(t, dir, "init", "-q")
			write(t, dir, ".git/commondir", filepath.Join(secret, ".git")+"\n")
		},
		"a .git file and a commondir": func(t *testing.T, secret, dir string) {
			write(t, dir, ".git", "gitdir: x\n")
			write(t, dir, "x/HEAD", "ref: refs/heads/main\n")
			write(t, dir, "x/gitdir", filepath.Join(dir, ".git")+"\n")
			write(t, dir, "x/commondir", filepath.Join(secret, ".git")+"\n")
		},
		"alternates": func(t *testing.T, secret, dir string) {
			git(t, dir, "init", "-q")
			write(t, dir, ".git/objects/info/alternates", filepath.Join(secret, ".git", "objects")+"\n")
		},
		"quoted alternates": func(t *testing.T, secret, dir string) {
			git(t, dir, "init", "-q")
			write(t, dir, ".git/objects/info/alternates", `"`+filepath.Join(secret, ".git", `object\163`)+"\"\n")
		},
		"alternates of alternates": func(t *testing.T, secret, dir string) {
			git(t, dir, "init", "-q")
			write(t, dir, ".git/objects/info/alternates", "../../o\n")
			write(t, dir, "o/info/alternates", filepath.Join(secret, ".git", "objects")+"\n")
		},
		"cyclic alternates": func(t *testing.T, secret, dir string) {
			git(t, dir, "init", "-q")
			write(t, dir, ".git/objects/info/alternates", "../../o\n")
			write(t, dir, "o/info/alternates", "../.git/objects\n")
		},
		"linked objects": func(t *testing.T, secret, dir string) {
			git(t, dir, "init", "-q")
			if err := os.RemoveAll(filepath.Join(dir, ".git", "objects")); err != nil {
				t.Fatal(err)
			}
			link(t, filepath.Join(secret, ".git", "objects"), filepath.Join(dir, ".git", "objects"))
		},
		"linked packs": func(t *testing.T, secret, dir string) {
			git(t, dir, "init", "-q")
			link(t, filepath.Join(secret, ".git", "objects"), filepath.Join(dir, ".git", "objects", "ab"))
		},
		"a linked index": func(t *testing.T, secret, dir string) {
			git(t, dir, "init", "-q")
			link(t, filepath.Join(secret, ".git", "index"), filepath.Join(dir, ".git", "index"))
		},
		"a linked ref": func(t *testing.T, secret, dir string) {
			git(t, dir, "init", "-q")
			link(t, filepath.Join(secret, ".git", "HEAD"), filepath.Join(dir, ".git", "refs", "heads", "x"))
		},
		"a link to a directory of links": func(t *testing.T, secret, dir string) {
			git(t, dir, "init", "-q")
			link(t, filepath.Join(secret, ".git", "objects"), filepath.Join(dir, "store", "ab"))
			link(t, filepath.Join("..", "..", "..", "store"), filepath.Join(dir, ".git", "objects", "pack", "x"))
		},
	}
	for name, setup := range tests {
		t.Run(name, func(t *testing.T) {
			secret, dir := committedRepository(t, "secret.md"), filepath.Join(t.TempDir(), "tree")
			if name != "a clone with --separate-git-dir without core.worktree" {
				write(t, dir, "skills/x/SKILL.md", "x\n")
			}
			setup(t, secret, dir)
			files, err := LsFiles(context.Background(), dir)
			if !errors.Is(err, ErrForeign) || files != nil {
				t.Errorf("got %v, %v", files, err)
			}
			if err != nil && (strings.Contains(err.Error(), secret) || !strings.Contains(err.Error(), ".git")) {
				t.Errorf("message %q", err)
			}
			if _, err := OpenIndex(context.Background(), dir); !errors.Is(err, ErrForeign) {
				t.Errorf("index: %v", err)
			}
			if _, err := OpenBase(context.Background(), dir, "HEAD", func(string) bool { return true }); !errors.Is(err, ErrForeign) {
				t.Errorf("base: %v", err)
			}
		})
	}
}

func link(t *testing.T, to, at string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(to, at); err != nil && runtime.GOOS == "windows" {
		t.Skip(err)
	} else if err != nil {
		t.Fatal(err)
	}
}

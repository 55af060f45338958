package vcs

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/internal/treefs"
)

const (
	maxPointer    = 8 << 10 // bytes of a file that contains the path of a git directory
	maxAlternates = 5       // length of a chain of repositories that borrow objects; git has the same limit
)

// ErrForeign is the error for a .git that makes git read the repository of another checkout.
var ErrForeign = errors.New("not the repository of this checkout")

// A foreignError is an [ErrForeign] with a description.
type foreignError string

func (r foreignError) Error() string        { return string(r) }
func (r foreignError) Is(target error) bool { return target == ErrForeign }

// A borrowedError is the error for a repository that uses objects of another one, as clones with --shared do. The work tree is its
// own, so it is read as if there were no repository.
type borrowedError struct{ error }

func (r borrowedError) Unwrap() error        { return r.error }
func (r borrowedError) Is(target error) bool { return target == fs.ErrNotExist }

// CheckOwner returns an [ErrForeign] if the .git of a work tree points to another repository on this machine: an untrusted
// archive can contain any .git. The target of a .git must therefore point back, as in linked worktrees and submodules, and
// its files must not point outside.
//
// Allowed outside are files that the configuration includes, which contain only settings, and directories of objects in
// GIT_ALTERNATE_OBJECT_DIRECTORIES, which the user has set.
func CheckOwner(ctx context.Context, dir string) error {
	return callsOf(ctx).checkOwner(dir, func() error {
		c, err := openCheckout(ctx, dir)
		if err != nil {
			return err
		}
		return c.check()
	})
}

// A checkout has the directories of a work tree. All paths are absolute, without links.
type checkout struct {
	work   string
	git    string // git directory of the work tree
	common string // git directory that all work trees of the repository share
}

func openCheckout(ctx context.Context, dir string) (*checkout, error) {
	work, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return nil, err
	}
	c := &checkout{work: work, git: filepath.Join(work, ".git")}
	info, err := os.Lstat(c.git)
	switch {
	case err != nil:
		return nil, errNoRepository
	case !info.IsDir():
		if c.git, err = gitDirOf(ctx, work, info); err != nil {
			return nil, err
		}
	}
	c.common = c.git
	if target, ok := pointer(c.git, "commondir"); ok {
		// Only the repository creates entries in its directory worktrees.
		common, err := filepath.EvalSymlinks(target)
		if err != nil || info.IsDir() || filepath.Dir(c.git) != filepath.Join(common, "worktrees") {
			return nil, newForeignError("commondir", "points to the repository of another checkout", "remove it")
		}
		c.common = common
	}
	if !c.isRepository() {
		return nil, errNoRepository
	}
	return c, nil
}

// isRepository reports whether git accepts the .git directory. Otherwise, git would look for a bare repository in the work
// tree itself, where any directory with three such names is one; safe.bareRepository prevents that since version 2.38.
func (c *checkout) isRepository() bool {
	if head, ok := read(c.git, "HEAD", maxPointer); !ok || !isObject(strings.TrimSpace(head)) && !refHead.MatchString(head) {
		return false
	}
	return !slices.ContainsFunc([]string{"objects", "refs"}, func(name string) bool {
		info, err := os.Stat(filepath.Join(c.common, name))
		return err != nil || !info.IsDir()
	})
}

// refHead matches the HEAD of a branch.
var refHead = regexp.MustCompile(`^ref:\s*refs/`)

func newForeignError(rel, what, advice string) error {
	return foreignError(fmt.Sprintf("%q %s; %s", filepath.ToSlash(filepath.Join(".git", rel)), what, advice))
}

// gitDirOf returns the target of a .git file or link, if it points back to the work tree.
func gitDirOf(ctx context.Context, work string, info fs.FileInfo) (string, error) {
	to, ok := filepath.Join(work, ".git"), true
	if info.Mode().IsRegular() {
		to, ok = pointer(work, ".git")
	}
	if !ok || isShare(to) && filepath.VolumeName(to) != filepath.VolumeName(work) { // access to a share would use the network
		return "", errNoRepository
	}
	git, err := filepath.EvalSymlinks(to)
	if err == nil && (isBelow(git, work) || pointsBack(ctx, git, work)) {
		return git, nil
	}
	return "", newForeignError("", "points to a repository that does not point back",
		fmt.Sprintf("if it belongs to this directory, run: git worktree repair, or in a clone with --separate-git-dir: git config core.worktree %q", work))
}

func isShare(path string) bool { return strings.HasPrefix(filepath.VolumeName(path), `\\`) }

// pointsBack reports whether a git directory points to a work tree: for a linked one, by the path of its .git, for others
// by core.worktree.
func pointsBack(ctx context.Context, git, work string) bool {
	if to, ok := pointer(git, "gitdir"); ok {
		real, err := filepath.EvalSymlinks(filepath.Dir(to))
		return err == nil && real == work && filepath.Base(to) == ".git"
	}
	return slices.ContainsFunc([]string{"config", "config.worktree"}, func(name string) bool {
		if _, ok := read(git, name, maxConfig); !ok {
			return false
		}
		out, err := runOutside(ctx, work, "config", "--no-includes", "--null", "--file", filepath.Join(git, name), "--get", "core.worktree")
		if err != nil {
			return false
		}
		real, err := filepath.EvalSymlinks(absolute(git, strings.TrimSuffix(string(out), "\x00")))
		return err == nil && real == work
	})
}

// pointer returns the path that a file contains.
func pointer(dir, name string) (string, bool) {
	text, ok := read(dir, name, maxPointer)
	to := strings.TrimRight(text, "\r\n")
	if name == ".git" && ok {
		to, ok = strings.CutPrefix(to, "gitdir: ")
	}
	return absolute(dir, to), ok && to != ""
}

func absolute(dir, to string) string {
	if to = filepath.FromSlash(to); filepath.IsAbs(to) {
		return filepath.Clean(to)
	}
	return filepath.Join(dir, to)
}

// read returns the content of a regular file in a directory. It does not block on pipes.
func read(dir, name string, limit int64) (string, bool) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return "", false
	}
	defer root.Close()
	content := treefs.ReadFile(treefs.Disk(root), name, limit)
	return string(content), content != nil
}

// unreadDirs are directories of a repository that the commands of this package do not read.
var unreadDirs = []string{"hooks", "modules", "lfs", "annex", "worktrees", "rr-cache"}

// check returns an error if something in the repository points outside of it.
func (c *checkout) check() error {
	for _, dir := range slices.Compact([]string{c.git, c.common}) {
		err := filepath.WalkDir(dir, func(at string, e fs.DirEntry, err error) error {
			rel, _ := filepath.Rel(dir, at)
			switch {
			case err != nil && rel == ".":
				return errNoRepository
			case err != nil:
				return nil // git will report an error
			case slices.Contains(unreadDirs, rel):
				return skip(e)
			}
			return c.entry(at, rel, e.Type())
		})
		if err != nil {
			return err
		}
	}
	return c.checkAlternates(filepath.Join(c.common, "objects"), 0)
}

func skip(e fs.DirEntry) error {
	if e.IsDir() {
		return fs.SkipDir
	}
	return nil
}

func (c *checkout) entry(at, rel string, mode fs.FileMode) error {
	switch {
	case mode&(fs.ModeNamedPipe|fs.ModeDevice) != 0:
		return newForeignError(rel, "is "+treefs.TypeName(mode), "remove it")
	case mode&fs.ModeSymlink != 0:
		real, err := filepath.EvalSymlinks(at)
		if err != nil {
			return nil // it is broken
		}
		// The target of a link was not checked.
		if info, err := os.Lstat(real); err != nil || info.IsDir() || !c.contains(real) {
			return newForeignError(rel, "is a symbolic link out of the repository", "replace it with its target")
		}
	}
	return nil
}

func (c *checkout) contains(path string) bool { return isBelow(path, c.git) || isBelow(path, c.common) }

// checkAlternates returns an error if objects are borrowed from a directory outside the work tree that the user does not
// allow.
func (c *checkout) checkAlternates(objects string, depth int) error {
	text, ok := read(objects, filepath.Join("info", "alternates"), maxConfig)
	if _, err := os.Lstat(filepath.Join(objects, "info", "alternates")); err == nil && !ok {
		return newForeignError("objects/info/alternates", "cannot be read", "remove it")
	}
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		from, err := filepath.EvalSymlinks(absolute(objects, line))
		switch {
		case err == nil && isAllowedAlternate(from):
		case err == nil && isBelow(from, c.work) && depth < maxAlternates && !strings.HasPrefix(line, `"`):
			if err := c.checkAlternates(from, depth+1); err != nil {
				return err
			}
		default:
			return borrowedError{newForeignError("objects/info/alternates", "uses objects of another repository",
				"if you trust this directory, add its path to GIT_ALTERNATE_OBJECT_DIRECTORIES")}
		}
	}
	return nil
}

// isAllowedAlternate reports whether the user allows git to read a directory of objects.
func isAllowedAlternate(objects string) bool {
	return slices.ContainsFunc(filepath.SplitList(os.Getenv("GIT_ALTERNATE_OBJECT_DIRECTORIES")), func(dir string) bool {
		real, err := filepath.EvalSymlinks(dir)
		return err == nil && real == objects
	})
}

package vcs

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/internal/treefs"
)

const (
	maxPointer    = 8 << 10 // bytes of a file that contains the path of a git directory
	maxAlternates = 5       // repositories that borrow objects from each other; git's own limit
)

// ErrForeign is the error for a .git that makes git read the repository of another checkout.
var ErrForeign = errors.New("not the repository of this checkout")

// A refusal is such an error.
type refusal string

func (r refusal) Error() string        { return string(r) }
func (r refusal) Is(target error) bool { return target == ErrForeign }

// CheckOwner returns an error, [ErrForeign], if the .git of a work tree points to another repository on this
// machine. An untrusted archive can contain any .git. Therefore its target must point back, as in linked
// worktrees and submodules, and nothing in it may point elsewhere.
//
// Two things may be outside: files that the configuration includes, which contain settings only, and objects
// that GIT_ALTERNATE_OBJECT_DIRECTORIES names, because the user set that.
func CheckOwner(ctx context.Context, dir string) error {
	return callsOf(ctx).checkOwner(dir, func() error {
		c, err := openCheckout(ctx, dir)
		if err != nil {
			return err
		}
		return c.check()
	})
}

// A checkout is the git directories of a work tree. All paths are absolute, without links.
type checkout struct {
	work   string
	git    string // of the work tree
	common string // shared by all work trees of the repository
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
		if c.git, err = follow(ctx, work, info); err != nil {
			return nil, err
		}
	}
	c.common = c.git
	if to, ok := pointer(c.git, "commondir"); ok {
		// The repository itself creates the entries of its worktrees directory.
		above, err := filepath.EvalSymlinks(to)
		if err != nil || info.IsDir() || filepath.Dir(c.git) != filepath.Join(above, "worktrees") {
			return nil, refuse("commondir", "points to the repository of another checkout", "remove it")
		}
		c.common = above
	}
	return c, nil
}

func refuse(rel, what, advice string) error {
	return refusal(fmt.Sprintf("%q %s; %s", filepath.ToSlash(filepath.Join(".git", rel)), what, advice))
}

// follow returns the directory that a .git file or link names, if that directory points back to the work
// tree.
func follow(ctx context.Context, work string, info fs.FileInfo) (string, error) {
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
	return "", refuse("", "points to a repository that does not point back",
		fmt.Sprintf("if it belongs to this directory, run: git worktree repair, or in a clone with --separate-git-dir: git config core.worktree %q", work))
}

func isShare(path string) bool { return strings.HasPrefix(filepath.VolumeName(path), `\\`) }

// pointsBack reports whether a git directory names a work tree as its own: a linked one by the path of its
// .git, others by core.worktree.
func pointsBack(ctx context.Context, git, work string) bool {
	if to, ok := pointer(git, "gitdir"); ok {
		real, err := filepath.EvalSymlinks(filepath.Dir(to))
		return err == nil && real == work && filepath.Base(to) == ".git"
	}
	return slices.ContainsFunc([]string{"config", "config.worktree"}, func(name string) bool {
		if _, ok := read(git, name, maxConfig); !ok {
			return false
		}
		out, err := start(ctx, work, "config", "--no-includes", "--null", "--file", filepath.Join(git, name), "--get", "core.worktree")
		if err != nil {
			return false
		}
		real, err := filepath.EvalSymlinks(absolute(git, strings.TrimSuffix(string(out), "\x00")))
		return err == nil && real == work
	})
}

// pointer returns the path in a file of a directory.
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

// read returns the content of a regular file in a directory. It never blocks on a pipe.
func read(dir, name string, most int64) (string, bool) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return "", false
	}
	defer root.Close()
	content := treefs.ReadFile(treefs.Disk(root), name, most)
	return string(content), content != nil
}

// unread lists directories of a repository that no command here reads.
var unread = []string{"hooks", "modules", "lfs", "annex", "worktrees", "rr-cache"}

// check returns an error if something in the repository points outside of it.
func (c *checkout) check() error {
	for _, dir := range slices.Compact([]string{c.git, c.common}) {
		err := filepath.WalkDir(dir, func(at string, e fs.DirEntry, err error) error {
			rel, _ := filepath.Rel(dir, at)
			switch {
			case err != nil && rel == ".":
				return errNoRepository
			case err != nil:
				return nil // git will complain
			case slices.Contains(unread, rel):
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
		return refuse(rel, "is "+treefs.TypeName(mode), "remove it")
	case mode&fs.ModeSymlink != 0:
		real, err := filepath.EvalSymlinks(at)
		if err != nil {
			return nil // nothing is read through it
		}
		// The target of a link was not checked.
		if info, err := os.Lstat(real); err != nil || info.IsDir() || !c.holds(real) {
			return refuse(rel, "is a symbolic link out of the repository", "replace it with its target")
		}
	}
	return nil
}

func (c *checkout) holds(path string) bool { return isBelow(path, c.git) || isBelow(path, c.common) }

// checkAlternates returns an error if objects are borrowed from a directory that neither belongs to the work
// tree nor is named by the user.
func (c *checkout) checkAlternates(objects string, depth int) error {
	text, ok := read(objects, filepath.Join("info", "alternates"), maxConfig)
	if _, err := os.Lstat(filepath.Join(objects, "info", "alternates")); err == nil && !ok {
		return refuse("objects/info/alternates", "cannot be read", "remove it")
	}
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		from, err := filepath.EvalSymlinks(absolute(objects, line))
		switch {
		case err == nil && named(from):
		case err == nil && isBelow(from, c.work) && depth < maxAlternates && !strings.HasPrefix(line, `"`):
			if err := c.checkAlternates(from, depth+1); err != nil {
				return err
			}
		default:
			return refuse("objects/info/alternates", "uses objects of another repository",
				"if you trust this directory, add its path to GIT_ALTERNATE_OBJECT_DIRECTORIES")
		}
	}
	return nil
}

// named reports whether the user allows git to read a directory of objects.
func named(objects string) bool {
	return slices.ContainsFunc(filepath.SplitList(os.Getenv("GIT_ALTERNATE_OBJECT_DIRECTORIES")), func(dir string) bool {
		real, err := filepath.EvalSymlinks(dir)
		return err == nil && real == objects
	})
}

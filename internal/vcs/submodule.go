package vcs

import (
	"context"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/skilllint/skilllint/internal/treefs"
)

const (
	maxSubmodules = 100 // submodules that are read
	maxNested     = 8   // submodules in submodules
)

// A submodule is the content of a submodule's directory.
type submodule struct {
	fs   treefs.FS
	tree *Tree    // nil: read from the work tree
	disk *os.Root // the work tree, if tree is nil
}

func (s submodule) close() {
	if s.tree != nil {
		s.tree.Close()
	}
	if s.disk != nil {
		_ = s.disk.Close()
	}
}

// submodules returns the paths of checked-out submodules.
func (t *Tree) submodules() []string {
	var paths []string
	for _, e := range t.entries {
		if _, ok := t.subs[e.path]; ok {
			paths = append(paths, e.path)
		}
	}
	return paths
}

// openSubmodules opens checked-out submodules at the commits in the tree. If a clone lacks the commit, the work tree is
// used instead, so that the submodule has no new findings.
func (t *Tree) openSubmodules(ctx context.Context, dir string, depth int) error {
	var top *os.Root
	for _, e := range t.entries {
		if e.mode.IsDir() && len(t.subs) < maxSubmodules && depth < maxNested {
			if top == nil {
				var err error
				if top, err = os.OpenRoot(dir); err != nil {
					return err
				}
				defer top.Close()
			}
			if !isCheckedOut(top, e.path) {
				continue
			}
			s, err := openSubmodule(ctx, top, dir, e, depth)
			if err != nil {
				return err
			}
			if t.subs == nil {
				t.subs = map[string]submodule{}
			}
			t.subs[e.path] = s
		}
	}
	return nil
}

// isCheckedOut reports whether the directory of a submodule has a repository and is not a link.
func isCheckedOut(top *os.Root, rel string) bool {
	for at := rel; at != "."; at = path.Dir(at) {
		if info, err := top.Lstat(filepath.FromSlash(at)); err != nil || !info.IsDir() {
			return false
		}
	}
	info, err := top.Lstat(filepath.FromSlash(rel + "/.git"))
	return err == nil && info.Mode()&fs.ModeSymlink == 0
}

func openSubmodule(ctx context.Context, top *os.Root, dir string, e treeEntry, depth int) (submodule, error) {
	sub := filepath.Join(dir, filepath.FromSlash(e.path))
	outer, err := find(dir, os.Getenv("PATH"))
	if err != nil {
		return submodule{}, err
	}
	if inner, err := find(sub, os.Getenv("PATH")); err == nil && inner == outer {
		if commit, err := resolve(ctx, sub, e.object); err == nil {
			if t, err := openCommit(ctx, sub, commit, depth+1); err == nil {
				return submodule{fs: t, tree: t}, nil
			}
		}
	}
	if err := ctx.Err(); err != nil {
		return submodule{}, err
	}
	disk, err := top.OpenRoot(filepath.FromSlash(e.path))
	if err != nil {
		return submodule{}, err
	}
	return submodule{fs: treefs.Disk(disk), disk: disk}, nil
}

// Submodule returns the tree of a submodule, or nil if it is not read from objects.
func (t *Tree) Submodule(rel string) *Tree {
	if sub, ok := t.subs[rel]; ok {
		return sub.tree
	}
	for at := path.Dir(rel); at != "."; at = path.Dir(at) {
		if sub, ok := t.subs[at]; ok && sub.tree != nil {
			return sub.tree.Submodule(strings.TrimPrefix(rel, at+"/"))
		}
	}
	return nil
}

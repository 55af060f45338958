package lint

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/discover"
	"github.com/skilllint/skilllint/internal/driver"
	"github.com/skilllint/skilllint/internal/sorting"
	"github.com/skilllint/skilllint/internal/vcs"
)

// bases are the commits that manifests are compared with: the merge base of each tree and Request.Base, or the base of
// [comparison]. The zero value has none.
type bases struct {
	ref    string                                                // from the request
	choose func(ctx context.Context, dir string) (string, error) // returns the revision if ref is empty, or "" for none; may be nil

	mu     sync.Mutex
	opened map[*analysis.Tree]*vcs.Base
	roots  []discover.Root
	trees  []*baseTree
}

// open opens the base of a root, if the run has one.
func (b *bases) open(ctx context.Context, root discover.Root, keep func(rel string) bool) error {
	ref := b.ref
	if b.choose != nil {
		chosen, err := b.choose(ctx, root.Dir)
		if err != nil {
			return err
		}
		ref = cmp.Or(ref, chosen)
	}
	if ref == "" {
		return nil
	}
	base, err := OpenBase(ctx, "--base", ref, root, keep)
	if err != nil {
		return err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.opened == nil {
		b.opened = map[*analysis.Tree]*vcs.Base{}
	}
	b.opened[root.Tree] = base
	b.roots = append(b.roots, root)
	tree := &baseTree{ctx: ctx, dir: root.Dir, base: base}
	root.Tree.Base = tree.forRules()
	b.trees = append(b.trees, tree)
	return nil
}

// close ends git and returns its first error.
func (b *bases) close() error {
	var first error
	for _, tree := range b.trees {
		first = cmp.Or(first, tree.close())
	}
	b.trees = nil
	return first
}

// OpenBase opens the merge base of a root's HEAD and the revision of a flag.
func OpenBase(ctx context.Context, flag, ref string, root discover.Root, keep func(rel string) bool) (*vcs.Base, error) {
	if err := inRepository(flag+" "+ref, root.Dir); err != nil {
		return nil, err
	}
	base, err := vcs.OpenBase(ctx, root.Dir, ref, keep)
	if err != nil {
		return nil, fmt.Errorf("%s %s: %w", flag, ref, err)
	}
	return base, nil
}

// inRepository returns an error for a flag if a directory is not the root of a repository.
func inRepository(flag, dir string) error {
	if _, err := os.Lstat(filepath.Join(dir, ".git")); errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s: %s is not in a git repository", flag, quote.Text(dir))
	}
	return nil
}

// baseFile returns a file at the base, or nil.
func (b *bases) baseFile(f *analysis.File) *driver.Base {
	b.mu.Lock()
	base := b.opened[f.Tree]
	b.mu.Unlock()
	if base == nil || !base.Has(f.Rel) {
		return nil
	}
	return &driver.Base{Ref: base.Ref, Open: func(ctx context.Context) (io.ReadCloser, error) { return base.Open(ctx, f.Rel) }}
}

// deleted returns the manifests of the bases that were deleted from directories that were read.
func (b *bases) deleted(ctx context.Context) ([]analysis.DeletedFile, error) {
	var deleted []analysis.DeletedFile
	for _, root := range b.roots {
		base := b.opened[root.Tree]
		absent := slices.DeleteFunc(base.Paths(), func(rel string) bool {
			_, err := root.FS.Lstat(rel)
			return !root.Tree.Walked(rel) || !errors.Is(err, fs.ErrNotExist)
		})
		if len(absent) == 0 {
			continue
		}
		sparse, err := vcs.Sparse(ctx, root.Dir)
		if err != nil {
			return nil, fmt.Errorf("--base %s: %w", base.Ref, err)
		}
		for _, rel := range absent {
			if !sparse[rel] {
				deleted = append(deleted, analysis.DeletedFile{Path: root.Show(rel), Ref: base.Ref, Commit: base.Commit})
			}
		}
	}
	sorting.By(deleted, func(a, b analysis.DeletedFile) int { return strings.Compare(a.Path, b.Path) })
	return deleted, nil
}

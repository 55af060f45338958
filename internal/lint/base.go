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

// bases are the commits that manifests are compared with: the merge base of each tree and Base, or the base
// of the whole comparison. The zero value has none.
type bases struct {
	ref    string                                                // of the request
	choose func(ctx context.Context, dir string) (string, error) // the revision if ref is empty; "": none; may be nil

	mu     sync.Mutex
	opened map[*analysis.Tree]*vcs.Base
	roots  []discover.Root
	trees  []*baseTree
}

// open finds the base of a root, if the run has any.
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
	p := &baseTree{ctx: ctx, dir: root.Dir, base: base}
	root.Tree.Base = p.past()
	b.trees = append(b.trees, p)
	return nil
}

// close ends git and returns its error, which ends the run.
func (b *bases) close() error {
	var all error
	for _, p := range b.trees {
		all = cmp.Or(all, p.close())
	}
	b.trees = nil
	return all
}

// OpenBase opens the merge base of a root and the revision that a flag names.
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

// inRepository returns an error about a flag if a directory is not the top of a repository.
func inRepository(flag, dir string) error {
	if _, err := os.Lstat(filepath.Join(dir, ".git")); errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s: %s is not in a git repository", flag, quote.Text(dir))
	}
	return nil
}

// file returns a file at the base, or nil.
func (b *bases) file(f *analysis.File) *driver.Base {
	b.mu.Lock()
	base := b.opened[f.Tree]
	b.mu.Unlock()
	if base == nil || !base.Has(f.Rel) {
		return nil
	}
	return &driver.Base{Ref: base.Ref, Open: func(ctx context.Context) (io.ReadCloser, error) { return base.Open(ctx, f.Rel) }}
}

// gone returns the manifests of the bases that were deleted, if everything was read.
func (b *bases) gone(ctx context.Context) ([]analysis.DeletedFile, error) {
	var gone []analysis.DeletedFile
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
				gone = append(gone, analysis.DeletedFile{Path: root.Show(rel), Ref: base.Ref, Commit: base.Commit})
			}
		}
	}
	sorting.By(gone, func(a, b analysis.DeletedFile) int { return strings.Compare(a.Path, b.Path) })
	return gone, nil
}

package lint

import (
	"context"
	"fmt"
	"sync"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/driver"
	"github.com/skilllint/skilllint/internal/treefs"
	"github.com/skilllint/skilllint/internal/vcs"
)

// A baseTree is a tree at its base. Git starts only when a rule reads it, which few do.
type baseTree struct {
	ctx  context.Context // of everything that is read
	dir  string
	base *vcs.Base

	once  sync.Once
	tree  *vcs.Tree
	err   error
	files []string
}

// past returns the tree as rules see it.
func (p *baseTree) past() *analysis.BaseTree {
	return driver.NewBaseTree(p.base.Ref,
		func() []string { p.open(); return p.files },
		func(rel string, most int64) []byte {
			if p.open(); p.err != nil {
				return nil
			}
			return treefs.ReadFile(p.tree, rel, most)
		})
}

func (p *baseTree) open() {
	p.once.Do(func() {
		if p.tree, p.err = vcs.OpenCommit(p.ctx, p.dir, p.base.Commit); p.err == nil {
			p.files = p.tree.Paths()
		}
	})
}

// close ends git and returns its error: a rule could have mistaken missing files for a change.
func (p *baseTree) close() error {
	p.once.Do(func() {}) // no rule has opened it
	err := p.err
	if p.tree != nil {
		err = p.tree.Err()
		p.tree.Close()
	}
	if err != nil {
		return fmt.Errorf("--base %s: %w", p.base.Ref, err)
	}
	return nil
}

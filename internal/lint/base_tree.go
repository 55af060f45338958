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

// A baseTree is a tree at its base. It is opened when a rule reads it, which few rules do.
type baseTree struct {
	ctx  context.Context // for all reads
	dir  string
	base *vcs.Base

	once  sync.Once
	tree  *vcs.Tree
	err   error
	files []string
}

// forRules returns the tree for rules.
func (p *baseTree) forRules() *analysis.BaseTree {
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

// close ends git and returns its error, because of which rules may have misinterpreted missing files.
func (p *baseTree) close() error {
	p.once.Do(func() {}) // prevents that it is opened later
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

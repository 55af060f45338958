package cli

import (
	"context"
	"fmt"
	"sync"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/driver"
	"github.com/skilllint/skilllint/internal/treefs"
	"github.com/skilllint/skilllint/internal/vcs"
)

// A past is a tree as its base has it. Git is asked when a rule asks, which few do.
type past struct {
	ctx  context.Context // of everything that is read
	dir  string
	base *vcs.Base

	once  sync.Once
	tree  *vcs.Tree
	err   error
	files []string
}

// rules returns what rules see of it.
func (p *past) rules() *analysis.Past {
	return driver.NewPast(p.base.Ref,
		func() []string { p.open(); return p.files },
		func(rel string, most int64) []byte {
			if p.open(); p.err != nil {
				return nil
			}
			return treefs.ReadFile(p.tree, rel, most)
		})
}

func (p *past) open() {
	p.once.Do(func() {
		if p.tree, p.err = vcs.OpenCommit(p.ctx, p.dir, p.base.Commit); p.err == nil {
			p.files = p.tree.Paths()
		}
	})
}

// close ends git, and returns what kept it from telling all: a rule may have taken that for a change.
func (p *past) close() error {
	p.once.Do(func() {}) // nobody asked
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

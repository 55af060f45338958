package lint

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/skilllint/skilllint/internal/config"
	"github.com/skilllint/skilllint/internal/discover"
	"github.com/skilllint/skilllint/internal/treefs"
	"github.com/skilllint/skilllint/internal/vcs"
)

// A configCommit is a commit from which configurations are read instead of the tree, so that authors of a
// change cannot choose the rules for it. It is the revision itself, not the merge base: rules may be newer
// than the branch. The zero value reads the tree.
type configCommit struct {
	ref   string
	named string               // from --config, below the root; "": the nearest of each file
	trees map[string]*vcs.Tree // by the directory of a root
}

// open opens the commit for a root.
func (c *configCommit) open(ctx context.Context, root discover.Root) error {
	if c.ref == "" || c.trees[root.Dir] != nil {
		return nil
	}
	if err := inRepository("--config-from", root.Dir); err != nil {
		return err
	}
	commit, err := vcs.Commit(ctx, root.Dir, c.ref)
	if err != nil {
		return fmt.Errorf("--config-from %s: %w", c.ref, err)
	}
	tree, err := vcs.OpenCommit(ctx, root.Dir, commit)
	if err != nil {
		return fmt.Errorf("--config-from %s: %w", c.ref, err)
	}
	if c.trees == nil {
		c.trees = map[string]*vcs.Tree{}
	}
	c.trees[root.Dir] = tree
	return nil
}

// readAtCommit reads the configuration in --config from the commit. One outside the repository is read from
// the disk, as changes of the tree do not affect it.
func (p *policy) readAtCommit(ctx context.Context, name string) (*config.Config, error) {
	full, err := filepath.Abs(name)
	if err != nil {
		return nil, fmt.Errorf("--config %s: %w", name, treefs.WithoutPath(err))
	}
	if dir, err := filepath.EvalSymlinks(filepath.Dir(full)); err == nil {
		full = filepath.Join(dir, filepath.Base(full))
	}
	top, ok := discover.Repository(p.Dir, p.Ceilings)
	if !ok || !treefs.Within(top, full) {
		return p.read(name)
	}
	if err := p.commit.open(ctx, discover.Root{Dir: top}); err != nil {
		return nil, err
	}
	rel, err := filepath.Rel(top, full)
	if err != nil {
		return nil, fmt.Errorf("--config %s: %w", name, treefs.WithoutPath(err))
	}
	tree := p.commit.trees[top]
	p.home, p.commit.named = top, filepath.ToSlash(rel)
	if _, err := tree.Lstat(p.commit.named); errors.Is(err, fs.ErrNotExist) {
		if _, err := os.Lstat(full); err != nil { // neither has it
			return p.read(name)
		}
	}
	return p.commit.read(tree, p.Shown(top), p.schema)
}

// read reads the configuration in --config from a tree. If it does not exist there, it is empty: a change
// that adds it does not apply to itself.
func (c *configCommit) read(tree treefs.FS, show func(rel string) string, known config.Schema) (*config.Config, error) {
	file, err := tree.Open(c.named)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return &config.Config{Dir: "."}, nil
	case err != nil:
		return nil, fmt.Errorf("--config %s: %w", show(c.named), treefs.WithoutPath(err))
	}
	defer file.Close()
	return config.Read(file, show(c.named), c.named, tree, show, known)
}

// failed returns the error of a commit that could not be read.
func (c *configCommit) failed() error {
	var failed error
	for _, tree := range c.trees {
		failed = errors.Join(failed, tree.Err())
	}
	return failed
}

// close ends what reads the commits.
func (c *configCommit) close() {
	for _, tree := range c.trees {
		tree.Close()
	}
}

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

// A configCommit is a commit from which configurations are read instead of the tree, so that the authors of a change cannot
// choose its rules. It is the revision itself, not the merge base, because rules may be newer than the branch. The zero
// value reads the tree.
type configCommit struct {
	ref   string
	named string               // from --config, relative to the root; "": the nearest of each file
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

// readAtCommit reads the configuration in --config from the commit. Outside the repository, it is read from the disk,
// because changes of the tree do not affect it.
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
	p.configRoot, p.commit.named = top, filepath.ToSlash(rel)
	if _, err := tree.Lstat(p.commit.named); errors.Is(err, fs.ErrNotExist) {
		if _, err := os.Lstat(full); err != nil { // neither in the commit nor on disk
			return p.read(name)
		}
	}
	return p.commit.read(tree, p.Shown(top), p.schema)
}

// read reads the configuration in --config from a tree. It is empty if it does not exist there, so that a change that adds
// it is not checked with it.
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

// readError returns the errors of the commits.
func (c *configCommit) readError() error {
	var err error
	for _, tree := range c.trees {
		err = errors.Join(err, tree.Err())
	}
	return err
}

// close closes the commits.
func (c *configCommit) close() {
	for _, tree := range c.trees {
		tree.Close()
	}
}

package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/skilllint/skilllint/internal/config"
	"github.com/skilllint/skilllint/internal/discover"
	"github.com/skilllint/skilllint/internal/pathless"
	"github.com/skilllint/skilllint/internal/treefs"
	"github.com/skilllint/skilllint/internal/vcs"
)

// A configSource is a commit from which configurations are read, in place of the tree: whoever changes a
// tree does not judge it by rules of his own. It is not where his branch left another one, which is his
// choice, too: rules may be younger. The zero one is the tree.
type configSource struct {
	ref   string
	named string               // by --config, below the root; empty: the nearest of each file
	trees map[string]*vcs.Tree // by the directory of a root
}

// checkConfigFrom refuses what contradicts --config-from.
func (f *lintFlags) checkConfigFrom() error {
	switch {
	case f.configFrom == "":
	case f.noConfig:
		return usagef("--config-from says where configurations are read, and --no-config that none is; leave one out")
	case f.watch.how.value != "":
		return usagef("--watch looks again when a configuration changes, and with --config-from none does; leave one out")
	}
	return nil
}

// open opens the commit for a root.
func (c *configSource) open(ctx context.Context, root discover.Root) error {
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

// readAsOf reads the configuration that --config names as the commit of --config-from has it. One from
// outside of the repository is read as it is: no change of the tree is a change of it.
func (s *settlement) readAsOf(ctx context.Context, ceilings string) error {
	name := s.flags.config
	if name == "" || s.configured.ref == "" {
		return nil
	}
	full, err := filepath.Abs(name)
	if err != nil {
		return fmt.Errorf("--config %s: %w", name, pathless.Error(err))
	}
	if folder, err := filepath.EvalSymlinks(filepath.Dir(full)); err == nil {
		full = filepath.Join(folder, filepath.Base(full))
	}
	top, ok := discover.Repository(s.dir, ceilings)
	if !ok || !within(top, full) {
		return s.fix(s.read(name, ceilings))
	}
	if err := s.configured.open(ctx, discover.Root{Dir: top}); err != nil {
		return err
	}
	rel, err := filepath.Rel(top, full)
	if err != nil {
		return fmt.Errorf("--config %s: %w", name, pathless.Error(err))
	}
	tree := s.configured.trees[top]
	s.home, s.configured.named = top, filepath.ToSlash(rel)
	if _, err := tree.Lstat(s.configured.named); errors.Is(err, fs.ErrNotExist) {
		if _, err := os.Lstat(full); err != nil { // neither has it
			return s.fix(s.read(name, ceilings))
		}
	}
	return s.fix(s.configured.read(tree, s.showFrom(top), s.schema))
}

// fix lets a configuration hold for all files.
func (s *settlement) fix(c *config.Config, err error) error {
	if err != nil {
		return err
	}
	s.fixed = c
	return s.setEnforced()
}

// read reads the configuration that --config names in a tree. One that the tree has not is empty: a change
// that adds it is not judged by it yet.
func (c *configSource) read(tree treefs.FS, show func(rel string) string, known config.Schema) (*config.Config, error) {
	file, err := tree.Open(c.named)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return &config.Config{Dir: "."}, nil
	case err != nil:
		return nil, fmt.Errorf("--config %s: %w", show(c.named), pathless.Error(err))
	}
	defer file.Close()
	return config.Read(file, show(c.named), c.named, tree, show, known)
}

// failed returns an error when a commit could not be read, so that its configurations are not known.
func (c *configSource) failed() error {
	var failed error
	for _, tree := range c.trees {
		failed = errors.Join(failed, tree.Err())
	}
	return failed
}

// close ends what reads the commits.
func (c *configSource) close() {
	for _, tree := range c.trees {
		tree.Close()
	}
}

package cli

import (
	"context"
	"errors"
	"fmt"

	"github.com/skilllint/skilllint/internal/discover"
	"github.com/skilllint/skilllint/internal/vcs"
)

// A configSource is a commit from which configurations are read, in place of the tree: whoever changes a
// tree does not judge it by rules of his own. It is not where his branch left another one, which is his
// choice, too: rules may be younger. The zero one is the tree.
type configSource struct {
	ref   string
	trees map[string]*vcs.Tree // by the directory of a root
}

// checkConfigFrom refuses what contradicts --config-from.
func (f *lintFlags) checkConfigFrom() error {
	switch {
	case f.configFrom == "":
	case f.config != "" || f.noConfig:
		return usagef("--config-from says where configurations are read, and --config and --no-config that none of the tree is; leave one out")
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

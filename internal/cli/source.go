package cli

import (
	"context"

	"github.com/skilllint/skilllint/internal/config"
	"github.com/skilllint/skilllint/internal/discover"
	"github.com/skilllint/skilllint/internal/driver"
	"github.com/skilllint/skilllint/internal/treefs"
	"github.com/skilllint/skilllint/internal/vcs"
)

// A source is where the trees of a run are read from, and what git says of them. The zero source is the
// disk. Each function is as that of discover.Options.
type source struct {
	open       func(ctx context.Context, dir string) (treefs.FS, error)
	leftOut    func(ctx context.Context, dir string) (treefs.FS, error)
	tracked    func(ctx context.Context, repository string) (map[string]bool, error)
	executable func(ctx context.Context, repository string, rels []string) (map[string]bool, error)

	// configured returns what finds the configurations of the root at a directory; nil: they stand in it.
	configured func(dir string) *config.Finder

	saw    func(discover.Root) // told of each root; nil: nobody is
	memory *driver.Memory      // of what remained of files; nil: nothing is kept
	fixes  staging             // of what is staged; nil: nothing that is not the disk is fixed
}

// put tells discovery where to read.
func (from *source) put(o *discover.Options) {
	o.Open, o.LeftOut, o.Tracked, o.Executable = from.open, from.leftOut, from.tracked, from.executable
	if from.open == nil {
		o.Tracked, o.Executable, o.Vouch = vcs.LsFiles, vcs.Executable, vcs.Vouch
	}
}

// finder returns what finds the configurations of a root.
func (s *settlement) finder(root discover.Root) *config.Finder {
	if s.from.saw != nil {
		s.from.saw(root)
	}
	if s.from.configured != nil {
		if known := s.from.configured(root.Dir); known != nil {
			return known
		}
	}
	if tree := s.configured.trees[root.Dir]; tree != nil {
		return config.NewFinder(tree, s.shown(root), s.schema)
	}
	return config.NewFinder(root.FS, s.shown(root), s.schema)
}

package lint

import (
	"context"
	"os"

	"github.com/skilllint/skilllint/internal/config"
	"github.com/skilllint/skilllint/internal/discover"
	"github.com/skilllint/skilllint/internal/driver"
	"github.com/skilllint/skilllint/internal/treefs"
	"github.com/skilllint/skilllint/internal/vcs"
)

// An Overlay returns the file system of a root with changed files.
type Overlay func(discover.Root) (treefs.FS, error)

// A source is where trees are read from: the disk, which is the zero value, the index or a commit. Its functions
// are as those of discover.Options.
type source struct {
	open       func(ctx context.Context, dir string) (treefs.FS, error)
	leftOut    func(ctx context.Context, dir string) (treefs.FS, error)
	tracked    func(ctx context.Context, repository string) (map[string]bool, error)
	executable func(ctx context.Context, repository string, rels []string) (map[string]bool, error)

	finder func(dir string) *config.Finder // of the configurations of the root at a directory; nil: those in it
	onRoot func(discover.Root)             // may be nil
	memory *driver.Cache                   // of unchanged files; nil: none
	fixes  Staged                          // of the index; nil: it is not fixed
}

// use makes discovery read from the source.
func (s *source) use(o *discover.Options) {
	o.Open, o.Sparse, o.Tracked, o.Executable = s.open, s.leftOut, s.tracked, s.executable
	if s.open == nil {
		o.Tracked, o.Executable, o.CheckOwner = vcs.LsFiles, vcs.Executable, vcs.CheckOwner
	}
}

// writable returns a root with the directory that fixes are written to: those of the index, to the work tree.
func (s *source) writable(root discover.Root) discover.Root {
	if root.Disk == nil && s.fixes != nil {
		if disk, err := os.OpenRoot(root.Dir); err == nil {
			root.Disk = disk
		}
	}
	return root
}

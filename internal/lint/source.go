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

// An Overlay returns the files of a root with changes applied.
type Overlay func(discover.Root) (treefs.FS, error)

// A source is the origin of trees: the disk (the zero value), the index or a commit. For its functions, see
// [discover.Options].
type source struct {
	open       func(ctx context.Context, dir string) (treefs.FS, error)
	sparse     func(ctx context.Context, dir string) (treefs.FS, error)
	tracked    func(ctx context.Context, repository string) (map[string]bool, error)
	executable func(ctx context.Context, repository string, rels []string) (map[string]bool, error)

	finder func(dir string) *config.Finder // configurations of the root at a directory; nil: those in the root
	onRoot func(discover.Root)             // may be nil
	cache  *driver.Cache                   // of unchanged files; nil: none
	fixes  Staged                          // fixed files of the index; nil: no fixes
}

// use makes discovery read from the source.
func (s *source) use(o *discover.Options) {
	o.Open, o.Sparse, o.Tracked, o.Executable = s.open, s.sparse, s.tracked, s.executable
	if s.open == nil {
		o.Tracked, o.Executable, o.CheckOwner = vcs.LsFiles, vcs.Executable, vcs.CheckOwner
	}
}

// writable sets the directory that fixes are written to. For the index, it is the work tree.
func (s *source) writable(root discover.Root) discover.Root {
	if root.Disk == nil && s.fixes != nil {
		if disk, err := os.OpenRoot(root.Dir); err == nil {
			root.Disk = disk
		}
	}
	return root
}

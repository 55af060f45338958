package cli

import (
	"fmt"
	"os"
	"slices"

	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/archive"
	"github.com/skilllint/skilllint/internal/load"
	"github.com/skilllint/skilllint/internal/treefs"
	"github.com/spf13/pflag"
)

// stdinFlags are the flags for standard input: unsaved files of editors, and whole trees of services.
type stdinFlags struct {
	path    string
	content []byte
	isTree  bool
	tree    *treefs.Memory
}

func (f *stdinFlags) register(flags *pflag.FlagSet) {
	flags.StringVar(&f.path, "stdin-filename", "", "lint standard input as the file `PATH`; --fix prints the fixed text")
	flags.BoolVar(&f.isTree, "stdin-tree", false, "lint the tree on standard input: a tar archive, also with gzip, or a JSON object of paths and texts")
}

// read reads standard input if it is to be linted.
func (f *stdinFlags) read(paths []string) error {
	switch {
	case f.path == "" && !f.isTree && slices.Contains(paths, "-"):
		return usagef(`unsupported path "-": use --stdin-filename PATH for standard input, or ./- for a file named -`)
	case f.path == "" && !f.isTree:
		return nil
	case len(paths) > 0:
		return usagef("unexpected path %s: --%s lints standard input only", quote.Text(paths[0]), f.flag())
	}
	var err error
	if f.isTree {
		f.tree, err = archive.Read(os.Stdin)
	} else {
		f.content, err = load.ReadAtMost(os.Stdin, load.MaxJSON)
	}
	if err != nil {
		return fmt.Errorf("read standard input: %w", treefs.WithoutPath(err))
	}
	return nil
}

func (f *stdinFlags) flag() string {
	if f.isTree {
		return "stdin-tree"
	}
	return "stdin-filename"
}

// checkTree rejects flags that need files on the disk or git, with --stdin-tree.
func (f *lintFlags) checkTree() error {
	for _, other := range []struct {
		flag  string
		given bool
	}{
		{"stdin-filename", f.stdin.path != ""}, {"fix", f.fix}, {"add-ignore", f.addIgnore.add}, {"watch", f.watch.mode.value != ""}, {"hook", f.hook},
		{"changed", f.changed.Ref != ""}, {"staged", f.changed.Staged}, {"base", f.base != ""}, {"config-from", f.configFrom != ""},
	} {
		if other.given && f.stdin.isTree {
			return conflict("stdin-tree", other.flag)
		}
	}
	return nil
}

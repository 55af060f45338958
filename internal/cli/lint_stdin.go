package cli

import (
	"fmt"
	"os"
	"slices"

	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/load"
	"github.com/skilllint/skilllint/internal/treefs"
	"github.com/spf13/pflag"
)

// stdinFlags are the flags for standard input, as editors use it for unsaved files.
type stdinFlags struct {
	path    string
	content []byte
}

func (f *stdinFlags) register(flags *pflag.FlagSet) {
	flags.StringVar(&f.path, "stdin-filename", "", "lint standard input as if it were the file `PATH`, which need not exist; with --fix, print the fixed text")
}

// read reads standard input if it is to be linted.
func (f *stdinFlags) read(paths []string) error {
	switch {
	case f.path == "" && slices.Contains(paths, "-"):
		return usagef(`unsupported path "-": use --stdin-filename PATH for standard input, or ./- for a file named -`)
	case f.path == "":
		return nil
	case len(paths) > 0:
		return usagef("unexpected path %s: --stdin-filename lints standard input only", quote.Text(paths[0]))
	}
	var err error
	if f.content, err = load.ReadAtMost(os.Stdin, load.MaxJSON); err != nil {
		return fmt.Errorf("read standard input: %w", treefs.WithoutPath(err))
	}
	return nil
}

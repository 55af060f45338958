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

// stdinFlags are the flags for standard input: what an editor holds and has not saved.
type stdinFlags struct {
	path    string
	content []byte
}

func (f *stdinFlags) register(flags *pflag.FlagSet) {
	flags.StringVar(&f.path, "stdin-filename", "", "look at standard input as if it stood at `PATH`, which need not exist; with --fix, print what the fixes make of it")
}

// read reads standard input, if that is what is looked at.
func (f *stdinFlags) read(paths []string) error {
	switch {
	case f.path == "" && slices.Contains(paths, "-"):
		return usagef("only its path tells what standard input is; write --stdin-filename PATH (./- is a file of that name)")
	case f.path == "":
		return nil
	case len(paths) > 0:
		return usagef("%s: with --stdin-filename nothing else is looked at; leave it out", quote.Text(paths[0]))
	}
	var err error
	if f.content, err = load.ReadAtMost(os.Stdin, load.MaxJSON); err != nil {
		return fmt.Errorf("read standard input: %w", treefs.WithoutPath(err))
	}
	return nil
}

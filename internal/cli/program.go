package cli

import (
	"os"
	"slices"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/config"
	"github.com/skilllint/skilllint/internal/safefile"
	"github.com/skilllint/skilllint/internal/term"
	"github.com/spf13/cobra"
)

// Exit codes. exitTrouble is for invalid flags or configuration and for files that cannot be read.
const (
	exitClean       = 0
	exitFindings    = 1
	exitTrouble     = 2
	exitInterrupted = 130
)

// A foundError ends a successful command with exit code 1 because of its findings.
type foundError struct{}

func (*foundError) Error() string { return "findings" }

// defaultCommand is the command that runs if none is named.
const defaultCommand = "lint"

// A program is one run of the command line.
type program struct {
	term.Streams
	analyzers []*analysis.Analyzer
	files     safefile.Writer
}

// getenv returns an environment variable. An empty PAGER disables the pager, as in git.
func getenv(name string) string {
	value, set := os.LookupEnv(name)
	if name == "PAGER" && set && value == "" {
		return "cat"
	}
	return value
}

func newProgram(analyzers []*analysis.Analyzer) *program {
	return &program{Streams: term.NewStreams(os.Stdout, os.Stderr, getenv), analyzers: slices.Concat(analyzers, config.Engines())}
}

// commandNames returns the names and aliases of all commands.
func commandNames(root *cobra.Command) []string {
	var names []string
	for _, c := range root.Commands() {
		names = append(names, c.Name())
		names = append(names, c.Aliases...)
	}
	return names
}

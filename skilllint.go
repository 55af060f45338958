// Package skilllint builds linters of agent skills.
//
// The program cmd/skilllint is this package with all rules of package rules. A program with rules
// of your own is a few lines: write them as [analysis.Analyzer] values and hand them to [Main],
// together with ours or alone. They get everything that ours have: configuration under their
// names, all report formats, `skilllint rules` and `skilllint explain`. Package analysistest runs
// their fixtures.
package skilllint

import (
	"os"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/cli"
)

// Main runs the command line of skilllint with the given rules and exits: 0 when nothing was
// found that fails, 1 when something was, 2 when it could not do what was asked, 130 when it was
// interrupted. It reads the arguments, the environment and the working directory of the process.
//
// The facts that rules require come along by themselves. Rules that contradict each other, as by
// having the same name, are an exit with 2; [analysis.Validate] says the same in a test.
func Main(analyzers ...*analysis.Analyzer) { os.Exit(cli.Main(analyzers)) }

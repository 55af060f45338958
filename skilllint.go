// Package skilllint builds linters of agent skills.
//
// The command cmd/skilllint calls [Main] with all rules of package rules. To build a linter with your own
// rules, write them as [analysis.Analyzer] values and pass them to [Main], with or without the built-in ones.
// They support everything that built-in rules do: configuration by name, all report formats, `skilllint rules`
// and `skilllint explain`. Package analysistest runs their fixtures.
package skilllint

import (
	"os"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/cli"
)

// Main runs the skilllint command line with the given rules and exits with code 0 on success, 1 if there are
// findings that fail the run, 2 on an error, or 130 if interrupted. It reads the arguments, the environment
// and the working directory of the process.
//
// Facts that the rules require are included automatically. With invalid rules, such as two of the same name,
// Main exits with code 2; [analysis.Validate] performs the same check in a test.
func Main(analyzers ...*analysis.Analyzer) { os.Exit(cli.Main(analyzers)) }

package commands

import (
	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/invocation"
)

// UnknownOption reports options that a script does not define, in the commands that run it.
//
// A text that was not updated with its script tells the agent to pass options that do not exist. The agent gets a usage error
// and guesses, or the script ignores the option and does something else than the text promises.
//
// If a script has subcommands, an option must be one of the subcommand that the command uses.
//
// The rule reads the options of a script from its source. docs/commands.md lists the parsers of command lines that are read.
//
// Severity:
//   - error in skills, subagents, commands, hooks and servers, if the script rejects the option
//   - warning in references and scripts, and if the script ignores the option
//
// Not reported:
//   - scripts whose options are not known completely
//   - commands of tests, which pass wrong options on purpose
//   - scripts that pass unknown options on
//   - options that a script seems to ignore, but mentions, as in its usage
//   - counterexamples, and inline code in a sentence that says "no longer", "not supported", "deprecated" and the like
var UnknownOption = &analysis.Analyzer{
	Name:     "commands/unknown-option",
	Doc:      "option that the script does not define",
	Severity: analysis.Error,
	Scope:    analysis.PerWorkspace,
	Source:   source,
	Requires: []*analysis.Analyzer{invocation.CallFact.Analyzer},
	Run: func(pass *analysis.Pass) error {
		reportProblems(pass, unknownOption, invocation.UnknownOption)
		return nil
	},
}

func unknownOption(c *invocation.Call, p *invocation.Problem) (message, help string) {
	message = "unknown option " + quote.Text(p.Name) + " of " + scriptName(c)
	switch {
	case p.Parent:
		return "option " + quote.Text(p.Name) + " of " + scriptName(c) + " after the subcommand", "put it before the subcommand"
	case p.Near != "":
		return message, "did you mean " + quote.Text(p.Near) + "?"
	case len(p.Within) > 0:
		return message, "remove it, or put it after " + quote.List(p.Within, "or") + ", which defines it"
	}
	return message, "remove it, or add it to the script"
}

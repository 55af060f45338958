package commands

import (
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/invocation"
)

// MissingArgument reports commands without an argument that their script requires, and commands with too many arguments.
//
// An agent copies commands from the text. If the script requires an option, an argument or a subcommand that the command lacks,
// the script fails with a usage error.
//
// Placeholders such as <file>, FILE, $1 and {name} are arguments. A command with "…", "[--option]" or a list of arguments such as
// $ARGS shows a form of the command, in which nothing is missing.
//
// Severity:
//   - error in skills, subagents, commands, hooks and servers
//   - warning in references and scripts, and for arguments that the script ignores
//
// Not reported:
//   - inline code, which may only name a script or an option of it
//   - positional arguments of shell scripts
//   - scripts whose arguments are not known completely
//   - commands with --help
var MissingArgument = &analysis.Analyzer{
	Name:     "commands/missing-argument",
	Doc:      "command without a required argument, or with too many",
	Severity: analysis.Error,
	Scope:    analysis.PerWorkspace,
	Source:   source,
	Requires: []*analysis.Analyzer{invocation.CallFact.Analyzer},
	Run: func(pass *analysis.Pass) error {
		reportProblems(pass, missingArgument, invocation.MissingOption, invocation.MissingPositional, invocation.MissingSubcommand,
			invocation.MissingValue, invocation.Surplus)
		return nil
	},
}

func missingArgument(c *invocation.Call, p *invocation.Problem) (message, help string) {
	of := " of " + scriptName(c)
	switch p.Kind {
	case invocation.MissingOption:
		if p.Name == "" {
			return "missing option" + of, choices("add", p.Choices)
		}
		if len(p.More) > 0 {
			return "missing options " + quote.List(append([]string{p.Name}, p.More...), "and") + of, "add the options with their values"
		}
		return "missing option " + quote.Text(p.Name) + of, "add the option with its value"
	case invocation.MissingPositional:
		return "missing argument " + quote.Text(p.Name) + of, "add the argument"
	case invocation.MissingSubcommand:
		return "missing subcommand" + of, choices("add", p.Choices)
	case invocation.MissingValue:
		return "option " + quote.Text(p.Name) + of + " without its value", "add the value"
	}
	if strings.TrimSpace(p.Name) == "" {
		return "backslash before a space does not continue the command", "end the line with the backslash"
	}
	return "surplus argument of " + scriptName(c) + ": " + quote.Text(p.Name), "remove it, or add it to the script"
}

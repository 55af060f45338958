package commands

import (
	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/invocation"
)

// InvalidChoice reports values that a script does not accept: values that are not one of its choices, unknown subcommands, and
// text where it requires a number.
//
// The script fails with a usage error, and the agent guesses what was meant.
//
// Severity:
//   - error in skills, subagents, commands, hooks and servers
//   - warning in references and scripts
//
// Not reported:
//   - placeholders such as <format>, FORMAT, $1 and {format}
//   - alternatives such as json|yaml
//   - scripts whose values are not known completely
var InvalidChoice = &analysis.Analyzer{
	Name:     "commands/invalid-choice",
	Doc:      "value or subcommand that the script does not accept",
	Severity: analysis.Error,
	Scope:    analysis.PerWorkspace,
	Source:   source,
	Requires: []*analysis.Analyzer{invocation.CallFact.Analyzer},
	Run: func(pass *analysis.Pass) error {
		reportProblems(pass, invalidChoice, invocation.InvalidChoice, invocation.InvalidSubcommand, invocation.InvalidNumber)
		return nil
	},
}

func invalidChoice(c *invocation.Call, p *invocation.Problem) (message, help string) {
	switch p.Kind {
	case invocation.InvalidNumber:
		message, help = "value of "+quote.Text(p.Of)+" is not a number: "+quote.Text(p.Name), "write a number"
	case invocation.InvalidSubcommand:
		message, help = "unknown subcommand "+quote.Text(p.Name)+" of "+scriptName(c), choices("use", p.Choices)
	default:
		message, help = "invalid value "+quote.Text(p.Name)+" for "+quote.Text(p.Of)+" of "+scriptName(c), choices("use", p.Choices)
	}
	if p.Near != "" {
		help = "did you mean " + quote.Text(p.Near) + "?"
	}
	return message, help
}

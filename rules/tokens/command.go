package tokens

import (
	"fmt"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/markdown"
	"github.com/skilllint/skilllint/facts/placeholder"
	"github.com/skilllint/skilllint/facts/shell"
)

// Command reports !`command` where no loader runs it, or where one should not.
//
// Claude Code runs !`git status` in skills and commands, and opencode in commands, and put what it
// prints in its place. For Claude Code it must begin a line or follow white space; elsewhere it stays
// as it is ("X=!`git status`"). Other agents run nothing in a skill, nor does Claude Code in an agent's text:
// their models read the command instead of its output. Both are warnings, once for a file, and advice
// where it is open which agent reads the skill. Write in words what to run.
//
// CLEO's orchestrator runs commands before it spawns an agent, with nobody to ask: one that writes or
// deletes files or reaches the network is an error there. With the option "allow" every command that
// a loader runs and no pattern fits is one, wherever it stands.
//
// Left alone: code, where a text shows how this is written, but for "allow"; what does not look like
// a command (!`ready`, a negation); "\!`"; agents of which it is not known; and what a heading, label
// or comment calls bad, wrong or an anti-pattern.
var Command = &analysis.Analyzer{
	Name:     "tokens/command",
	Doc:      "!`command` that no loader runs, or that one should not",
	Severity: analysis.Error,
	Scope:    analysis.PerDocument,
	Kinds:    analysis.Skill | analysis.Agent | analysis.Command,
	Source: analysis.Source{Kind: analysis.Documentation, Checked: "2026-08-22",
		Name: "Claude Code's documentation: skills, dynamic context; CLEO's skill loading mechanism, token resolution types"},
	Requires: []*analysis.Analyzer{placeholder.CommandFact.Analyzer},
	Options:  &CommandOptions{},
	Run:      commands,
}

// CommandOptions are the options of tokens/command.
type CommandOptions struct {
	Allow []string `yaml:"allow" doc:"commands that a loader may run; * stands for any text that joins and redirects none. None: all may"`
}

func commands(pass *analysis.Pass) error {
	rules := pass.Document.Rules()
	if rules == nil || rules.Commands == "" {
		return nil
	}
	all := placeholder.CommandFact.Of(pass)
	examples := markdown.BadExamplesOf(pass.Document)
	allow := analysis.OptionsFor[CommandOptions](pass, pass.File).Allow
	var stays []placeholder.Command
	for _, c := range all {
		runs := c.Runs && rules.Commands != "literal" && rules.Commands != "some" || rules.Commands == "anywhere"
		switch {
		case examples.Has(c.Range.Start):
		case runs && len(allow) > 0 && !allowed(c.Text, allow):
			pass.Reportf(c.Range, "%s is none of the commands that the configuration allows, and the loader runs it before the model reads a word; allow it, or write in words what to run", show(pass.Document, c))
		case c.Kind.IsCode():
		case runs && rules.Commands == "unattended":
			unattended(pass, c)
		case !runs && looksRun(c) && !escaped(pass.Document, c):
			stays = append(stays, c)
		}
	}
	if len(stays) > 0 {
		pass.Report(literalCommand(pass.Document, rules.Commands, stays))
	}
	return nil
}

// unattended reports a command that does more than print, where nobody is asked before it runs.
func unattended(pass *analysis.Pass, c placeholder.Command) {
	if e, ok := shell.EffectOf(strings.ReplaceAll(c.Text, "\r\n", "\n")); ok {
		pass.Reportf(c.Range, "%s %s (%s), and the orchestrator runs it without asking whenever it loads the skill; let the agent do that", show(pass.Document, c), e.Does, quote.Text(e.By))
	}
}

// literalCommand returns the finding for commands of one file that nobody runs, or not everybody.
func literalCommand(d *analysis.Document, commands string, all []placeholder.Command) analysis.Diagnostic {
	what := show(d, all[0])
	found := analysis.Diagnostic{Range: all[0].Range, Severity: analysis.Warning}
	switch commands {
	case "some":
		found.Severity = analysis.Info
		found.Message = fmt.Sprintf("few agents run %s, and the models of the others read it instead of what it prints; write in words what to run", what)
	case "literal":
		found.Message = fmt.Sprintf("%s runs no command in %s, so the model reads %s instead of what it prints; write in words what to run", d.Dialect.Title, article(d.Kind), what)
	default:
		found.Message = fmt.Sprintf("%s is run only at a line's start or behind a blank, so the model reads it as it stands; put a blank before it", what)
	}
	for _, c := range all[1:min(len(all), 1+maxPlaces)] {
		found.Related = append(found.Related, analysis.Related{Location: d.At(c.Range), Message: "also here"})
	}
	return found
}

func article(kind analysis.Kind) string {
	if kind == analysis.Agent {
		return "an agent's text"
	}
	return "a " + kind.String()
}

// show returns a command as it is written, for a message.
func show(d *analysis.Document, c placeholder.Command) string {
	if c.Block {
		first, _, _ := strings.Cut(strings.TrimSpace(c.Text), "\n")
		return quote.Text("```! " + first)
	}
	return quote.Text(d.Text(c.Range))
}

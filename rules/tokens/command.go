package tokens

import (
	"fmt"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/placeholder"
	"github.com/skilllint/skilllint/facts/role"
	"github.com/skilllint/skilllint/facts/shell"
	"github.com/skilllint/skilllint/schema"
)

// Command reports inline commands (!`command`) that no client runs, or that should not run.
//
// Claude Code runs !`git status` in skills and commands, opencode in commands, and both insert the output.
// In Claude Code it must be at the start of a line or after white space; "X=!`git status`" stays
// unchanged. Other clients do not run commands in skills, nor does Claude Code in subagents, so the model
// reads the command instead of its output. Describe in words what to run.
//
// The CLEO orchestrator runs commands before it spawns a subagent, without confirmation. Commands that write or
// delete files, or use the network, should not run that way.
//
// Claude Code looks for commands in the whole text of a skill or command, also in code that explains the syntax. If such
// a command fails, it does not load the skill. Move examples to a reference file, which is not searched.
//
// Two backticks without a command between them have nothing to run. A command ends on its line, so one without the closing backtick does not run,
// nor does a line such as "!git status" without backticks.
//
// If you set the option "allow", all other commands that a client runs are reported, in any file.
//
// Severity:
//   - error for commands in examples, for those that the configuration does not allow, and for CLEO's
//   - warning for commands that do not run, are empty or unclosed, and for examples in skills for several clients
//   - info for commands that only some clients run
//
// Not reported:
//   - commands in code of files whose client does not run them (except with "allow")
//   - a SKILL.md in references/, assets/, examples/ or templates/ of another skill
//   - text that does not look like a command, such as !`ready`
//   - "\!`"
//   - clients whose behavior is undocumented
var Command = &analysis.Analyzer{
	Name:     "tokens/command",
	Doc:      "inline command that does not run, or should not",
	Severity: analysis.Error,
	Scope:    analysis.PerDocument,
	Kinds:    analysis.Skill | analysis.Agent | analysis.Command,
	Source: analysis.Source{Kind: analysis.Documentation, Checked: "2026-11-23",
		Name: "Claude Code's documentation of skills, dynamic context; anthropics/claude-code#3662 and #11645; CLEO's skill loading mechanism on token resolution"},
	Requires: []*analysis.Analyzer{placeholder.CommandFact.Analyzer},
	Options:  &CommandOptions{},
	Run:      commands,
}

// CommandOptions are the options of tokens/command.
type CommandOptions struct {
	Allow []string `yaml:"allow" doc:"commands that clients may run; * matches any text without further commands or redirections. Empty: all"`
}

func commands(pass *analysis.Pass) error {
	rules := pass.Document.Rules()
	if rules == nil || rules.Commands == "" || isReference(pass.File) {
		return nil
	}
	all, roles := placeholder.CommandFact.Of(pass), role.Of(pass.Document)
	r := &commandReader{Pass: pass, mode: rules.Commands, roles: roles, claude: claudeOf(pass.File), allow: analysis.OptionsFor[CommandOptions](pass, pass.File).Allow, used: usesBlocks(roles, all)}
	for _, c := range all {
		r.read(c)
	}
	if r.mode == "run" || r.mode == "unattended" {
		reportMalformed(pass, roles)
	}
	if len(r.stays) > 0 {
		pass.Report(literalCommand(pass.Document, r.mode, r.stays))
	}
	if len(r.shown) > 0 {
		pass.Report(shownCommand(pass.Document, r.claude, r.shown))
	}
	return nil
}

// A commandReader sorts the commands of a document.
type commandReader struct {
	*analysis.Pass
	mode         string // what the dialect does with commands
	roles        *role.Map
	claude       *schema.Dialect
	allow        []string
	used         bool // whether examples in code are blocks
	stays, shown []placeholder.Command
}

func (r *commandReader) read(c placeholder.Command) {
	runs := c.Runs && r.mode != "literal" && r.mode != "some" || r.mode == "anywhere"
	mayRun := runs || c.Runs && r.claude != nil && isCertainCommand(c)
	switch {
	case mayRun && len(r.allow) == 0 && isShown(r.roles, c, r.used):
		r.shown = append(r.shown, c)
	case r.roles.IsWrong(c.Range.Start):
	case runs && len(r.allow) > 0 && !allowed(c.Text, r.allow):
		r.Report(analysis.Diagnostic{Range: c.Range, Message: "command not allowed by the configuration: " + show(r.Document, c),
			Effect: r.Document.Dialect.Title + " runs it before the model reads the file", Help: "allow it, or " + inWords})
	case c.Kind.IsCode():
	case runs && r.mode == "unattended":
		reportUnattended(r.Pass, c)
	case !runs && isCertainCommand(c) && !escaped(r.Document, c): // those that run are compared with allowed-tools by commands/permission
		r.stays = append(r.stays, c)
	}
}

// inWords is the help for commands that clients do not run.
const inWords = "describe in words what to run"

// reportUnattended reports a command that runs without confirmation and does more than print.
func reportUnattended(pass *analysis.Pass, c placeholder.Command) {
	if e, ok := shell.EffectOf(strings.ReplaceAll(c.Text, "\r\n", "\n")); ok {
		pass.Report(analysis.Diagnostic{Range: c.Range,
			Message: fmt.Sprintf("unattended command %s (%s): %s", e.Effect, quote.Text(e.By), show(pass.Document, c)),
			Effect:  "the orchestrator runs it without confirmation whenever it loads the skill", Help: "let the subagent run it"})
	}
}

// relatedCommands returns the places of further commands of a finding.
func relatedCommands(d *analysis.Document, more []placeholder.Command) []analysis.Related {
	var related []analysis.Related
	for _, c := range more[:min(len(more), maxPlaces)] {
		related = append(related, analysis.Related{Location: d.At(c.Range), Message: "also here"})
	}
	return related
}

func plural(kind analysis.Kind) string {
	if kind == analysis.Agent {
		return "subagents"
	}
	return kind.String() + "s"
}

// show formats a command for a message.
func show(d *analysis.Document, c placeholder.Command) string {
	if c.Block {
		first, _, _ := strings.Cut(strings.TrimSpace(c.Text), "\n")
		return quote.Text("```! " + first)
	}
	return quote.Text(d.Text(c.Range))
}

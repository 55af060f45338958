package tokens

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/markdown"
	"github.com/skilllint/skilllint/facts/placeholder"
	"github.com/skilllint/skilllint/facts/role"
	"github.com/skilllint/skilllint/schema"
)

// isShown reports whether a command is in code that explains or shows it. Clients look for commands in the whole text.
func isShown(roles *role.Map, c placeholder.Command, used bool) bool {
	if c.Block || !c.Kind.IsCode() {
		return false
	}
	r := roles.At(c.Range.Start).Role
	return c.Kind == markdown.InSpan || !used && (r.IsShown() || r == role.Documentation)
}

// usesBlocks reports whether a block of code of the file has a command that is certainly meant to run, so that the file does not
// explain the syntax.
func usesBlocks(roles *role.Map, all []placeholder.Command) bool {
	return slices.ContainsFunc(all, func(c placeholder.Command) bool {
		return c.Runs && c.Kind.IsCode() && c.Kind != markdown.InSpan && roles.At(c.Range.Start).Role == role.Command
	})
}

// shownCommand returns the finding for commands that are shown, but that the client runs. If this is Claude Code as one of several
// clients, the severity is lower.
func shownCommand(d *analysis.Document, claude *schema.Dialect, all []placeholder.Command) analysis.Diagnostic {
	client, severity := d.Dialect, analysis.Error
	if claude != nil {
		client, severity = claude, analysis.Warning
	}
	return analysis.Diagnostic{Range: all[0].Range, Severity: severity, Message: "command in an example runs: " + show(d, all[0]),
		Effect: client.Title + " runs commands also in code, and does not load the " + d.Kind.String() + " if one fails",
		Help:   "move the example to a file that the client does not load", Related: relatedCommands(d, all[1:])}
}

// literalCommand returns the finding for commands of a file that no client runs, or only some clients run.
func literalCommand(d *analysis.Document, commands string, all []placeholder.Command) analysis.Diagnostic {
	found := analysis.Diagnostic{Range: all[0].Range, Severity: analysis.Warning, Help: inWords,
		Message: "command does not run: " + show(d, all[0])}
	switch commands {
	case "some":
		found.Severity = analysis.Info
		found.Message = "command does not run in most clients: " + show(d, all[0])
		found.Effect = "their models read the command instead of its output"
	case "literal":
		found.Effect = fmt.Sprintf("%s runs no commands in %s, so the model reads the command itself", d.Dialect.Title, plural(d.Kind))
	default:
		found.Effect = d.Dialect.Title + " runs commands only at the start of a line or after a space"
		found.Help = "put a space before it"
	}
	found.Related = relatedCommands(d, all[1:])
	return found
}

// isReference reports whether a SKILL.md is a file of another skill, which clients do not load.
func isReference(f *analysis.File) bool {
	return f.Nested && slices.ContainsFunc(strings.Split(path.Dir(f.Rel), "/"), func(dir string) bool {
		return slices.Contains([]string{"references", "reference", "assets", "examples", "templates"}, dir)
	})
}

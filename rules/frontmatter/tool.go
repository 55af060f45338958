package frontmatter

import (
	"fmt"
	"slices"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/quote"
	"github.com/skilllint/skilllint/internal/violation"
	"github.com/skilllint/skilllint/schema"
)

// Tool reports tools in a header that the agent does not have, or gets and loses at once.
//
// An agent of Claude Code gets only those of its "tools" that the loader knows, by their exact
// names, and does not start when it knows none; duyetbot's loader rejects a skill that needs a tool
// nobody has. A pattern whose parentheses do not balance, and "mcp__" without a server, match no
// tool at all. A tool that is disallowed as well is taken away. A command in the text of a file
// fails where the shell is disallowed, and an agent cannot follow it when its list has no shell.
//
// Write names as the agent has them, and MCP tools as mcp__server__tool. The list of tools grows
// with each release, so another name in capitals is a warning; an earlier name is advice.
//
// Left alone: names in the dialects that leave them to whoever reads the skill, Copilot's, which
// ignores unknown ones by design, patterns in parentheses, and what an agent's mapping of tools
// says of names that no tool has; a user's setup may have others.
var Tool = &analysis.Analyzer{
	Name:     "frontmatter/tool",
	Doc:      "tool that the agent does not have, or that is taken away",
	Severity: analysis.Error,
	Scope:    analysis.PerDocument,
	Kinds:    withFields,
	Source: analysis.Source{Kind: analysis.Documentation,
		Name: "Claude Code's tools reference and sub-agents of August 2026; validator of duyetbot's design", Checked: "2026-08-31"},
	Run: tool,
}

func tool(pass *analysis.Pass) error {
	d := pass.Document
	fields := fieldsOf(d)
	if fields == nil || d.Dialect.Tools == nil {
		return nil
	}
	var given, taken []toolEntry
	tools, named := d.Dialect.ToolNames(), false
	for _, field := range d.Dialect.Tools.Fields {
		value := fields.Get(field.Field)
		if field.Kind != d.Kind.String() || value == nil {
			continue
		}
		named = true
		entries := toolEntries(d, field, value)
		checkTools(pass, tools, field, value, entries)
		for _, e := range entries {
			if e.taken {
				taken = append(taken, e)
			} else {
				given = append(given, e)
			}
		}
	}
	if !named {
		return nil
	}
	found, err := claimed(pass, fields)
	if err != nil {
		return err
	}
	for _, v := range found {
		pass.Report(wrongValue(d, fields, v))
	}
	reportTaken(pass, given, taken)
	checkShell(pass, tools, fields, given, taken)
	return nil
}

// checkTools reports what is wrong with the entries of a field: one finding where the loader gives
// up because none is a tool.
func checkTools(pass *analysis.Pass, tools *schema.Tools, field schema.ToolField, value *analysis.Value, entries []toolEntry) {
	gone := 0
	for _, e := range entries {
		if _, isTool := judgeTool(tools, field, e); !isTool {
			gone++
		}
	}
	fatal := field.None != "" && gone > 0 && gone == len(entries)
	if fatal && gone > 1 {
		pass.Report(analysis.Diagnostic{Range: value.Range,
			Message: violation.Sentence(fmt.Sprintf("none of the %d entries of %s is a tool", gone, quote.Text(field.Field)),
				field.None, adviceForAll(tools, entries))})
		return
	}
	if fatal {
		field.Effect = field.None
	}
	for _, e := range entries {
		if d, _ := judgeTool(tools, field, e); d != nil {
			if fatal {
				d.Severity = analysis.Error
			}
			pass.Report(*d)
			if tools.Grammar == schema.ToolForm {
				return // a list that was written as a text breaks into many
			}
		}
	}
}

// adviceForAll says what to write for entries of which none is a tool.
func adviceForAll(tools *schema.Tools, entries []toolEntry) string {
	var better []string
	for _, e := range entries {
		if meant := nearTool(tools, e.name); meant != "" && !slices.Contains(better, meant) {
			better = append(better, meant)
		}
	}
	if better == nil {
		return "write tools that it has, such as " + quote.List([]string{"Read", "Grep", "Bash"}, "or")
	}
	return "write " + quote.List(better, "and")
}

// reportTaken reports tools that are given and disallowed.
func reportTaken(pass *analysis.Pass, given, taken []toolEntry) {
	for _, t := range taken {
		for _, g := range given {
			if !t.takes(g) {
				continue
			}
			pass.Report(analysis.Diagnostic{Range: t.place,
				Message: quote.Text(t.text) + " is disallowed here and listed in " + quote.Text(g.field) +
					", so the tool is not there; leave it out of one of them",
				Related: []analysis.Related{{Location: pass.Document.At(g.place), Message: "it is listed here"}}})
			break
		}
	}
}

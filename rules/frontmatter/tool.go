package frontmatter

import "github.com/skilllint/skilllint/analysis"

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
// Left alone: dialects that leave the names to whoever reads the skill; Copilot, which ignores
// unknown ones by design; names that are far from all of opencode's, as a user's setup may have
// them; patterns in parentheses; and a name in other capitals beside the right one, as files for
// several agents have it.
var Tool = &analysis.Analyzer{
	Name:     "frontmatter/tool",
	Doc:      "tool that the agent does not have, or that is taken away",
	Severity: analysis.Error,
	Scope:    analysis.PerDocument,
	Kinds:    withFields,
	Source: analysis.Source{Kind: analysis.Documentation,
		Name: "Claude Code's tools reference and sub-agents of August 2026; validator of duyetbot's design", Checked: "2026-08-31"},
	Requires: []*analysis.Analyzer{violationsFact.Analyzer},
	Run:      tool,
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
	for _, v := range claimed(pass, fields) {
		pass.Report(wrongTool(d, tools, fields, v))
	}
	reportTaken(pass, given, taken)
	checkShell(pass, tools, fields, given, taken)
	return nil
}

package frontmatter

import "github.com/skilllint/skilllint/analysis"

// Tool reports tools in frontmatter that the client does not have, or that are granted and disallowed.
//
// A misspelled tool is usually ignored without a warning. A subagent of Claude Code then lacks the
// tool, and does not start at all if none of its "tools" exists. duyetbot rejects a skill that needs an
// unknown tool. Patterns with unbalanced parentheses and "mcp__" without a server match no tool.
//
// The rule also reports a command in the text of a file whose frontmatter disallows the shell, or
// omits it from the allowed tools. The command fails, or the model cannot follow the instructions.
//
// Severity:
//   - error for a malformed entry or a probable typo, for a tool that is both listed and disallowed, and
//     where no entry is a tool
//   - warning for an unknown name in capitals, as new releases add tools, for a tool that subagents
//     never get, for a command whose shell is disallowed, for a subagent that is told to run several commands and has no
//     tool for it, and in skills for several clients
//   - info for a former name of a tool, for tools of other clients, for a tool that subagents never get if the description says
//     that the file runs as the main agent, and for a command whose shell is not in the list of tools
//
// Write the names exactly as the client defines them, and MCP tools as "mcp__server__tool".
//
// Not reported:
//   - dialects that do not define tools, except names of no client's tools between those of Claude Code
//   - Copilot, which ignores unknown tools by design
//   - names far from all tools of OpenCode, which may come from a user's setup
//   - former names that still work, such as Task for Agent in Claude Code
//   - the content of patterns in parentheses
//   - a name in other capitals next to the correct one, as in files for several clients
//
// Fix: --unsafe-fixes renames tools.
var Tool = &analysis.Analyzer{
	Name:     "frontmatter/tool",
	Doc:      "unknown or disallowed tool",
	Severity: analysis.Error,
	Scope:    analysis.PerDocument,
	Kinds:    withFields,
	Source: analysis.Source{Kind: analysis.Documentation,
		Name: "Claude Code's tools reference and sub-agents of October 2026, tools and their aliases in its package 2.1.332; validator of duyetbot's design", Checked: "2026-11-28"},
	Requires: []*analysis.Analyzer{violationsFact.Analyzer},
	Run:      tool,
}

func tool(pass *analysis.Pass) error {
	d := pass.Document
	fields := fieldsOf(d)
	if fields == nil {
		return nil
	}
	if d.Dialect.Tools == nil {
		reportUnknownPublished(pass, fields)
		return nil
	}
	var allowed, disallowed []toolEntry
	tools, named := d.Dialect.ToolNames(), false
	for _, field := range d.Dialect.Tools.Fields {
		value := fields.Get(field.Field)
		if field.Kind != d.Kind.String() || value == nil {
			continue
		}
		named = true
		entries := toolEntries(d, field, value)
		for i := range entries {
			entries[i].client = d.Dialect.Title
		}
		checkTools(pass, tools, field, value, entries)
		reportWithheld(pass, tools.Checked, field, fields, entries)
		for _, e := range entries {
			if e.disallowed {
				disallowed = append(disallowed, e)
			} else {
				allowed = append(allowed, e)
			}
		}
	}
	if !named {
		return nil
	}
	for _, v := range claimedViolations(pass, fields) {
		pass.Report(invalidTool(d, tools, fields, v))
	}
	reportDisallowed(pass, allowed, disallowed)
	checkShell(pass, tools, fields, allowed, disallowed)
	return nil
}

package frontmatter

import (
	"fmt"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/violation"
	"github.com/skilllint/skilllint/schema"
)

// checkTools reports invalid entries of a field. If no entry is a tool and the client therefore fails, it reports them as
// one finding.
func checkTools(pass *analysis.Pass, tools *schema.Tools, field schema.ToolField, value *analysis.Value, entries []toolEntry) {
	siblings := namesOf(entries)
	entries = withoutVariants(tools, entries)
	for i := range entries {
		entries[i].siblings = siblings
	}
	invalid := 0
	for _, e := range entries {
		if _, isTool := checkTool(tools, field, e); !isTool {
			invalid++
		}
	}
	foreign := invalid == len(entries) && isForeign(tools, field, entries)
	fatal := field.None != "" && invalid > 0 && invalid == len(entries)
	if fatal && invalid > 1 {
		pass.Report(analysis.Diagnostic{Range: value.Range, Message: fmt.Sprintf("all %d tools in %s are unknown", invalid, quote.Text(field.Field)),
			Effect: field.None, Help: helpForAll(tools, entries)})
		return
	}
	if fatal {
		field.Effect = field.None
	}
	for _, e := range entries {
		if d, _ := checkTool(tools, field, e); d != nil {
			if fatal {
				d.Severity = analysis.Error
			}
			if foreign {
				d.Severity = analysis.Info
			}
			if strings.HasPrefix(d.Help, useExisting) {
				d.Group = analysis.Group{Key: pass.Document.Rel + " " + field.Field, Message: analysis.Many + " unknown tools in " + quote.Text(field.Field) + asOf(tools)}
			}
			pass.Report(*d)
			if tools.Grammar == schema.ToolForm {
				return // the elements of a list in a text have the same cause
			}
		}
	}
}

// invalidTool reports a tool that violates the schema.
func invalidTool(d *analysis.Document, tools *schema.Tools, fields *analysis.Value, v schema.Violation) analysis.Diagnostic {
	found := invalidValue(d, fields, v)
	value, _ := violation.At(fields, v.Path)
	if value.Kind != analysis.String || len(v.Allowed) > 0 || v.Help != "" {
		return found
	}
	meant := nearTool(tools, value.Text)
	if meant == "" {
		found.Help = "remove it, or use an existing tool"
		return found
	}
	found.Help = "did you mean " + quote.Text(meant) + "?"
	if fix := replacement("rename it to "+quote.Text(meant), false, value, meant); fix != nil {
		found.Help, found.SuggestedFixes = "", []analysis.SuggestedFix{*fix}
	}
	return found
}

// isForeign reports whether permissions without a known tool belong to another client: all names are in lower case, and one
// of them is not similar to any tool.
func isForeign(tools *schema.Tools, field schema.ToolField, entries []toolEntry) bool {
	stranger := false
	for _, e := range entries {
		if e.text != strings.ToLower(e.name) {
			return false
		}
		stranger = stranger || nearTool(tools, e.name) == ""
	}
	return stranger && field.Role == "grants"
}

// withoutVariants drops names in other case if the exact name is also listed, as in files for several clients.
func withoutVariants(tools *schema.Tools, entries []toolEntry) []toolEntry {
	names := namesOf(entries)
	return slices.DeleteFunc(slices.Clone(entries), func(e toolEntry) bool {
		meant := nearTool(tools, e.name)
		return meant != e.name && names[meant] && strings.EqualFold(meant, e.name)
	})
}

func namesOf(entries []toolEntry) map[string]bool {
	names := map[string]bool{}
	for _, e := range entries {
		names[e.name] = true
	}
	return names
}

// reportWithheld reports tools that the client never provides to this kind of file.
func reportWithheld(pass *analysis.Pass, checked string, field schema.ToolField, fields *analysis.Value, entries []toolEntry) {
	for _, e := range entries {
		unless, withheld := field.Withheld[e.name]
		key, value, _ := strings.Cut(unless, "=")
		if v := fields.Get(key); !withheld || unless != "" && v != nil && (value == "" || v.Text == value) {
			continue
		}
		help := "remove it"
		if value != "" {
			help += ", or set " + quote.Text(key) + " to " + quote.Text(value)
		}
		message := "tool " + quote.Text(e.name) + " is not available to subagents"
		severity := analysis.Warning
		if isMainAgent(fields) {
			severity = analysis.Info
		}
		pass.Report(analysis.Diagnostic{Range: e.place, Severity: severity, Message: message,
			Effect: e.client + " removes it, unless the file runs as the main agent (as of " + month(checked) + ")", Help: help,
			Group: analysis.Group{Key: message, Message: message + " (" + analysis.Many + " files)"}})
	}
}

// isMainAgent reports whether the description of an agent states that it runs as the main one.
func isMainAgent(fields *analysis.Value) bool {
	text := ""
	if v := fields.Get("description"); v != nil {
		text = strings.NewReplacer("-", " ", "\n", " ").Replace(strings.ToLower(v.Text))
	}
	return slices.ContainsFunc([]string{"main thread", "main agent", "main session", "primary agent"}, func(s string) bool { return strings.Contains(text, s) })
}

// helpForAll suggests tools if no entry is a tool.
func helpForAll(tools *schema.Tools, entries []toolEntry) string {
	var better []string
	for _, e := range entries {
		if meant := nearTool(tools, e.name); meant != "" && !slices.Contains(better, meant) {
			better = append(better, meant)
		}
	}
	if better == nil {
		return "use existing tools, such as " + quote.List([]string{"Read", "Grep", "Bash"}, "or")
	}
	return "did you mean " + quote.List(better, "and") + "?"
}

// reportDisallowed reports tools that are both allowed and disallowed.
func reportDisallowed(pass *analysis.Pass, allowed, disallowed []toolEntry) {
	for _, t := range disallowed {
		for _, g := range allowed {
			if !t.removes(g) {
				continue
			}
			pass.Report(analysis.Diagnostic{Range: t.place,
				Message: "tool " + quote.Text(t.text) + " is disallowed, but listed in " + quote.Text(g.field),
				Effect:  "the tool is not available", Help: "remove it from one of the two fields",
				Related: []analysis.Related{{Location: pass.Document.At(g.place), Message: "listed here"}}})
			break
		}
	}
}

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

// checkTools reports what is wrong with the entries of a field: one finding where the loader gives
// up because none is a tool.
func checkTools(pass *analysis.Pass, tools *schema.Tools, field schema.ToolField, value *analysis.Value, entries []toolEntry) {
	entries = withoutDoubles(tools, entries)
	gone := 0
	for _, e := range entries {
		if _, isTool := judgeTool(tools, field, e); !isTool {
			gone++
		}
	}
	foreign := gone == len(entries) && isForeign(tools, field, entries)
	fatal := field.None != "" && gone > 0 && gone == len(entries)
	if fatal && gone > 1 {
		pass.Report(analysis.Diagnostic{Range: value.Range,
			Message: fmt.Sprintf("none of the %d entries of %s is a tool", gone, quote.Text(field.Field)),
			Effect:  field.None, Help: adviceForAll(tools, entries)})
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
			if foreign {
				d.Severity = analysis.Info
			}
			pass.Report(*d)
			if tools.Grammar == schema.ToolForm {
				return // a list that was written as a text breaks into many
			}
		}
	}
}

// wrongTool tells of a tool that the schema does not know.
func wrongTool(d *analysis.Document, tools *schema.Tools, fields *analysis.Value, v schema.Violation) analysis.Diagnostic {
	found := wrongValue(d, fields, v)
	value, _ := violation.At(fields, v.Path)
	if value.Kind != analysis.String || len(v.Allowed) > 0 || v.Help != "" {
		return found
	}
	meant := nearTool(tools, value.Text)
	if meant == "" {
		found.Help = "leave it out, or write one of those that it has"
	} else {
		found.Help = "write " + quote.Text(meant)
		if fix := replacement("rename it to "+meant, false, value, meant); fix != nil {
			found.SuggestedFixes = []analysis.SuggestedFix{*fix}
		}
	}
	return found
}

// isForeign reports whether permissions of which none is a tool are another agent's: all names are in
// lower case, and one is near to none.
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

// withoutDoubles leaves out names in other capitals where the tool's own name is listed as well: the
// file is for several agents then.
func withoutDoubles(tools *schema.Tools, entries []toolEntry) []toolEntry {
	names := map[string]bool{}
	for _, e := range entries {
		names[e.name] = true
	}
	return slices.DeleteFunc(slices.Clone(entries), func(e toolEntry) bool {
		meant := nearTool(tools, e.name)
		return meant != e.name && names[meant] && strings.EqualFold(meant, e.name)
	})
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

package frontmatter

import (
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/analysis/suggest"
	"github.com/skilllint/skilllint/schema"
)

// reportUnknownPublished reports the names in "allowed-tools" of a skill for several clients that no client has as a tool. The other
// names must be tools of Claude Code.
func reportUnknownPublished(pass *analysis.Pass, fields *analysis.Value) {
	d, claude := pass.Document, schema.Lookup("claude-code")
	const field = "allowed-tools"
	value := fields.Get(field)
	if d.Kind != analysis.Skill || d.Dialect.Name != "agentskills" || value == nil {
		return
	}
	var unknown []toolEntry
	known := 0
	for _, e := range toolEntries(d, schema.ToolField{Field: field, Role: "grants"}, value) {
		switch {
		case contains(claude.Tools.Names, e.name):
			known++
		case isToolName(e.text) && !isAnyTool(e.name):
			unknown = append(unknown, e)
		}
	}
	if known == 0 {
		return
	}
	for _, e := range unknown {
		found := &analysis.Diagnostic{Range: e.place, Severity: analysis.Warning, Message: "unknown tool " + quote.Text(e.text),
			Effect: "it grants no permission in " + claude.Title + ", which defines the other tools of the list", Help: "remove it, or use an existing tool"}
		if meant := nearTool(claude.Tools, e.name); meant != "" {
			found = e.suggestName(found, meant)
		}
		pass.Report(*found)
	}
}

// isToolName reports whether a text has the form of the name of a built-in tool: letters, the first one a capital.
func isToolName(text string) bool {
	return len(text) > 1 && text[0] >= 'A' && text[0] <= 'Z' && strings.Trim(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") == ""
}

// isAnyTool reports whether a name is, or was, the tool of a client.
func isAnyTool(name string) bool {
	same := func(other string) bool { return suggest.Same(name, other) }
	for _, d := range schema.All() {
		if d.Tools == nil {
			continue
		}
		if slices.ContainsFunc(d.Tools.Names, same) {
			return true
		}
		for _, names := range []map[string]string{d.Tools.Older, d.Tools.Others} {
			for other := range names {
				if same(other) {
					return true
				}
			}
		}
	}
	return false
}

package registry

import (
	"fmt"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/analysis/suggest"
	"github.com/skilllint/skilllint/schema"
)

// misplaced are keys of other files and of other places in settings, and what to do with them.
var misplaced = map[string]string{
	"additionalDirectories": `move it to "permissions"`,
	"allow":                 `move it to "permissions"`,
	"allowedTools":          `use "allow" in "permissions"`,
	"ask":                   `move it to "permissions"`,
	"customInstructions":    "write the instructions in CLAUDE.md",
	"defaultMode":           `move it to "permissions"`,
	"deny":                  `move it to "permissions"`,
	"disallowedTools":       `use "deny" in "permissions"`,
	"instructions":          "write the instructions in CLAUDE.md",
	"marketplaces":          `use "extraKnownMarketplaces"`,
	"mcpServers":            "move the servers to .mcp.json",
	"permissionMode":        `use "defaultMode" in "permissions"`,
	"plugins":               `use "enabledPlugins"`,
	"systemPrompt":          "write the instructions in CLAUDE.md",
}

// reportSettings reports the keys of settings that Claude Code does not read, and permission rules that match nothing.
func reportSettings(pass *analysis.Pass) {
	d := pass.Document
	rules := d.Dialect.Kinds[analysis.Settings.String()]
	if d.Kind != analysis.Settings || rules == nil || len(rules.Keys) == 0 || d.Data.Kind != analysis.Map {
		return
	}
	known := slices.Concat(schema.Fields(d.Dialect.Name, d.Kind.String()), rules.Keys)
	if readAs(d.File) != d.Kind.String() {
		reportPluginSettings(pass, known)
		return
	}
	reported := 0
	check := func(object *analysis.Value, known []string, in string) {
		if object == nil {
			return
		}
		for _, m := range object.Members {
			if slices.Contains(known, m.Key) || isNote(m.Key) || reported == mostUnknown {
				continue
			}
			reported++
			pass.Report(unknownSetting(&m, known, in))
		}
	}
	check(d.Data, known, "settings")
	permissions := d.Data.Get("permissions")
	check(permissions, schema.FieldsAt(d.Dialect.Name, d.Kind.String(), "properties", "permissions"), `"permissions"`)
	for _, list := range []string{"allow", "ask", "deny"} {
		reportPermissions(pass, permissions.Get(list), list)
	}
}

// unknownSetting returns the finding for a key of settings that Claude Code does not read.
func unknownSetting(m *analysis.Member, known []string, in string) analysis.Diagnostic {
	out := analysis.Diagnostic{Range: m.KeyRange, Severity: analysis.Info, Message: "unknown key " + quote.Text(m.Key) + " in " + in,
		Effect: "Claude Code ignores it", Help: "remove it"}
	help := misplaced[m.Key]
	if slices.Contains(schema.FieldsAt("claude-code", analysis.Hooks.String(), "$defs", "events"), m.Key) {
		help = `move it to "hooks"`
	}
	if meant, ok := suggest.Best(m.Key, known); ok && help == "" && suggest.Distance(m.Key, meant, 2) <= 2 {
		help = "did you mean " + quote.Text(meant) + "?"
	}
	if help != "" && in == "settings" || strings.HasPrefix(help, "did you mean") {
		out.Severity, out.Help = analysis.Warning, help
	}
	return out
}

// isNote reports whether people write such a key for readers.
func isNote(key string) bool {
	lower := strings.ToLower(key)
	return strings.HasPrefix(key, "_") || strings.HasPrefix(key, "$") || strings.HasPrefix(key, "/") || strings.HasPrefix(key, "#") ||
		strings.HasPrefix(lower, "comment") || slices.Contains([]string{"", "description", "name", "note", "notes", "version"}, lower)
}

// reportPluginSettings reports the settings of a plugin that only settings of users and projects can have, in one finding.
func reportPluginSettings(pass *analysis.Pass, known []string) {
	d := pass.Document
	read := schema.Fields(d.Dialect.Name, readAs(d.File))
	var first *analysis.Member
	others := 0
	for i := range d.Data.Members {
		if m := &d.Data.Members[i]; slices.Contains(known, m.Key) && !slices.Contains(read, m.Key) && !isNote(m.Key) && !isEmpty(m.Value) {
			if first == nil {
				first = m
			} else {
				others++
			}
		}
	}
	if first == nil {
		return
	}
	message := quote.Text(first.Key) + " in the settings of a plugin"
	if others > 0 {
		message += fmt.Sprintf(" (and %d more)", others)
	}
	help := "tell users to add it to their settings"
	if first.Key == "hooks" {
		help = "move it to hooks/hooks.json"
	}
	pass.Report(analysis.Diagnostic{Range: first.KeyRange, Severity: analysis.Warning, Message: message,
		Effect: `Claude Code reads only "agent" and "subagentStatusLine" there`, Help: help})
}

// isEmpty reports whether a value, or everything in it, is empty.
func isEmpty(v *analysis.Value) bool {
	for _, m := range v.Members {
		if !isEmpty(m.Value) {
			return false
		}
	}
	return (v.Kind == analysis.Map || v.Kind == analysis.List) && len(v.Items) == 0
}

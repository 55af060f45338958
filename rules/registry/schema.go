// Package registry provides the rules about registries of skills and plugins, and other JSON files of clients.
package registry

import (
	"fmt"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/syntax/jsontree"
)

// Schema reports registries, plugins, marketplaces, hooks, MCP servers and evaluations that are invalid JSON or
// violate their schema.
//
// Clients read these files as a whole. After a trailing comma, a comment or an unquoted key, CLEO finds
// no skill in the registry. A known key with a value of the wrong type prevents Claude Code from loading
// a plugin, and CLEO from dispatching tasks to a skill. Claude Code skips an MCP server that has a "url" but no
// "type", because it expects a "command" then. If two servers have the same name, clients start only one.
//
// These files of plugins are checked: .claude-plugin/plugin.json, .codex-plugin/plugin.json (only its syntax),
// .cursor-plugin/plugin.json, .github/plugin/plugin.json and .plugin/plugin.json of Copilot, gemini-extension.json,
// and plugin.json with the schema of the Agent Plugins specification. In .claude/settings.json, hooks, permission rules, common
// values and the names of keys are checked, and in .gemini/settings.json only MCP servers. Claude Code reads only two keys of the
// settings.json of a plugin.
//
// Most clients use the last of several values for a duplicate key, others the first. Clients silently
// ignore unknown keys, so a misspelled key has no effect.
//
// Severity:
//   - error for invalid JSON, a duplicate key, a value that the client rejects, and unknown keys in the
//     few objects that Claude Code validates strictly
//   - warning for permission rules that match nothing, keys in the wrong place of settings, and settings that a plugin cannot have
//   - warning for keys and matchers of hooks that are similar to known ones or that other programs have, for servers that only their
//     key "disabled" disables, for matchers that are permission rules, timeouts of
//     hooks in milliseconds and variables that no client sets for hooks, and where only CLEO's schema rejects a value
//   - warning for invalid JSON in evaluations and MCP configuration of editors, and for values that only Cursor's published schema or
//     Copilot's documentation rejects
//   - info for other unknown keys, and for all findings in a registry without the keys and names that
//     only CLEO's have: it may be another project's
//
// To print a schema, run "skilllint schema" with its name, such as claude-code/plugin; without one, it lists all names.
//
// Not reported:
//   - paths that do not exist (see registry/path)
//   - differences between registry and frontmatter (see registry/drift)
//   - custom keys in a registry
//   - a marketplace name that is reserved for its owner
//   - a hooks file without hooks that has the modules of a mod
//   - comments and trailing commas in settings and MCP configuration, which most clients accept
//   - the key "servers" in a .mcp.json, which Visual Studio reads
//   - the .mcp.json of a plugin that is only for other clients, and evaluations in another format
//
// Fix: --fix corrects simple syntax errors, such as trailing commas. --unsafe-fixes replaces misspelled keys and values.
var Schema = &analysis.Analyzer{
	Name:     "registry/schema",
	Doc:      "invalid registry, plugin, marketplace, hooks, MCP or evaluation file",
	Severity: analysis.Error,
	Scope:    analysis.PerDocument,
	Kinds:    analysis.JSON,
	Source: analysis.Source{Kind: analysis.Documentation,
		Name: "documentation and schemas of each client, named in its schema; Claude Code's reference of mods; CLEO's registry schema and 16 versions of its registry", Checked: "2026-11-23"},
	Run: checkSchema,
}

func checkSchema(pass *analysis.Pass) error {
	d := pass.Document
	if b := d.Broken; b != nil && b.Cause != jsontree.BOM { // files/encoding reports it
		reportBroken(pass, b)
	}
	reportWarnings(pass)
	if d.Data == nil || d.Dialect == nil {
		return nil
	}
	found, err := violations(d)
	if err != nil {
		return fmt.Errorf("check the %s: %w", d.Kind, err)
	}
	keys := unknownKeys(d)
	for _, f := range distinct(found, d.Pinned) {
		if keys.explain(&f) && !isOwner(d, f.Owner) {
			pass.Report(f.diagnostic())
		}
	}
	for _, s := range keys {
		pass.Report(s.diagnostic(d))
	}
	reportHooks(pass)
	reportSettings(pass)
	reportPrefix(pass)
	return nil
}

// isOwner reports whether the owner that a marketplace declares is the vendor.
func isOwner(d *analysis.Document, vendor string) bool {
	if owner := d.Data.Get("owner"); vendor != "" && owner != nil {
		for _, m := range owner.Members {
			if m.Value.IsString() && strings.Contains(strings.ToLower(m.Value.Text), vendor) {
				return true
			}
		}
	}
	return false
}

// reportBroken reports invalid JSON.
func reportBroken(pass *analysis.Pass, b *analysis.Problem) {
	d := analysis.Diagnostic{Range: b.Range, Message: "invalid JSON: " + b.Message, Effect: effectOfLoss(pass.File), Help: b.Help}
	if jsontree.IsLimit(b.Cause) {
		d.Message, d.Effect = b.Message, notCheckedEffect
	}
	if pass.File.Kind == analysis.Evals {
		d.Severity = analysis.Warning // only programs for developers read it
	}
	if f := pass.File; f.Kind&(analysis.MCP|analysis.Settings) != 0 && f.Dialect != nil && f.Dialect.Name != "claude-code" {
		d.Severity, d.Effect = analysis.Warning, "clients may ignore the file" // editors read the valid parts
	}
	if b.Fix != nil {
		d.SuggestedFixes, d.Help = []analysis.SuggestedFix{*b.Fix}, ""
	}
	pass.Report(d)
}

// mostWarnings limits the reported warnings; further ones are counted.
const mostWarnings = 1_000

// reportWarnings reports the parts of a valid document that clients may misread.
func reportWarnings(pass *analysis.Pass) {
	d := pass.Document
	for i, o := range d.ParseWarnings {
		message := o.Message
		if more := len(d.ParseWarnings) - mostWarnings; i == mostWarnings-1 && more > 0 {
			message += fmt.Sprintf(" (and %d more after this one)", more)
		}
		diagnostic := analysis.Diagnostic{Range: o.Range, Message: message, Help: o.Help}
		if o.Kind == analysis.DuplicateKey {
			diagnostic.Effect = "most clients use the last value, others the first"
			diagnostic.Related = []analysis.Related{{Location: d.At(o.First), Message: "first used here"}}
		}
		pass.Report(diagnostic)
		if i == mostWarnings-1 {
			break
		}
	}
}

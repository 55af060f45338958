// Package registry holds the rules about registries of skills and plugins.
package registry

import (
	"fmt"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/syntax/jsontree"
	"github.com/skilllint/skilllint/schema"
)

// Schema reports registries, plugins, marketplaces and hooks that are invalid JSON or violate their schema.
//
// Clients read these files as a whole. After a trailing comma, a comment or an unquoted key, CLEO finds
// no skill of a registry. A known key with a value of the wrong type prevents Claude Code from loading
// a plugin, and CLEO from dispatching tasks to a skill.
//
// Most clients use the last of several values for a duplicate key, others the first. Clients silently
// ignore unknown keys, so a misspelled key has no effect.
//
// Severity:
//   - error for invalid JSON, a duplicate key, a value that the client rejects, and unknown keys in the
//     few objects that Claude Code validates strictly
//   - warning for a key that is similar to a known one, for a matcher of hooks that is similar to a tool,
//     and where only CLEO's schema rejects a value
//   - info for other unknown keys, and for all findings in a registry without the keys and names that
//     only CLEO's have: it may be another project's
//
// To print a schema, run "skilllint schema" with cleo/registry, cleo/placeholders, claude-code/plugin,
// claude-code/marketplace or claude-code/hooks. For plugins of other clients, only the JSON syntax is
// checked.
//
// Not reported:
//   - paths that do not exist (see registry/path)
//   - differences between registry and frontmatter (see registry/drift)
//   - custom keys in a registry
//   - a marketplace name that is reserved for its owner
//   - a file of hooks without hooks that has the module of a mod
//
// Fix: --fix corrects simple syntax errors, such as trailing commas. --unsafe-fixes replaces misspelled keys and values.
var Schema = &analysis.Analyzer{
	Name:     "registry/schema",
	Doc:      "invalid registry, plugin, marketplace or hooks file",
	Severity: analysis.Error,
	Scope:    analysis.PerDocument,
	Kinds:    analysis.Registry | analysis.Plugin | analysis.Marketplace | analysis.Placeholders | analysis.Hooks,
	Source: analysis.Source{Kind: analysis.Documentation,
		Name: "Claude Code's manifest, marketplace, hooks and mods references; CLEO's registry schema and 16 versions of its registry", Checked: "2026-11-23"},
	Run: checkSchema,
}

func checkSchema(pass *analysis.Pass) error {
	d := pass.Document
	if b := d.Broken; b != nil && b.Cause != jsontree.BOM { // which files/encoding reports
		reportBroken(pass, b)
	}
	reportOddities(pass)
	if d.Data == nil || d.Dialect == nil {
		return nil
	}
	found, err := violations(d)
	if err != nil {
		return fmt.Errorf("check the %s: %w", d.Kind, err)
	}
	strays := unknownKeys(d)
	for _, f := range distinct(found, d.Pinned) {
		if strays.explain(&f) && !isOwner(d, f.Owner) {
			pass.Report(f.diagnostic())
		}
	}
	for _, s := range strays {
		pass.Report(s.diagnostic(d))
	}
	reportHooks(pass)
	reportPrefix(pass)
	return nil
}

// isOwner reports whether the owner of a marketplace says that it is the vendor with a name.
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
	if b.Fix != nil {
		d.SuggestedFixes, d.Help = []analysis.SuggestedFix{*b.Fix}, ""
	}
	pass.Report(d)
}

// effectOfLoss returns the effect of a file that cannot be parsed: that of a file without an object.
func effectOfLoss(f *analysis.File) string {
	if f.Dialect == nil {
		return ""
	}
	found, err := schema.Validate(f.Dialect.Name, f.Kind.String(), nil)
	if err == nil && len(found) > 0 {
		return found[0].Effect
	}
	return "clients cannot load the " + f.Kind.String()
}

// mostOddities limits how many are reported; the rest is counted.
const mostOddities = 1_000

// reportOddities reports what clients misread in a document that parses.
func reportOddities(pass *analysis.Pass) {
	d := pass.Document
	for i, o := range d.ParseWarnings {
		message := o.Message
		if more := len(d.ParseWarnings) - mostOddities; i == mostOddities-1 && more > 0 {
			message += fmt.Sprintf(" (and %d more after this one)", more)
		}
		diagnostic := analysis.Diagnostic{Range: o.Range, Message: message, Help: o.Help}
		if o.Kind == analysis.DuplicateKey {
			diagnostic.Effect = "most clients use the last value, others the first"
			diagnostic.Related = []analysis.Related{{Location: d.At(o.First), Message: "first used here"}}
		}
		pass.Report(diagnostic)
		if i == mostOddities-1 {
			break
		}
	}
}

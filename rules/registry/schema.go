// Package registry holds the rules about registries of skills and plugins.
package registry

import (
	"fmt"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/syntax/jsontree"
	"github.com/skilllint/skilllint/schema"
)

// Schema reports registries, plugins, marketplaces and hooks that are no JSON or break their schema.
//
// A registry's loader reads the file as a whole: a comma too many, a comment or a key without
// quotes, and no skill of it is found. A known key with a value of the wrong type keeps a plugin
// from loading, and an entry from being dispatched to or installed. The message says where and
// why the text is no JSON, or what becomes of the value.
//
// Of a key that stands twice most readers keep the last value, some the first: an error. Keys that
// nobody reads are ignored without a word: a warning where one is nearly a known key, advice
// elsewhere, and in the few objects that Claude Code takes strictly an error. "skilllint schema
// cleo/registry", "cleo/placeholders", "claude-code/plugin", "claude-code/marketplace" and
// "claude-code/hooks" print what is known.
//
// Left alone: whether paths lead anywhere, and what registry and headers say of each other; keys
// of your own in a registry. Of plugins for other agents only the JSON is checked.
var Schema = &analysis.Analyzer{
	Name:     "registry/schema",
	Doc:      "registry, plugin, marketplace or hooks that are no JSON or break their schema",
	Severity: analysis.Error,
	Scope:    analysis.PerDocument,
	Kinds:    analysis.Registry | analysis.Plugin | analysis.Marketplace | analysis.Placeholders | analysis.Hooks,
	Source: analysis.Source{Kind: analysis.Documentation,
		Name: "Claude Code's documentation of plugins and marketplaces; CLEO's registry schema and 16 versions of its registry", Checked: "2026-11-21"},
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
		if strays.explain(&f) {
			pass.Report(f.diagnostic())
		}
	}
	for _, s := range strays {
		pass.Report(s.diagnostic(d))
	}
	reportPrefix(pass)
	return nil
}

// reportBroken tells why a document is no JSON, and what becomes of it.
func reportBroken(pass *analysis.Pass, b *analysis.Problem) {
	d := analysis.Diagnostic{Range: b.Range}
	switch effect := lost(pass.File); {
	case jsontree.IsLimit(b.Cause):
		d.Message = "the file was not checked: " + b.Message
	case effect == "":
		d.Message = "the file is no JSON: " + b.Message
	default:
		d.Message = effect + ", because the file is no JSON: " + b.Message
	}
	if b.Fix != nil {
		d.SuggestedFixes = []analysis.SuggestedFix{*b.Fix}
	}
	pass.Report(d)
}

// lost says what becomes of a file that cannot be read: what its schema says of one that is no
// object.
func lost(f *analysis.File) string {
	if f.Dialect == nil {
		return ""
	}
	found, err := schema.Validate(f.Dialect.Name, f.Kind.String(), nil)
	if err == nil && len(found) > 0 {
		return found[0].Effect
	}
	return "the " + f.Kind.String() + " does not load"
}

// mostOddities bounds how many are told; the rest is counted.
const mostOddities = 1_000

// reportOddities tells what loaders lose of a document that parses.
func reportOddities(pass *analysis.Pass) {
	d := pass.Document
	for i, o := range d.Oddities {
		message := o.Message
		if more := len(d.Oddities) - mostOddities; i == mostOddities-1 && more > 0 {
			message += fmt.Sprintf(" (and %d more such places behind this one)", more)
		}
		diagnostic := analysis.Diagnostic{Range: o.Range, Message: message}
		if o.Kind == analysis.DuplicateKey {
			diagnostic.Related = []analysis.Related{{Location: d.At(o.First), Message: "it stands here first"}}
		}
		pass.Report(diagnostic)
		if i == mostOddities-1 {
			break
		}
	}
}

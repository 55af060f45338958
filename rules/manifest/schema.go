package manifest

import (
	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/cleo/manifest"
)

// Schema reports manifest entries that violate the schema of CLEO's protocol.
//
// CLEO finds, counts and dispatches work by id, file, title, date, status and agent_type, and silently
// skips an entry that it cannot read. "skilllint schema cleo/manifest-entry" prints the schema.
// "cleo/manifest-entry-strict" is that of the strict profile, which requires ids of the form T####-slug
// and does not allow the status "archived".
//
// The manifest is part of CLEO's first edition, of January 2026.
//
// Severity:
//   - error for a missing field, or a value that violates the schema
//   - warning for an unknown field that is similar to a known one, and for a long title
//   - info for other unknown fields
//
// The configuration key "ledgers" adds other append-only JSON Lines files with a custom schema. Its
// annotations x-severity, x-effect and x-help determine severity, note and help of a finding.
//
// Not reported:
//   - the agent type, which may be any word
//   - follow-ups, linked tasks, the number of findings and missing files, which other rules check
//   - values with an unresolved {{PLACEHOLDER}}
//   - files of another format: fewer than a tenth of the lines have "file" and one of "agent_type" and
//     "key_findings", unless the configuration lists the file or the profile is strict
var Schema = &analysis.Analyzer{
	Name:     "manifest/schema",
	Doc:      "manifest entry that violates the schema",
	Severity: analysis.Error,
	Scope:    analysis.PerLine,
	Kinds:    analysis.Manifest,
	Source: analysis.Source{Kind: analysis.Specification,
		Name: "CLEO subagent protocol 1.0.0; 229 entries of a published manifest", Checked: "2026-11-21"},
	Gate: &hasSchema,
	Run:  checkEntry,
}

// hasSchema computes whether the lines of a file have a schema, of the protocol or a custom one.
var hasSchema = analysis.NewFact("manifest-has-schema", "whether the lines of a manifest have a schema",
	analysis.PerDocument, analysis.Manifest, func(p *analysis.Pass) (bool, error) {
		return p.File.Extra != nil || manifest.Fact.Of(p), nil
	}, manifest.Fact.Analyzer)

func checkEntry(pass *analysis.Pass) error {
	entry := pass.Line.Data
	if entry == nil || entry.Kind != analysis.Map {
		return nil
	}
	if pass.File.Extra != nil {
		return checkByExtra(pass, entry)
	}
	if isOrdinary(entry, pass.File.Strict) {
		return nil
	}
	var missing []string
	for _, f := range violations(entry, pass.File.Strict) {
		switch {
		case f.keyword == "required":
			missing = append(missing, f.field)
		case !isUnresolved(f.value, f.field):
			pass.Report(f.diagnostic())
		}
	}
	missing = reportUnknown(pass, entry, missing)
	switch len(missing) {
	case 0:
	case 1:
		effect, write := about(missing[0])
		pass.Report(analysis.Diagnostic{Range: opening(entry), Message: "missing field " + quote.Text(missing[0]), Effect: effect, Help: "add " + write})
	default:
		pass.Report(analysis.Diagnostic{Range: opening(entry), Message: "missing fields " + quote.List(missing, "and"),
			Effect: "the orchestrator's queries miss the entry", Help: "add them"})
	}
	return nil
}

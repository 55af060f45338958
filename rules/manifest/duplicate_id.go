package manifest

import (
	"fmt"
	"slices"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/cleo/manifest"
)

// DuplicateID reports ids that an earlier line of the same manifest already uses.
//
// Entries are looked up by their id. If two entries share one, a reader finds the first, the last or both,
// and takes it for the work that it asked for. Give the later entry a new id. Other entries may link to
// the first one.
//
// The manifest is part of CLEO's first edition, of January 2026.
//
// Severity:
//   - error in manifests, and in files under "ledgers" whose schema defines "id"
//   - warning in files that are not manifests
//   - warning for a line that repeats another one byte for byte, because nothing is lost; error in the
//     strict profile
//
// Not reported:
//   - ids with an unresolved {{PLACEHOLDER}}
//   - lines that are invalid JSON, which manifest/line reports
//   - files under "ledgers" whose schema does not define "id"
var DuplicateID = &analysis.Analyzer{
	Name:     "manifest/duplicate-id",
	Doc:      "duplicate entry id",
	Severity: analysis.Error,
	Scope:    analysis.PerDocument,
	Kinds:    analysis.Manifest,
	Source: analysis.Source{Kind: analysis.Specification,
		Name: "CLEO subagent protocol 1.0.0; 229 entries of a published manifest", Checked: "2026-11-21"},
	Requires: []*analysis.Analyzer{idsFact.Analyzer, manifest.Fact.Analyzer},
	Run:      duplicateID,
}

func duplicateID(pass *analysis.Pass) error {
	own := pass.File.Extra
	if own != nil && !slices.Contains(own.Fields(), "id") {
		return nil
	}
	found, omitted, err := idsFact.Of(pass).repetitions(pass.Document)
	if err != nil {
		return analysis.ErrNoFact // the driver reports that the file cannot be read
	}
	for _, r := range found {
		d := analysis.Diagnostic{Range: r.where.Range, Location: &r.where,
			Related: []analysis.Related{{Location: r.first, Message: "first used here"}}}
		if r.identical {
			d.Message = fmt.Sprintf("line repeats line %d", r.first.Start.Line)
			d.Effect, d.Help = "queries count the work twice", "delete the line"
			if !pass.File.Strict {
				d.Severity = analysis.Warning
			}
		} else {
			if own == nil && !manifest.Fact.Of(pass) {
				d.Severity = analysis.Warning
			}
			d.Message = fmt.Sprintf("duplicate id %s (first used on line %d)", r.id, r.first.Start.Line)
			d.Effect, d.Help = "lookups find only one of the entries", "choose another id"
		}
		pass.Report(d)
	}
	if omitted > 0 && len(found) > 0 {
		last := found[len(found)-1].where
		pass.Report(analysis.Diagnostic{Range: last.Range, Location: &last, Anywhere: true, About: "rest", Measured: omitted,
			Message: quote.Choose(omitted, "1 more duplicate id", "%s more duplicate ids")})
	}
	return nil
}

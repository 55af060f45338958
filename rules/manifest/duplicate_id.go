package manifest

import (
	"fmt"
	"slices"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/cleo/manifest"
)

// DuplicateID reports an id that an earlier line of the same manifest has.
//
// The manifest is only ever appended to, and an entry is looked up by its id: of two entries with
// one id a reader finds the first, the last or both, and takes what it finds for the work that was
// asked for. Give the later entry an id of its own; the first one stays as it is, because others
// may link to it.
//
// A line that repeats another one byte for byte was appended twice, which loses nothing: a warning,
// and an error in the strict profile. In a ledger of another format ids may mean something else: a
// warning too. Where the configuration gives a ledger a schema, it tells: if it describes "id", ids
// are looked at, and otherwise not.
//
// Left alone: ids with an unresolved {{TOKEN}}, and lines that are no JSON, which manifest/line
// reports.
var DuplicateID = &analysis.Analyzer{
	Name:     "manifest/duplicate-id",
	Doc:      "id that an earlier entry has",
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
	ids := idsFact.Of(pass)
	for _, r := range ids.repeated {
		first := ids.location(r.first)
		d := analysis.Diagnostic{Range: r.where.Range, Location: &r.where,
			Related: []analysis.Related{{Location: first, Message: "the id stands here first"}}}
		if r.identical {
			d.Message = fmt.Sprintf("this line repeats line %d byte for byte, so who counts entries counts the work twice; delete it", first.Start.Line)
			if !pass.File.Strict {
				d.Severity = analysis.Warning
			}
		} else {
			if own == nil && !manifest.Fact.Of(pass) {
				d.Severity = analysis.Warning
			}
			d.Message = fmt.Sprintf("%s is the id of line %d too, so a reader finds one of the two entries and not the other; write another id here", r.id, first.Start.Line)
		}
		pass.Report(d)
	}
	if ids.omitted > 0 {
		last := ids.repeated[len(ids.repeated)-1].where
		pass.Report(analysis.Diagnostic{Range: last.Range, Location: &last, Anywhere: true, About: "rest", Measured: ids.omitted,
			Message: fmt.Sprintf("%d more ids behind this one were used before, and are not listed", ids.omitted)})
	}
	return nil
}

// Package manifest holds the rules about MANIFEST.jsonl.
package manifest

import (
	"fmt"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/cleo/manifest"
)

// Line reports lines of a MANIFEST.jsonl that are not exactly one JSON object.
//
// Subagents append a line each, and whoever coordinates them reads nothing else of their work. It
// reads line by line: an entry that is spread over several lines, shares its line with another
// one, was torn in the middle of a write or is no JSON is lost, and so may be everything behind
// it, as jq and most parsers stop at the first fault.
//
// Write each entry as one object on one line, UTF-8, without a byte order mark, each key once, and
// end every line with a line feed, the last one too: the next entry is appended directly behind it.
//
// An entry over several lines is one finding, and so are the lines of a merge conflict and those
// of a list around the entries; the lines after them are read again. Blank lines and a missing
// line feed at the end are harmless to most readers and a warning, in the strict profile an error.
// A line of more than 1 MiB is not read.
//
// A MANIFEST.jsonl whose entries are not the protocol's is said to be another ledger, once: of it
// only lines and ids are checked.
var Line = &analysis.Analyzer{
	Name:     "manifest/line",
	Doc:      "line that is not exactly one JSON object",
	Severity: analysis.Error,
	Scope:    analysis.PerDocument,
	Kinds:    analysis.Manifest,
	Source: analysis.Source{Kind: analysis.Specification,
		Name: "CLEO subagent protocol 1.0.0, BASE-001; RFC 8259; 230 lines of a published manifest", Checked: "2026-11-21"},
	Requires: []*analysis.Analyzer{linesFact.Analyzer, manifest.Counted.Analyzer, manifest.Fact.Analyzer},
	Run:      line,
}

func line(pass *analysis.Pass) error {
	for _, d := range linesFact.Of(pass).all() {
		pass.Report(d)
	}
	if c := manifest.Counted.Of(pass); c.Objects > 0 && pass.File.Extra == nil && !manifest.Fact.Of(pass) {
		pass.Report(analysis.Diagnostic{Range: c.First.Range, Location: &c.First, Severity: analysis.Info,
			Message: fmt.Sprintf(`%d of %d entries have "file" and one of "agent_type" and "key_findings", so this is read as another ledger, of which only lines and ids are checked; if it is the protocol's, name it under "manifest: {paths: …}"`,
				c.Ours, c.Objects)})
	}
	return nil
}

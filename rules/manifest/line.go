// Package manifest provides the rules about MANIFEST.jsonl.
package manifest

import (
	"fmt"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/cleo/manifest"
)

// Line reports lines of a MANIFEST.jsonl that are not exactly one JSON object.
//
// Each subagent appends one line, and the orchestrator reads nothing else of its work. It reads line by
// line, and jq and most parsers stop at the first error. An entry over several lines, two entries on one
// line, a partial write or invalid JSON loses that entry and may lose all that follow.
//
// Write each entry as one JSON object on one line, in UTF-8 without a byte order mark, with each key once.
// End every line with a line feed, including the last one. The next entry is appended directly after it.
//
// The manifest is part of CLEO's first edition, of January 2026.
//
// Severity:
//   - error by default
//   - warning for empty lines; error in the strict profile
//   - warning, once for all files, if the lines are not entries of the protocol: then only lines and ids are checked
//
// An entry over several lines is one finding. So are the lines of a merge conflict, and a list around the
// entries. Lines over 1 MiB are not checked.
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
		ours := "no line has the fields of an entry"
		if c.Ours > 0 {
			ours = fmt.Sprintf("only %s of %s have the fields of an entry", quote.Count(c.Ours), quote.Plural(c.Objects, "line"))
		}
		pass.Report(analysis.Diagnostic{Range: c.First.Range, Location: &c.First, Severity: analysis.Warning,
			Message: "not checked as a manifest: " + ours,
			Effect:  "only JSON syntax and duplicate ids are checked",
			Help:    "if it is a manifest, add its path to manifest.paths in .skilllint.yaml",
			Group: analysis.Group{Key: "format", Message: analysis.Many + " files are not checked as manifests: their lines are not entries",
				Help: "if one is a manifest, add its path to manifest.paths in .skilllint.yaml"}})
	}
	return nil
}

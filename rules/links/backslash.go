package links

import (
	"fmt"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/link"
)

// Backslash reports a reference that is written with the separators of Windows.
//
// A link is an address, in which a backslash is a character like any other. Windows finds the file
// all the same, so its author never notices; everywhere else an agent looks for one file with that
// odd name. Write slashes.
//
// It speaks only where the file is there when they are slashes.
var Backslash = &analysis.Analyzer{
	Name:     "links/backslash",
	Doc:      "reference with the separators of Windows",
	Severity: analysis.Warning,
	Scope:    analysis.PerWorkspace,
	Source: analysis.Source{Kind: analysis.Specification, Checked: "2026-11-21",
		Name: "CommonMark 0.31, links; RFC 3986, paths"},
	Requires: []*analysis.Analyzer{link.Fact.Analyzer},
	Run:      backslashes,
}

func backslashes(pass *analysis.Pass) error {
	for _, l := range link.Fact.Of(pass) {
		if l.Fault != link.Backslashes {
			continue
		}
		to, ok := l.Instead(l.Slashed())
		if !ok {
			continue
		}
		at := l.At
		pass.Report(analysis.Diagnostic{Location: &at,
			Message: fmt.Sprintf("%s is found on Windows only; write %s", quote.Text(l.Written), to),
			SuggestedFixes: []analysis.SuggestedFix{{Title: "write slashes", Safe: true, Uncovers: true,
				Edits: []analysis.Edit{{Range: l.At.Range, Text: to}}}}})
	}
	return nil
}

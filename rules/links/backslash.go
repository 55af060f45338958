package links

import (
	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/link"
)

// Backslash reports links and paths that use backslashes as separators.
//
// A link is a URL, in which a backslash is an ordinary character. Windows finds the file anyway, so
// the author does not notice. On Linux and macOS, agents look for one file with backslashes in its
// name and find nothing.
//
// Not reported:
//   - paths that do not resolve with slashes either
//
// Fix: --fix replaces the backslashes with slashes.
var Backslash = &analysis.Analyzer{
	Name:     "links/backslash",
	Doc:      "backslash in a link or path",
	Severity: analysis.Warning,
	Scope:    analysis.PerWorkspace,
	Source: analysis.Source{Kind: analysis.Specification, Checked: "2026-11-21",
		Name: "CommonMark 0.31 on links, and RFC 3986 on paths"},
	Requires: []*analysis.Analyzer{link.Fact.Analyzer},
	Run:      backslashes,
}

func backslashes(pass *analysis.Pass) error {
	for _, l := range link.Fact.Of(pass) {
		if l.Problem != link.Backslashes {
			continue
		}
		to, ok := l.WithPath(l.Slashed())
		if !ok {
			continue
		}
		at := l.At
		pass.Report(analysis.Diagnostic{Location: &at,
			Message: "backslash in path " + quote.Text(l.Written),
			Effect:  "the file is found only on Windows",
			SuggestedFixes: []analysis.SuggestedFix{{Title: "replace with " + quote.Text(to), Safe: true, Uncovers: true,
				Edits: []analysis.Edit{{Range: l.At.Range, Text: to}}}}})
	}
	return nil
}

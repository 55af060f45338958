package suppression

import (
	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/directive"
)

// Unused reports a suppression that suppresses nothing.
//
// What it was written for is gone: the text was mended, or moved away from under the comment. Left in
// place it would hide the next such fault, which nobody has looked at. Remove the comment, or the name
// of the rule where others in it still act.
//
// Left alone: a rule that is off for the file, by the configuration or "--ignore"; one that needs more
// than was looked at, as the whole repository, targets or a git base; a file on which a rule broke. With
// "--select suppression/unused" the other rules run as well, without being reported.
var Unused = &analysis.Analyzer{
	Name:     "suppression/unused",
	Doc:      "suppression that suppresses nothing",
	Severity: analysis.Warning,
	Scope:    analysis.PerDocument,
	Kinds:    kinds,
	Source:   analysis.Source{Kind: analysis.Specification, Name: "skilllint's own contract", Checked: "2026-11-21"},
	Requires: []*analysis.Analyzer{directive.Fact.Analyzer},
	Judges:   true,
	Run:      unused,
}

// unused reports every name. Those that turn out to suppress something are dropped when all rules
// have run.
func unused(pass *analysis.Pass) error {
	for _, d := range directive.Fact.Of(pass).List {
		for i, n := range d.Names {
			if s := pass.File.Suppressions; s != nil {
				if why, _ := s.Unknown(n.Text); why != "" {
					continue
				}
			}
			what := "the comment"
			edits := []analysis.Edit{removed(pass.Document, d)}
			if len(d.Names) > 1 {
				what = "its name"
				edits[0] = analysis.Edit{Range: between(d.Names, i)}
			}
			pass.Report(analysis.Diagnostic{Range: n.Range, Message: quote.Text(n.Text) + " " + nothing(d.Verb) + "; remove " + what,
				SuggestedFixes: []analysis.SuggestedFix{{Title: "remove " + what, Safe: true, Edits: edits}}})
		}
	}
	return nil
}

// nothing says what a directive does not do.
func nothing(verb directive.Verb) string {
	switch verb {
	case directive.NextLine:
		return "finds nothing on the next line, so it is suppressed for nothing"
	case directive.Enable:
		return "is not disabled here, so there is nothing to enable"
	case directive.File:
		return "finds nothing in this file, so it is suppressed for nothing"
	case directive.Ignore:
		return "finds nothing in the entry, so it is suppressed for nothing"
	}
	return "finds nothing from here on, so it is suppressed for nothing"
}

// between returns a name with the comma that goes when it does.
func between(names []directive.Name, i int) analysis.Range {
	if i+1 < len(names) {
		return analysis.Range{Start: names[i].Range.Start, End: names[i+1].Range.Start}
	}
	return analysis.Range{Start: names[i-1].Range.End, End: names[i].Range.End}
}

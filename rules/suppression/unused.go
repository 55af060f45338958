package suppression

import (
	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/directive"
)

// Unused reports suppressions that suppress nothing.
//
// The problem was corrected, or the text moved away from the comment. If you keep the comment, it will
// hide the next problem of that kind, which no one has reviewed.
//
// Not reported:
//   - a rule that is off for the file, in the configuration or with --ignore
//   - a rule that needs more input than this run has: the whole repository, targets or a git base
//   - files in which a rule failed with an internal error
//
// "--select suppression/unused" also runs the other rules, without reporting their findings.
//
// Fix: --fix removes the comment, or the name of the rule if the comment has others that still apply.
var Unused = &analysis.Analyzer{
	Name:     "suppression/unused",
	Doc:      "unused suppression",
	Severity: analysis.Warning,
	Scope:    analysis.PerDocument,
	Kinds:    kinds,
	Source:   analysis.Source{Kind: analysis.Specification, Name: "skilllint's own contract", Checked: "2026-11-21"},
	Requires: []*analysis.Analyzer{directive.Fact.Analyzer},
	Meta:     true,
	Run:      unused,
}

// unused reports every name. Findings on names that suppress a finding are dropped after all rules have run.
func unused(pass *analysis.Pass) error {
	for _, d := range directive.Fact.Of(pass).List {
		for i, n := range d.Names {
			if s := pass.File.Suppressions; s != nil {
				if message, _, _ := s.Unknown(n.Text); message != "" {
					continue
				}
			}
			what := "remove the comment"
			edits := []analysis.Edit{removeEdit(pass.Document, d)}
			if len(d.Names) > 1 {
				what = "remove the name of the rule"
				edits[0] = analysis.Edit{Range: withComma(d.Names, i)}
			}
			message, effect := "unused suppression of "+quote.Text(n.Text), unusedWhere(d.Verb)
			if d.Verb == directive.Enable {
				message = quote.Text(n.Text) + " is not disabled here"
			}
			pass.Report(analysis.Diagnostic{Range: n.Range, Message: message, Effect: effect,
				SuggestedFixes: []analysis.SuggestedFix{{Title: what, Safe: true, Edits: edits}}})
		}
	}
	return nil
}

// unusedWhere describes the range in which a directive has nothing to suppress. It returns "" for Enable.
func unusedWhere(verb directive.Verb) string {
	switch verb {
	case directive.NextLine:
		return "the rule reports nothing on the next line"
	case directive.Enable:
		return ""
	case directive.File:
		return "the rule reports nothing in this file"
	case directive.Ignore:
		return "the rule reports nothing in this entry"
	}
	return "the rule reports nothing after this line"
}

// withComma returns the range of a name and the comma next to it.
func withComma(names []directive.Name, i int) analysis.Range {
	if i+1 < len(names) {
		return analysis.Range{Start: names[i].Range.Start, End: names[i+1].Range.Start}
	}
	return analysis.Range{Start: names[i-1].Range.End, End: names[i].Range.End}
}

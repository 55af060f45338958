package suppression

import (
	"fmt"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/directive"
)

// kinds are the kinds of files that may contain comments.
const kinds = analysis.Text | analysis.Persona | analysis.SkillMeta | analysis.Context

// Unknown reports comments that are meant to suppress findings, but do not.
//
// A comment suppresses exactly what it names: a rule ("links/broken"), a group ("links") or a glob
// ("links/*"). A comment with a misspelled rule or directive, or without a rule, suppresses nothing.
// Rules in the groups "internal" and "suppression" cannot be suppressed.
//
//	<!-- skilllint-disable-next-line links/broken -- created by the build -->
//	description: … # skilllint-ignore frontmatter/description -- required by the shop
//
// With "suppressions: {require-reason: true}" in the configuration, the rule also reports comments
// without " -- REASON". They still suppress findings.
//
// Not reported:
//   - comments of other tools
//   - comments inside code
//
// Fix: --unsafe-fixes corrects misspelled directives and rules.
var Unknown = &analysis.Analyzer{
	Name:     "suppression/unknown",
	Doc:      "invalid suppression, or one without a required reason",
	Severity: analysis.Warning,
	Scope:    analysis.PerDocument,
	Kinds:    kinds,
	Source:   analysis.Source{Kind: analysis.Specification, Name: "skilllint's own contract", Checked: "2026-11-21"},
	Requires: []*analysis.Analyzer{directive.Fact.Analyzer},
	Run:      unknown,
}

func unknown(pass *analysis.Pass) error {
	found := directive.Fact.Of(pass)
	for _, s := range found.Invalid {
		reportInvalid(pass, s)
	}
	for _, d := range found.List {
		reportNameless(pass, d)
		for _, n := range d.Names {
			unknownName(pass, n)
		}
	}
	if found.Unread.Len() > 0 {
		pass.Report(analysis.Diagnostic{Range: found.Unread, Message: "more than " + quote.Count(directive.Most) + " rule names in comments",
			Effect: "this comment and the following ones suppress nothing", Help: "use overrides in the configuration"})
	}
	return nil
}

// reportInvalid reports a comment that was probably meant as a directive.
func reportInvalid(pass *analysis.Pass, s directive.InvalidComment) {
	if s.Right == "" {
		pass.Report(analysis.Diagnostic{Range: firstLine(pass.Document, s.Comment), Message: s.Why, Effect: nothing, Help: `add "-->" at its end`})
		return
	}
	pass.Report(analysis.Diagnostic{Range: s.Word, Message: s.Why, Effect: nothing,
		SuggestedFixes: []analysis.SuggestedFix{{Title: fmt.Sprintf("write %q", s.Right), Uncovers: true, Edits: []analysis.Edit{{Range: s.Word, Text: s.Right}}}}})
}

const nothing = "it suppresses nothing"

// reportNameless reports a directive without a rule or a required reason.
func reportNameless(pass *analysis.Pass, d directive.Directive) {
	at := firstLine(pass.Document, d.At.Range)
	required := pass.File.Suppressions != nil && pass.File.Suppressions.RequireReason
	switch {
	case len(d.Names) == 0:
		pass.Report(analysis.Diagnostic{Range: at, Message: "suppression without a rule", Effect: nothing, Help: fmt.Sprintf(`write "%s RULE -- REASON"`, d.Verb)})
	case required && d.Reason == "" && d.Verb != directive.Enable:
		pass.Report(analysis.Diagnostic{Range: at, Message: "suppression without the required reason", Help: `add " -- " and the reason after the rule`})
	}
}

func unknownName(pass *analysis.Pass, n directive.Name) {
	if pass.File.Suppressions == nil {
		return
	}
	message, help, near := pass.File.Suppressions.Unknown(n.Text)
	if message == "" {
		return
	}
	d := analysis.Diagnostic{Range: n.Range, Message: message, Effect: nothing, Help: help}
	if near != "" {
		d.Help = ""
		d.SuggestedFixes = []analysis.SuggestedFix{{Title: fmt.Sprintf("write %q", near), Uncovers: true, Edits: []analysis.Edit{{Range: n.Range, Text: near}}}}
	}
	pass.Report(d)
}

// firstLine returns the part of a comment on its first line.
func firstLine(d *analysis.Document, r analysis.Range) analysis.Range {
	return analysis.Range{Start: r.Start, End: min(r.End, max(r.Start, d.LineRange(d.LineOf(r.Start)).End))}
}

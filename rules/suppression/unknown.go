package suppression

import (
	"fmt"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/directive"
)

// kinds are the files that have comments.
const kinds = analysis.Markdown | analysis.Persona | analysis.SkillMeta | analysis.Context

// Unknown reports a comment that was meant to suppress findings and does not.
//
// A comment suppresses what it names, exactly: a rule ("links/broken"), a group ("links") or a glob
// ("links/*"). One with a misspelt rule or directive suppresses nothing, one without a rule neither, so
// that a comment never hides more than its author saw. Rules under internal and suppression cannot be
// suppressed. With "suppressions: {require-reason: true}" in the configuration, a comment without
// " -- REASON" is reported too, although it acts.
//
//	<!-- skilllint-disable-next-line links/broken -- the build makes it -->
//	description: … # skilllint-ignore frontmatter/description -- as the shop wants it
//
// Left alone: comments that belong to other tools, and all that stands in code.
var Unknown = &analysis.Analyzer{
	Name:     "suppression/unknown",
	Doc:      "suppression that names no rule, or gives no reason where one is required",
	Severity: analysis.Warning,
	Scope:    analysis.PerDocument,
	Kinds:    kinds,
	Source:   analysis.Source{Kind: analysis.Specification, Name: "skilllint's own contract", Checked: "2026-11-21"},
	Requires: []*analysis.Analyzer{directive.Fact.Analyzer},
	Run:      unknown,
}

func unknown(pass *analysis.Pass) error {
	found := directive.Fact.Of(pass)
	for _, s := range found.Slips {
		slip(pass, s)
	}
	for _, d := range found.List {
		nameless(pass, d)
		for _, n := range d.Names {
			unknownName(pass, n)
		}
	}
	if found.Unread.Len() > 0 {
		pass.Reportf(found.Unread, "a file may name rules in comments %s times, so this and what follows suppress nothing; use overrides in the configuration",
			quote.Count(directive.Most))
	}
	return nil
}

// slip reports what was probably meant as a directive.
func slip(pass *analysis.Pass, s directive.Slip) {
	if s.Right == "" {
		pass.Reportf(firstLine(pass.Document, s.Comment), "%s, so nothing is suppressed; write \"-->\" where it ends", s.Why)
		return
	}
	pass.Report(analysis.Diagnostic{Range: s.Word, Message: fmt.Sprintf("%s, so nothing is suppressed; write %q", s.Why, s.Right),
		SuggestedFixes: []analysis.SuggestedFix{{Title: fmt.Sprintf("write %q", s.Right), Edits: []analysis.Edit{{Range: s.Word, Text: s.Right}}}}})
}

// nameless reports a directive without a rule, or without the reason that it needs.
func nameless(pass *analysis.Pass, d directive.Directive) {
	at := firstLine(pass.Document, d.At.Range)
	required := pass.File.Suppressions != nil && pass.File.Suppressions.RequireReason
	switch {
	case len(d.Names) == 0:
		pass.Reportf(at, "the comment names no rule, so it does nothing; write %s RULE -- REASON", d.Verb)
	case required && d.Reason == "" && d.Verb != directive.Enable:
		pass.Reportf(at, "the comment gives no reason, which the configuration requires; write \" -- \" and the reason behind the rule")
	}
}

func unknownName(pass *analysis.Pass, n directive.Name) {
	if pass.File.Suppressions == nil {
		return
	}
	why, near := pass.File.Suppressions.Unknown(n.Text)
	if why == "" {
		return
	}
	d := analysis.Diagnostic{Range: n.Range, Message: quote.Text(n.Text) + " " + why}
	if near != "" {
		d.SuggestedFixes = []analysis.SuggestedFix{{Title: fmt.Sprintf("write %q", near), Edits: []analysis.Edit{{Range: n.Range, Text: near}}}}
	}
	pass.Report(d)
}

// firstLine returns the part of a comment on its first line.
func firstLine(d *analysis.Document, r analysis.Range) analysis.Range {
	return analysis.Range{Start: r.Start, End: min(r.End, max(r.Start, d.LineRange(d.LineOf(r.Start)).End))}
}

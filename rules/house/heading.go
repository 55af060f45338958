package house

import (
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/section"
	"github.com/skilllint/skilllint/internal/quote"
)

// headings looks for headings in one document.
var headings = &analysis.Analyzer{
	Name: "internal/house-heading", Doc: "house rules about headings",
	Severity: analysis.Error, Scope: analysis.PerDocument, Kinds: analysis.Markdown, Source: source,
	Requires: []*analysis.Analyzer{section.Fact.Analyzer}, Run: lookAtHeadings,
}

func lookAtHeadings(pass *analysis.Pass) error {
	for _, r := range setOf(pass.Options).of(pass.File, func(r *Rule) bool { return r.Headings != nil }) {
		found := 0
		for _, s := range section.Fact.Of(pass) {
			if !r.means(s) {
				continue
			}
			found++
			if !r.Require {
				pass.Report(analysis.Diagnostic{As: r.Analyzer, Range: s.Heading, Message: r.said(nil)})
			}
		}
		if r.Require && found == 0 {
			pass.Report(analysis.Diagnostic{As: r.Analyzer, Range: opening(pass.Document), About: "heading", Anywhere: true,
				Message: r.said(nil) + "; there is no heading " + r.wantedHeading()})
		}
	}
	return nil
}

// means reports whether a rule is about a heading, compared without case, number and marks around it.
func (r *Rule) means(s section.Section) bool {
	if r.Level > 0 && s.Level != r.Level {
		return false
	}
	return slices.ContainsFunc(r.Headings, func(text string) bool { return strings.EqualFold(section.Name(text), s.Name) })
}

// wantedHeading returns the headings as they are to be written.
func (r *Rule) wantedHeading() string {
	var written []string
	for _, text := range r.Headings {
		if r.Level > 0 {
			text = strings.Repeat("#", r.Level) + " " + text
		}
		written = append(written, text)
	}
	return quote.List(written, "or")
}

package house

import (
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/markdown"
)

// headings looks for headings in one document.
var headings = &analysis.Analyzer{
	Name: "internal/house-heading", Doc: "house rules about headings",
	Severity: analysis.Error, Scope: analysis.PerDocument, Kinds: analysis.Markdown, Source: source,
	Requires: []*analysis.Analyzer{markdown.SectionFact.Analyzer}, Run: lookAtHeadings,
}

func lookAtHeadings(pass *analysis.Pass) error {
	rules := setOf(pass.Options).of(pass.File, func(r *Rule) bool { return r.Headings != nil })
	if len(rules) == 0 {
		return nil
	}
	w := newWork(len(pass.Document.Source))
	for i, r := range rules {
		found, names := 0, r.headingNames()
		for _, s := range markdown.SectionFact.Of(pass) {
			if w.spend(perValue * len(names)); w.isSpent() {
				giveUp(pass, r, len(rules)-i-1)
				return nil
			}
			if !r.means(names, s) {
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

// giveUp reports that a rule and some more did not look at all headings.
func giveUp(pass *analysis.Pass, r *Rule, more int) {
	who := "this rule"
	if more > 0 {
		who += " and " + quote.Plural(more, "house rule") + " behind it"
	}
	pass.Report(analysis.Diagnostic{As: r.Analyzer, Range: opening(pass.Document), About: "given up", Anywhere: true,
		Message: "to compare the headings costs more than it may in a file, so " + who + " did not look at all of them; name fewer headings"})
}

// headingNames returns the headings as they are compared.
func (r *Rule) headingNames() []string {
	names := make([]string, len(r.Headings))
	for i, text := range r.Headings {
		names[i] = markdown.HeadingName(text)
	}
	return names
}

// means reports whether a rule is about a heading, compared without case, number and marks around it.
func (r *Rule) means(names []string, s markdown.Section) bool {
	if r.Level > 0 && s.Level != r.Level {
		return false
	}
	return slices.ContainsFunc(names, func(name string) bool { return strings.EqualFold(name, s.Name) })
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

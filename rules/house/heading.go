package house

import (
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/markdown"
)

// headings searches for headings in one document.
var headings = &analysis.Analyzer{
	Name: "internal/house-heading", Doc: "custom rules about headings",
	Severity: analysis.Error, Scope: analysis.PerDocument, Kinds: analysis.Markdown, Source: source,
	Requires: []*analysis.Analyzer{markdown.SectionFact.Analyzer}, Run: checkHeadings,
}

func checkHeadings(pass *analysis.Pass) error {
	rules := setOf(pass.Options).rulesFor(pass.File, func(r *Rule) bool { return r.Headings != nil })
	if len(rules) == 0 {
		return nil
	}
	w := newWork(len(pass.Document.Source))
	for i, r := range rules {
		found, names := 0, r.headingNames()
		for _, s := range markdown.SectionFact.Of(pass) {
			if w.spend(perValue * len(names)); w.isSpent() {
				reportHeadingLimit(pass, r, len(rules)-i-1)
				return nil
			}
			if !r.means(names, s) {
				continue
			}
			found++
			if !r.Require {
				d := r.diagnostic(nil, "")
				d.Range = s.Heading
				pass.Report(d)
			}
		}
		if r.Require && found == 0 {
			d := r.diagnostic(nil, "missing heading "+r.headingList())
			d.Range, d.About, d.Anywhere = opening(pass.Document), "heading", true
			pass.Report(d)
		}
	}
	return nil
}

// reportHeadingLimit reports that a rule and others did not check all headings.
func reportHeadingLimit(pass *analysis.Pass, r *Rule, more int) {
	rules := "this rule"
	if more > 0 {
		rules += " and " + quote.Plural(more, "other custom rule")
	}
	pass.Report(analysis.Diagnostic{As: r.Analyzer, Range: opening(pass.Document), About: "given up", Anywhere: true,
		Message: "custom rules about headings exceed the work limit of a file", Effect: rules + " did not check all headings", Help: "name fewer headings"})
}

// headingNames returns the headings in the form in which they are compared.
func (r *Rule) headingNames() []string {
	names := make([]string, len(r.Headings))
	for i, text := range r.Headings {
		names[i] = markdown.HeadingName(text)
	}
	return names
}

// means reports whether a rule is about a heading, compared without case, number and punctuation.
func (r *Rule) means(names []string, s markdown.Section) bool {
	if r.Level > 0 && s.Level != r.Level {
		return false
	}
	return slices.ContainsFunc(names, func(name string) bool { return strings.EqualFold(name, s.Name) })
}

// headingList lists the headings in Markdown.
func (r *Rule) headingList() string {
	var written []string
	for _, text := range r.Headings {
		if r.Level > 0 {
			text = strings.Repeat("#", r.Level) + " " + text
		}
		written = append(written, text)
	}
	return quote.List(written, "or")
}

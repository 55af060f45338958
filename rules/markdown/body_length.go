package markdown

import (
	"fmt"
	"slices"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/markdown"
	"github.com/skilllint/skilllint/internal/sorting"
	"github.com/skilllint/skilllint/schema"
)

// BodyLength reports a file that is longer than its dialect advises or takes.
//
// A skill is read whole each time it is used, also the parts that this time do not matter. The
// specification and the documentation of Claude Code and Copilot advise to stay below 500 lines;
// duyetbot's validator warns above 50,000 characters, and Copilot's cloud agent takes 30,000 in an
// agent.
//
// Move what is seldom needed into files beside it ("references/") and say in the skill when to
// read them. The heaviest sections are named, as candidates.
//
// Lines are those of the whole file, header included. A skill that costs too many tokens as well is
// reported by budget/skill alone.
var BodyLength = &analysis.Analyzer{
	Name:     "markdown/body-length",
	Doc:      "file that is longer than its dialect advises or takes",
	Severity: analysis.Warning,
	Scope:    analysis.PerDocument,
	Kinds:    withInstructions,
	Source: analysis.Source{Kind: analysis.Specification, Checked: "2026-11-21",
		Name: "Agent Skills specification: under 500 lines; duyetbot's validator; Copilot's documentation of agents"},
	Requires: []*analysis.Analyzer{markdown.SectionFact.Analyzer},
	Options:  &BodyLengthOptions{},
	Run:      bodyLength,
}

// BodyLengthOptions are the options of markdown/body-length.
type BodyLengthOptions struct {
	Lines int `yaml:"lines" doc:"how many lines a skill may have; 0: what its dialect advises"`
}

func bodyLength(pass *analysis.Pass) error {
	d := pass.Document
	rules := d.Rules()
	if d.Body == nil || rules == nil || !headerIsFine(d, rules) {
		return nil
	}
	limits := limitsOf(d, rules.Body, analysis.OptionsOf[BodyLengthOptions](pass))
	length, about, n := "", "lines", 0
	if limits.Most > 0 {
		n = schema.Length(string(d.Source[d.BodyStart():]), schema.UTF16)
	}
	switch {
	case limits.Lines > 0 && d.LineCount() > limits.Lines:
		n = d.LineCount()
		length = fmt.Sprintf("the %s has %s lines, and %s %s at most %s", d.Kind,
			quote.Count(d.LineCount()), limits.Reader, verb(limits), quote.Count(limits.Lines))
	case limits.Most > 0 && n > limits.Most:
		about = "characters"
		length = fmt.Sprintf("the body has %s characters, and %s %s at most %s",
			quote.Count(n), limits.Reader, verb(limits), quote.Count(limits.Most))
	default:
		return nil
	}
	found := analysis.Diagnostic{Range: placeOfBody(d), Anywhere: true, About: about, Measured: n,
		Message: length + ", so " + limits.Effect + "; move what is seldom needed into files of its own"}
	for i, s := range longest(markdown.SectionFact.Of(pass)) {
		found.Message += []string{"; longest: ", ", "}[min(i, 1)] + quote.Text(s.Title) +
			fmt.Sprintf(" (line %d, %s lines)", s.Line, quote.Count(linesOf(d, s)))
	}
	pass.Report(found)
	return nil
}

// limitsOf returns the limits of a file: the configuration's before the dialect's.
func limitsOf(d *analysis.Document, rules *schema.BodyRules, o *BodyLengthOptions) schema.BodyRules {
	if o.Lines > 0 && d.Kind == analysis.Skill {
		return schema.BodyRules{Lines: o.Lines, Reader: "the configuration",
			Effect: "each use of it costs more than its owners want"}
	}
	if rules == nil {
		return schema.BodyRules{}
	}
	return *rules
}

func verb(limits schema.BodyRules) string {
	if limits.Lines > 0 {
		return "wants"
	}
	return "takes"
}

const mostNamed = 3 // sections in a message

// longest returns the longest parts of a document that has several.
func longest(all []markdown.Section) []markdown.Section {
	if len(markdown.TopSections(all)) < 2 {
		return nil
	}
	parts := slices.Clone(markdown.TopSections(all))
	sorting.By(parts, func(a, b markdown.Section) int { return b.Extent.Len() - a.Extent.Len() })
	return parts[:min(mostNamed, len(parts))]
}

func linesOf(d *analysis.Document, s markdown.Section) int {
	return d.LineOf(max(s.Extent.Start, s.Extent.End-1)) - s.Line + 1
}

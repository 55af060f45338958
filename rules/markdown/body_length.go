package markdown

import (
	"fmt"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/budget"
	"github.com/skilllint/skilllint/facts/markdown"
	"github.com/skilllint/skilllint/internal/sorting"
	"github.com/skilllint/skilllint/schema"
)

// BodyLength reports files that are longer than their dialect recommends or allows.
//
// A client loads the whole skill each time the model uses it, including parts that do not matter for
// the task. The specification and the documentation of Claude Code and Copilot recommend less than 500
// lines. duyetbot's validator warns above 50,000 characters, Copilot's cloud agent accepts 30,000 in
// a subagent, and Windsurf truncates rules after 12,000.
//
// Severity:
//   - warning above a limit that you set, and above a number of characters
//   - info more than 15 % above a recommended number of lines: tokens decide how much a skill costs
//
// Move parts that are seldom needed to files in references/, and say in the skill when to read them.
// The finding names the longest sections with a fifth of the lines or more. Lines of the frontmatter are included.
//
// Not reported:
//   - skills over the token budget, which budget/skill reports with their length
//   - translations, and skills in directories such as "deprecated" and "archive"
var BodyLength = &analysis.Analyzer{
	Name:     "markdown/body-length",
	Doc:      "file longer than recommended",
	Severity: analysis.Warning,
	Scope:    analysis.PerDocument,
	Kinds:    withInstructions | analysis.Instructions,
	Source: analysis.Source{Kind: analysis.Specification, Checked: "2026-11-21",
		Name: "Agent Skills specification (500 lines), duyetbot's validator, Copilot's documentation of subagents, and Windsurf's of rules"},
	Requires: []*analysis.Analyzer{markdown.SectionFact.Analyzer},
	Options:  &BodyLengthOptions{},
	Run:      bodyLength,
}

// BodyLengthOptions are the options of markdown/body-length.
type BodyLengthOptions struct {
	Lines int `yaml:"lines" doc:"maximum number of lines of a skill; 0: the recommendation of its dialect"`
}

func bodyLength(pass *analysis.Pass) error {
	d := pass.Document
	rules := d.Rules()
	if d.Body == nil || rules == nil || !hasBody(d, rules) {
		return nil
	}
	limits := limitsOf(d, rules.Body, analysis.OptionsOf[BodyLengthOptions](pass))
	found := analysis.Diagnostic{Range: placeOfBody(d), Anywhere: true, Effect: limits.Effect}
	switch n := d.LineCount(); {
	case limits.Lines > 0 && limits.Effect != readWhole: // for a recommendation, tokens are decisive
		if n <= limits.Lines+limits.Lines*budget.Tolerance/100 || budget.IsRetired(d.Rel) || budget.IsTranslated(d.Rel) {
			return nil
		}
		found.About, found.Measured, found.Severity = "lines", n, analysis.Info
		found.Message = overLines(d, n, limits)
		found.Group = analysis.Group{Key: limits.Reader, Message: fmt.Sprintf("%s files are long (%s %s lines)", analysis.Many, limits.Reader, quote.Count(limits.Lines)),
			Help: "move what is seldom needed to separate files"}
	case limits.Lines > 0 && n > limits.Lines:
		found.About, found.Measured = "lines", n
		found.Message = overLines(d, n, limits)
	case limits.Most > 0:
		if n = schema.Length(string(d.Source[d.BodyStart():]), schema.UTF16); n <= limits.Most {
			return nil
		}
		found.About, found.Measured = "characters", n
		found.Message = fmt.Sprintf("body is %s characters long (limit %s)", quote.Count(n), quote.Count(limits.Most))
	default:
		return nil
	}
	var sections []string
	for _, s := range longest(markdown.SectionFact.Of(pass)) {
		if linesOf(d, s)*5 < d.LineCount() {
			break
		}
		sections = append(sections, fmt.Sprintf("%s with %s", quote.Text(s.Title), quote.Plural(linesOf(d, s), "line")))
	}
	found.Help = "move what is seldom needed to separate files"
	if len(sections) > 0 {
		found.Help += " (longest sections: " + strings.Join(sections, ", ") + ")"
	}
	pass.Report(found)
	return nil
}

func overLines(d *analysis.Document, n int, limits schema.BodyRules) string {
	return fmt.Sprintf("%s is %s lines long (%s %s)", d.Kind, quote.Count(n), limits.Reader, quote.Count(limits.Lines))
}

// limitsOf returns the limits of a file. The configuration has precedence over the dialect. The number of lines is inserted
// into Reader.
func limitsOf(d *analysis.Document, rules *schema.BodyRules, o *BodyLengthOptions) schema.BodyRules {
	if o.Lines > 0 && d.Kind == analysis.Skill {
		return schema.BodyRules{Lines: o.Lines, Reader: "configured limit:", Effect: readWhole}
	}
	if rules == nil {
		return schema.BodyRules{}
	}
	limits := *rules
	limits.Reader += " recommends"
	return limits
}

// readWhole is the effect of a skill that is longer than the configuration allows.
const readWhole = "the model reads the whole skill each time it uses it"

const maxNamed = 2 // sections in a help text

// longest returns the longest sections of a document with several top sections.
func longest(all []markdown.Section) []markdown.Section {
	if len(markdown.TopSections(all)) < 2 {
		return nil
	}
	parts := slices.Clone(markdown.TopSections(all))
	sorting.By(parts, func(a, b markdown.Section) int { return b.Extent.Len() - a.Extent.Len() })
	return parts[:min(maxNamed, len(parts))]
}

func linesOf(d *analysis.Document, s markdown.Section) int {
	return d.LineOf(max(s.Extent.Start, s.Extent.End-1)) - s.Line + 1
}

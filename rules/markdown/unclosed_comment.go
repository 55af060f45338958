package markdown

import (
	"fmt"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/markdown"
)

// UnclosedComment reports HTML comments without an end.
//
// `<!--` at the start of a line hides all text up to `-->`, across empty lines, headings and fences.
// Without `-->`, it hides the rest of the list item, block quote or file. People who read the rendered
// file do not see that text, but models read it. Close the comment where it is meant to end.
//
// Not reported:
//   - `<!--` within a line of text, which renderers show as text
//   - `<!--` in code
//   - comments with instructions, which security/hidden-text reports
//
// Fix: --unsafe-fixes closes the comment at the end of its first line, if that has text without a tag.
var UnclosedComment = &analysis.Analyzer{
	Name:     "markdown/unclosed-comment",
	Doc:      "unclosed HTML comment",
	Severity: analysis.Warning,
	Scope:    analysis.PerDocument,
	Kinds:    analysis.Text,
	Source:   analysis.Source{Kind: analysis.Specification, Name: "CommonMark 0.31.2, HTML blocks", Checked: "2026-11-21"},
	Requires: []*analysis.Analyzer{markdown.HTMLFact.Analyzer},
	Run:      unclosedComment,
}

func unclosedComment(pass *analysis.Pass) error {
	d := pass.Document
	for _, c := range markdown.HTMLFact.Of(pass).Comments {
		if c.Closed || !c.Block {
			continue
		}
		line := d.TrimLine(analysis.Range{Start: c.Range.Start, End: d.LineRange(d.LineOf(c.Range.Start)).End})
		diagnostic := analysis.Diagnostic{Range: line, Message: "unclosed HTML comment", Effect: hiddenLines(d, c)}
		if text := strings.TrimPrefix(d.Text(line), "<!--"); text == "" || strings.Contains(text, "<") { // it may hide an element of several lines
			diagnostic.Help = "close the comment where it is meant to end"
		} else {
			diagnostic.SuggestedFixes = []analysis.SuggestedFix{{Title: "close the comment at the end of this line", Uncovers: true,
				Edits: []analysis.Edit{{Range: analysis.Range{Start: line.End, End: line.End}, Text: " -->"}}}}
		}
		pass.Report(diagnostic)
	}
	return nil
}

// hiddenLines describes the lines that a comment hides.
func hiddenLines(d *analysis.Document, c markdown.Comment) string {
	switch lines := d.LineOf(max(c.Range.Start, c.Range.End-1)) - d.LineOf(c.Range.Start); lines {
	case 0:
		return ""
	case 1:
		return "the next line is hidden in rendered Markdown, but models read it"
	default:
		return fmt.Sprintf("the next %s lines are hidden in rendered Markdown, but models read them", quote.Count(lines))
	}
}

package markdown

import (
	"fmt"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/markdown"
)

// UnclosedComment reports an HTML comment that nothing closes.
//
// `<!--` at the start of a line hides everything down to `-->`, over blank lines, headings and
// fences, or to the end of the list item, quotation or file. People who look at the rendered file
// see none of it; a model, which is given the text, reads it as if nothing were there, so the two
// speak of different skills. Close the comment where it was meant to end.
//
// Left alone: `<!--` within a line of text, which a renderer shows as it is; code.
var UnclosedComment = &analysis.Analyzer{
	Name:     "markdown/unclosed-comment",
	Doc:      "HTML comment that is never closed",
	Severity: analysis.Warning,
	Scope:    analysis.PerDocument,
	Kinds:    analysis.Markdown,
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
		diagnostic := analysis.Diagnostic{Range: line, Message: swallowed(d, c)}
		diagnostic.SuggestedFixes = []analysis.SuggestedFix{{Title: "close the comment on its line", Uncovers: true,
			Edits: []analysis.Edit{{Range: analysis.Range{Start: line.End, End: line.End}, Text: " -->"}}}}
		pass.Report(diagnostic)
	}
	return nil
}

// swallowed says what a comment hides.
func swallowed(d *analysis.Document, c markdown.Comment) string {
	first, last := d.LineOf(c.Range.Start), d.LineOf(max(c.Range.Start, c.Range.End-1))
	if first == last {
		return `the comment that "<!--" begins is never closed; write "-->" behind it`
	}
	lines := fmt.Sprintf("the %d lines behind it are", last-first)
	if last-first == 1 {
		lines = "the line behind it is"
	}
	return fmt.Sprintf(`the comment that "<!--" begins is never closed, so %s hidden from people and read by the model; write "-->" where it ends`, lines)
}

package markdown

import (
	"fmt"
	"slices"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/markdown"
)

// Tag reports a tag that opens a part of the instructions and is never closed, closes one that was
// never opened, or crosses another.
//
// `<instructions>` and the like tell a model where a part begins and ends. Without the end it has to
// guess, and mostly takes the rest of the file for that part. Close each on a line of its own, the
// inner one first.
//
// Looked at are tags that stand alone on their line, or end a part before more text, in files in which
// such tags come in pairs.
//
// Left alone: a `<name>` that stands for something to be filled in; elements of HTML that need no
// end; tags in code, in a line of text, or of which the other half stands there.
var Tag = &analysis.Analyzer{
	Name:     "markdown/tag",
	Doc:      "tag around a part of the instructions that is not closed, or crosses another",
	Severity: analysis.Warning,
	Scope:    analysis.PerDocument,
	Kinds:    analysis.Skill | analysis.Agent | analysis.Command | analysis.Prompt | analysis.Instructions | analysis.CursorRule | analysis.Reference,
	Source: analysis.Source{Kind: analysis.Documentation, Checked: "2026-11-21",
		Name: "Anthropic's prompt engineering guide, XML tags"},
	Requires: []*analysis.Analyzer{markdown.HTMLFact.Analyzer},
	Run:      tags,
}

// free are the elements of HTML that have no end, or may do without.
var free = []string{"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr",
	"p", "li", "dt", "dd", "tr", "td", "th", "thead", "tbody", "tfoot", "option", "optgroup", "colgroup", "html", "head", "body", "rp", "rt"}

func tags(pass *analysis.Pass) error {
	d := pass.Document
	var lone []markdown.Tag
	for _, t := range markdown.HTMLFact.Of(pass).Tags {
		if !t.Empty && !slices.Contains(free, t.Name) && (isAlone(d, t.Range) || t.Closes && isFirst(d, t.Range)) {
			lone = append(lone, t)
		}
	}
	if len(lone) < 3 { // one pair, and what is not in one
		return nil
	}
	for _, f := range pairTags(lone) {
		if f.other == nil && halfElsewhere(d, f.tag) {
			continue
		}
		reportTag(pass, f)
	}
	return nil
}

func reportTag(pass *analysis.Pass, f tagFault) {
	d := pass.Document
	tag, end := quote.Text(d.Text(f.tag.Range)), "</"+f.tag.Name+">"
	switch {
	case f.tag.Closes:
		pass.Reportf(f.tag.Range, "%s closes nothing, as no such tag is open here; remove it, or open it where its part begins", tag)
	case f.other == nil:
		pass.Reportf(f.tag.Range, "%s is never closed, so a model takes what follows for that part; write %s where it ends", tag, quote.Text(end))
	case f.other.Name == f.tag.Name:
		pass.Report(analysis.Diagnostic{Range: f.tag.Range, Message: fmt.Sprintf("%s is still open where the tag around it is closed, so the two parts cross; close the inner one first", tag),
			Related: []analysis.Related{{Location: d.At(f.other.Range), Message: "here it is closed"}}})
	default:
		other := quote.Text(d.Text(f.other.Range))
		pass.Report(analysis.Diagnostic{Range: f.tag.Range, Message: fmt.Sprintf("%s is closed by %s, which is another tag, so the part has no end; write %s", tag, other, quote.Text(end)),
			Related: []analysis.Related{{Location: d.At(f.other.Range), Message: other + " stands here"}},
			SuggestedFixes: []analysis.SuggestedFix{{Title: "write " + quote.Text(end),
				Edits: []analysis.Edit{{Range: f.other.Range, Text: end}}}}})
	}
}

// isAlone reports whether nothing else stands on the line of a tag.
func isAlone(d *analysis.Document, r analysis.Range) bool {
	return d.TrimLine(d.LineRange(d.LineOf(r.Start))) == r
}

// isFirst reports whether a tag begins its line.
func isFirst(d *analysis.Document, r analysis.Range) bool {
	return d.TrimLine(d.LineRange(d.LineOf(r.Start))).Start == r.Start
}

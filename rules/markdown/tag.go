package markdown

import (
	"strings"

	"fmt"
	"slices"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/markdown"
	"github.com/skilllint/skilllint/rules/markdown/fence"
)

// Tag reports XML tags around parts of the instructions that are not closed, not opened, or overlap.
//
// Tags such as `<instructions>` tell a model where a part begins and ends. Without the end, it usually
// takes the rest of the file as that part. Close each tag on a line of its own, the inner one first.
//
// The rule checks tags that are alone on their line, and closing tags at the start of a line. It applies
// to files that use such tags in pairs, and to names such as "instructions" and "rules" in all files. A closing tag that is
// a row of a table, as formatters write it, is reported in all of them.
//
// Not reported:
//   - a `<name>` that is a placeholder for a value, or a line of a paragraph
//   - HTML elements that need no closing tag or lay out a page, and components of programs with attributes (<Form action="…">)
//   - tags in files whose blocks of code do not end where they were meant to
//   - tags in code or within a line of text, and tags whose other half is there
//
// Fix: --unsafe-fixes corrects a closing tag that is misspelled, and moves one below the table of which it is a row.
var Tag = &analysis.Analyzer{
	Name:     "markdown/tag",
	Doc:      "unclosed, unmatched or overlapping tag",
	Severity: analysis.Warning,
	Scope:    analysis.PerDocument,
	Kinds:    analysis.Skill | analysis.Agent | analysis.Command | analysis.Prompt | analysis.Instructions | analysis.CursorRule | analysis.Reference,
	Source: analysis.Source{Kind: analysis.Documentation, Checked: "2026-11-21",
		Name: "Anthropic's prompt engineering guide on XML tags"},
	Requires: []*analysis.Analyzer{markdown.HTMLFact.Analyzer, fence.Fact.Analyzer},
	Run:      tags,
}

// void are the HTML elements that have no closing tag, may omit it, or lay out a page: copied pages have them within lines, too.
var void = []string{"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr",
	"p", "li", "dt", "dd", "tr", "td", "th", "thead", "tbody", "tfoot", "option", "optgroup", "colgroup", "html", "head", "body", "rp", "rt", "div", "span", "center"}

func tags(pass *analysis.Pass) error {
	d := pass.Document
	if p := fence.Fact.Of(pass); p != nil && p.Misread {
		return nil // tags may be code
	}
	var lone []markdown.Tag
	components := map[string]bool{}
	for _, t := range markdown.HTMLFact.Of(pass).Tags {
		if t.IsComponent(d.Source) {
			components[t.Name] = true
		}
	}
	for _, t := range markdown.HTMLFact.Of(pass).Tags {
		if !t.Empty && !components[t.Name] && !slices.Contains(void, t.Name) && (isAlone(d, t.Range) || t.Closes && isFirst(d, t.Range)) {
			lone = append(lone, t)
		}
	}
	reportRows(pass)
	for _, f := range pairTags(lone) {
		if f.other == nil && (isPairedElsewhere(d, f.tag) || !startsPart(d, f.tag) || isMentioned(d, f.tag)) {
			continue
		}
		reportTag(pass, f)
	}
	return nil
}

// startsPart reports whether text follows an opening tag. A tag without text may be a placeholder.
func startsPart(d *analysis.Document, t markdown.Tag) bool {
	next := firstLine(d, d.LineOf(t.Range.Start))
	return t.Closes || next < d.LineCount() && !isTag(lineText(d, next))
}

// isMentioned reports whether an opening tag is between two lines of a paragraph, as the name of an element in converted documents.
func isMentioned(d *analysis.Document, t markdown.Tag) bool {
	line := d.LineOf(t.Range.Start)
	if t.Closes || slices.Contains(structural, t.Name) || line < 2 || line == d.LineCount() {
		return false
	}
	before, after := lineText(d, line-1), lineText(d, line+1)
	return before != "" && after != "" && !strings.HasSuffix(before, ":") && strings.IndexByte("<#-*|", before[0]) < 0 && after[0] != '<'
}

func reportTag(pass *analysis.Pass, f unpairedTag) {
	d := pass.Document
	tag, end := quote.Text(d.Text(f.tag.Range)), "</"+f.tag.Name+">"
	noEnd := "models may take the rest of the file as the content of <" + f.tag.Name + ">"
	found := analysis.Diagnostic{Range: f.tag.Range}
	switch {
	case f.tag.Closes:
		found.Message = "closing tag " + tag + " has no opening tag"
		found.Help = "remove it, or add the opening tag"
	case f.other == nil:
		found.Message, found.Effect = "unclosed tag "+tag, noEnd
		found.Help = "add " + quote.Text(end) + " where the part ends"
	case f.other.Name == f.tag.Name:
		found.Message = "tag " + tag + " overlaps the tag around it"
		found.Help = "close the inner tag first"
		found.Related = []analysis.Related{{Location: d.At(f.other.Range), Message: "closed here"}}
	default:
		other := quote.Text(d.Text(f.other.Range))
		found.Message, found.Effect = fmt.Sprintf("tag %s is closed by %s", tag, other), noEnd
		found.Related = []analysis.Related{{Location: d.At(f.other.Range), Message: "closed here"}}
		found.SuggestedFixes = []analysis.SuggestedFix{{Title: fmt.Sprintf("replace %s with %s", other, quote.Text(end)),
			Edits: []analysis.Edit{{Range: f.other.Range, Text: end}}}}
	}
	pass.Report(found)
}

// isAlone reports whether a tag is alone on its line.
func isAlone(d *analysis.Document, r analysis.Range) bool {
	return d.TrimLine(d.LineRange(d.LineOf(r.Start))) == r
}

// isFirst reports whether a tag begins its line.
func isFirst(d *analysis.Document, r analysis.Range) bool {
	return d.TrimLine(d.LineRange(d.LineOf(r.Start))).Start == r.Start
}

// isTag reports whether a line starts and ends with an HTML tag.
func isTag(line string) bool { return strings.HasPrefix(line, "<") && strings.HasSuffix(line, ">") }

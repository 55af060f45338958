package markdown

import (
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/placeholder"
	"github.com/yuin/goldmark/ast"
)

// Placeholder reports a heading, or a paragraph of one line, that is nothing but a template's leftover.
//
// `[Your steps]`, `<your instructions here>`, "Lorem ipsum" and a note of what is to do were meant for
// the author. A model takes them for instructions, or reports them back. Write what was to stand
// there, or remove the line.
//
// Left alone: files of templates; "[Insert the plan here]" and the like, and all in brackets below a
// heading such as "Output format", which an agent may have to fill in; notes within a sentence or a list; a heading that may stand above a list of what is to be
// done; code.
var Placeholder = &analysis.Analyzer{
	Name:     "markdown/placeholder",
	Doc:      "heading or line that is a template's leftover",
	Severity: analysis.Warning,
	Scope:    analysis.PerDocument,
	Kinds:    analysis.Skill | analysis.Agent | analysis.Command | analysis.Prompt | analysis.Instructions | analysis.CursorRule,
	Source: analysis.Source{Kind: analysis.Measurement, Checked: "2026-11-21",
		Name: "templates that the scaffolding scripts of public skill collections write"},
	Run: leftover,
}

func leftover(pass *analysis.Pass) error {
	d := pass.Document
	if d.Body == nil || placeholder.IsTemplatePath(d.Rel) {
		return nil
	}
	form := false // below a heading that announces what an agent is to fill in
	for n := d.Body.FirstChild(); n != nil; n = n.NextSibling() {
		heading := n.Kind() == ast.KindHeading
		if heading && n.Lines().Len() > 0 {
			line := n.Lines().At(0)
			form = isForm(strings.ToLower(d.Text(analysis.Range{Start: line.Start, End: line.Stop})))
		}
		if !heading && n.Kind() != ast.KindParagraph && n.Kind() != ast.KindHTMLBlock || n.Lines().Len() != 1 {
			continue
		}
		line := n.Lines().At(0)
		at := d.TrimLine(analysis.Range{Start: line.Start, End: line.Stop})
		text := d.Text(at)
		if at.Start < d.BodyStart() || !isLeftover(text, heading) || form && !heading && isSlot(text) {
			continue
		}
		what := "was left over from a template"
		if word, _, _ := strings.Cut(strings.ToLower(text), ":"); word != strings.ToLower(text) && placeholder.IsNote(word) {
			what = "is a note to its author"
		}
		pass.Reportf(at, "%s %s, and a model takes it for an instruction; write what was to stand here, or remove it", quote.Text(text), what)
	}
	return nil
}

// isLeftover reports whether the whole text of a line is a note to its author.
func isLeftover(text string, heading bool) bool {
	inner, bracketed := placeholder.Unwrap(text)
	lower := strings.ToLower(inner)
	word, rest, colon := strings.Cut(lower, ":")
	if placeholder.IsNote(word) {
		return bracketed || colon && rest != "" && !heading || !colon && !heading
	}
	if strings.HasPrefix(lower, "lorem ipsum") || heading && lower == "insert instructions below" {
		return true
	}
	if !bracketed {
		return false
	}
	return strings.HasPrefix(lower, "your ") || strings.HasPrefix(lower, "your-") || strings.HasPrefix(lower, "your_")
}

// isForm reports whether a heading announces the form of what an agent is to write.
func isForm(heading string) bool {
	for _, word := range []string{"output", "format", "template", "response", "report"} {
		if strings.Contains(heading, word) {
			return true
		}
	}
	return false
}

// isSlot reports whether a text is one pair of brackets, to be filled in by somebody, and no note.
func isSlot(text string) bool {
	inner, bracketed := placeholder.Unwrap(text)
	word, _, _ := strings.Cut(strings.ToLower(inner), ":")
	return bracketed && !placeholder.IsNote(word)
}

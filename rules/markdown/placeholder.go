package markdown

import (
	"bytes"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/placeholder"
	"github.com/skilllint/skilllint/rules/markdown/fence"
	"github.com/yuin/goldmark/ast"
)

// Placeholder reports headings and one-line paragraphs that are leftovers of a template, and frontmatter in the body.
//
// `[Your steps]`, `<your instructions here>`, "Lorem ipsum" and notes about open work are meant for the author.
// Models read them as instructions or repeat them to the user. Write the actual text, or remove the
// line.
//
// A placeholder such as `{{PROJECT_NAME}}` in a heading of instructions shows that a template was not filled in.
//
// A converter that puts its own frontmatter before a file leaves the original one in the body, or in one code block that is
// the whole body. Clients ignore the fields there, and models read a block as an example.
//
// Not reported:
//   - template files, and headings of a file with eight placeholders or more, which the user fills in
//   - "[Insert the plan here]" and the like, and text in brackets below a heading such as "Output
//     format", which an agent may have to fill in, or after a line such as "Dear [name],"
//   - notes within a sentence or a list
//   - a heading "Todo" with text below, which may introduce a list, unless it is the title, in capitals
//   - code, and files in which text is parsed as code because of a fence
var Placeholder = &analysis.Analyzer{
	Name:     "markdown/placeholder",
	Doc:      "leftover template text",
	Severity: analysis.Warning,
	Scope:    analysis.PerDocument,
	Kinds:    analysis.Skill | analysis.Agent | analysis.Command | analysis.Prompt | analysis.Instructions | analysis.CursorRule,
	Source: analysis.Source{Kind: analysis.Measurement, Checked: "2026-11-21",
		Name: "templates that the scaffolding scripts of public skill collections write"},
	Requires: []*analysis.Analyzer{fence.Fact.Analyzer},
	Run:      leftover,
}

func leftover(pass *analysis.Pass) error {
	d := pass.Document
	if d.Body == nil || placeholder.IsTemplatePath(d.Rel) {
		return nil
	}
	reportSecondFrontmatter(pass)
	if p := fence.Fact.Of(pass); p != nil && p.Misread {
		return nil // templates in code may be text
	}
	isTemplate := bytes.Count(d.Source, []byte("{{")) >= minSlots
	form := false // below the heading of a form that the agent fills in, or after a line of one
	for n := d.Body.FirstChild(); n != nil; n = n.NextSibling() {
		heading := n.Kind() == ast.KindHeading
		if heading && n.Lines().Len() > 0 {
			line := n.Lines().At(0)
			form = isForm(strings.ToLower(d.Text(analysis.Range{Start: line.Start, End: line.Stop})))
		}
		if !heading && n.Kind() != ast.KindParagraph && n.Kind() != ast.KindHTMLBlock || n.Lines().Len() == 0 {
			continue
		}
		line := n.Lines().At(0)
		at := d.TrimLine(analysis.Range{Start: line.Start, End: line.Stop})
		text := d.Text(at)
		form = form || !heading && hasGap(text)
		if n.Lines().Len() != 1 {
			continue
		}
		if heading && !isTemplate && isUnfilled(d, text) {
			pass.Report(analysis.Diagnostic{Range: at, Message: "unresolved placeholder: " + quote.Text(text),
				Effect: "the model sees it literally", Help: "write the value"})
			continue
		}
		if at.Start < d.BodyStart() || !isLeftover(text, heading) && !(heading && (isOpen(n, text) || isUntitled(d, n, text))) || form && !heading && isSlot(text) {
			continue
		}
		what := "leftover template text"
		if word, _, colon := strings.Cut(strings.ToLower(text), ":"); colon && placeholder.IsNote(word) {
			what = "leftover note"
		}
		pass.Report(analysis.Diagnostic{Range: at, Message: what + ": " + quote.Text(text),
			Effect: "models read it as an instruction", Help: "replace it with the actual text, or remove it"})
	}
	return nil
}

// isLeftover reports whether a whole line is a note of its author.
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

// isOpen reports whether a heading is only a note, without content. "Todo" can be the title of a list.
func isOpen(heading ast.Node, text string) bool {
	title := strings.Trim(text, "#*_: \t")
	next := heading.NextSibling()
	return placeholder.IsNote(strings.ToLower(title)) && (!strings.EqualFold(title, "todo") || next == nil || next.Kind() == ast.KindHeading)
}

// isUntitled reports whether a heading is the text of a template for a title: "Title here", or "todo" in capitals as title of a
// document that is not about such lists.
func isUntitled(d *analysis.Document, heading ast.Node, text string) bool {
	title := strings.Trim(text, "#*_: \t")
	if title == "TODO" {
		return heading.(*ast.Heading).Level == 1 && !strings.Contains(strings.ToLower(d.Rel), "todo")
	}
	words := strings.FieldsFunc(strings.ToLower(title), func(r rune) bool { return strings.ContainsRune("[]<>{}() .", r) })
	if len(words) < 2 || words[len(words)-1] != "here" {
		return false
	}
	named := false
	for _, word := range words[:len(words)-1] {
		switch word {
		case "title", "name", "heading", "headline":
			named = true
		case "your", "the", "a", "insert", "add", "enter", "put", "write", "skill", "agent", "command", "section", "project", "document", "main":
		default:
			return false
		}
	}
	return named
}

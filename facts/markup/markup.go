// Package markup knows the HTML in a Markdown body: its tags, with their attributes, and its
// comments. What stands in code is none; nor is text that only looks like a tag to people, as
// "<my file>", because a renderer shows it as text.
//
// The standard parsers of HTML do not say where an attribute stands, and repair what rules are to
// find.
package markup

import (
	"bytes"

	"github.com/skilllint/skilllint/analysis"
	"github.com/yuin/goldmark/ast"
)

// Markup is the HTML of a document, in the order of the file.
type Markup struct {
	Tags     []Tag
	Comments []Comment
}

// A Tag is a start or end tag.
type Tag struct {
	Name       string // lower case
	Closes     bool   // it is an end tag
	Empty      bool   // it ends in "/>"
	Range      analysis.Range
	Attributes []Attribute
}

// An Attribute is one that has a value.
type Attribute struct {
	Name  string // lower case
	Value string // as it is written, without quotes
	Range analysis.Range
}

// A Comment is what stands between "<!--" and "-->".
type Comment struct {
	Range  analysis.Range // with its marks
	Closed bool           // else it ends with its block
	Block  bool           // it is no part of a paragraph, and may go on over blank lines
}

// Get returns the value of an attribute, and whether there is one.
func (t *Tag) Get(name string) (Attribute, bool) {
	for _, a := range t.Attributes {
		if a.Name == name {
			return a, true
		}
	}
	return Attribute{}, false
}

// Fact is the HTML of a document.
var Fact = analysis.NewFact("markup", "the HTML tags and comments of a Markdown body",
	analysis.PerDocument, analysis.Markdown, read)

func read(pass *analysis.Pass) (*Markup, error) {
	if pass.Document.Body == nil {
		return nil, analysis.ErrNoFact
	}
	return In(pass.Document), nil
}

// In returns the HTML of a document that has a body, for facts that ask few documents for theirs.
func In(d *analysis.Document) *Markup {
	found := &Markup{}
	if bytes.IndexByte(d.Source[d.BodyStart():], '<') < 0 {
		return found
	}
	for _, n := range d.Leaves() {
		switch {
		case n.Kind() == ast.KindHTMLBlock:
			found.block(d, n.(*ast.HTMLBlock))
		case !n.IsRaw() && mayHold(d.Around(n)):
			found.inline(d, n)
		}
	}
	return found
}

// mayHold reports whether a text may hold a tag or a comment: most blocks have none, so that nobody
// need parse their content.
func mayHold(text []byte) bool {
	for {
		n := bytes.IndexByte(text, '<')
		if n < 0 || n+1 == len(text) {
			return false
		}
		text = text[n+1:]
		if c := text[0]; isName(c, true) || c == '/' || c == '!' || c == '?' {
			return true
		}
	}
}

func (m *Markup) block(d *analysis.Document, n *ast.HTMLBlock) {
	var t pieces
	for i := range n.Lines().Len() {
		line := n.Lines().At(i)
		if d.Header != nil && d.Header.State == analysis.HeaderClosed && line.Start < d.Header.Range.End {
			return // the loader's own node for the header
		}
		t.add(d.Source, line.Start, line.Stop)
	}
	if n.HasClosure() {
		t.add(d.Source, n.ClosureLine.Start, n.ClosureLine.Stop)
	}
	m.scan(&t, true)
}

func (m *Markup) inline(d *analysis.Document, block ast.Node) {
	_ = ast.Walk(d.Inlines(block), func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		raw, ok := n.(*ast.RawHTML)
		if !entering || !ok {
			return ast.WalkContinue, nil
		}
		var t pieces
		for i := range raw.Segments.Len() {
			t.add(d.Source, raw.Segments.At(i).Start, raw.Segments.At(i).Stop)
		}
		m.scan(&t, false)
		return ast.WalkContinue, nil
	})
}

package markdown

import (
	"bytes"

	"github.com/skilllint/skilllint/analysis"
	"github.com/yuin/goldmark/ast"
)

// HTML holds the tags and comments of a document, in the order of the file.
type HTML struct {
	Tags     []Tag
	Comments []Comment
}

// A Tag is a start or end tag.
type Tag struct {
	Name       string // lower case
	Closes     bool   // end tag
	Empty      bool   // ends with "/>"
	Range      analysis.Range
	Attributes []Attribute
}

// An Attribute is an attribute with a value.
type Attribute struct {
	Name  string // lower case
	Value string // verbatim, without quotes
	Range analysis.Range
}

// A Comment is an HTML comment.
type Comment struct {
	Range  analysis.Range // with its delimiters
	Closed bool           // if false, it ends with its block
	Block  bool           // not part of a paragraph, so it may contain empty lines
}

// IsComponent reports whether a tag of a document is that of a component of a program (<Link href="…">), whose attributes are not
// those of HTML.
func (t *Tag) IsComponent(source []byte) bool {
	name := source[t.Range.Start+1 : t.Range.End]
	return len(t.Attributes) > 0 && len(t.Name) > 1 && name[0] >= 'A' && name[0] <= 'Z' && name[1] >= 'a' && name[1] <= 'z'
}

// Get returns an attribute, and whether it exists.
func (t *Tag) Get(name string) (Attribute, bool) {
	for _, a := range t.Attributes {
		if a.Name == name {
			return a, true
		}
	}
	return Attribute{}, false
}

// HTMLFact computes the HTML of a document.
var HTMLFact = analysis.NewFact("markup", "the HTML tags and comments of a Markdown body",
	analysis.PerDocument, analysis.Text, readHTML)

func readHTML(pass *analysis.Pass) (*HTML, error) {
	if pass.Document.Body == nil {
		return nil, analysis.ErrNoFact
	}
	return HTMLOf(pass.Document), nil
}

// HTMLOf returns the HTML of a document with a body, for facts that need the HTML of few documents.
func HTMLOf(d *analysis.Document) *HTML {
	found := &HTML{}
	if bytes.IndexByte(d.Source[d.BodyStart():], '<') < 0 {
		return found
	}
	for _, n := range d.Leaves() {
		switch {
		case n.Kind() == ast.KindHTMLBlock:
			found.block(d, n.(*ast.HTMLBlock))
		case !n.IsRaw() && mayContainHTML(d.Around(n)):
			found.inline(d, n)
		}
	}
	return found
}

// mayContainHTML reports whether a text may contain a tag or a comment. Most blocks do not, and need not be parsed.
func mayContainHTML(text []byte) bool {
	for {
		n := bytes.IndexByte(text, '<')
		if n < 0 || n+1 == len(text) {
			return false
		}
		text = text[n+1:]
		if c := text[0]; isTagName(c, true) || c == '/' || c == '!' || c == '?' {
			return true
		}
	}
}

func (m *HTML) block(d *analysis.Document, n *ast.HTMLBlock) {
	var t pieces
	for i := range n.Lines().Len() {
		line := n.Lines().At(i)
		if d.Header != nil && d.Header.State == analysis.HeaderClosed && line.Start < d.Header.Range.End {
			return // the node of the frontmatter
		}
		t.add(d.Source, line.Start, line.Stop)
	}
	if n.HasClosure() {
		t.add(d.Source, n.ClosureLine.Start, n.ClosureLine.Stop)
	}
	m.scan(&t, true)
}

func (m *HTML) inline(d *analysis.Document, block ast.Node) {
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

package fixer

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/yuin/goldmark/ast"
)

// signature returns a text that is the same for documents that differ only in suppression comments.
func signature(d *analysis.Document) string {
	var b strings.Builder
	if d.Data != nil {
		data, _ := json.Marshal(d.Data.JSON()) // cannot fail for parsed values
		b.Write(data)
	}
	if d.Broken != nil {
		b.WriteString("broken " + d.Broken.Cause)
	}
	if d.Header != nil {
		fmt.Fprintf(&b, " header %d %v", d.Header.State, d.Header.BOM)
	}
	if d.Body != nil {
		for n := d.Body.FirstChild(); n != nil; n = n.NextSibling() {
			describe(&b, d, n)
		}
	}
	return b.String()
}

func describe(b *strings.Builder, d *analysis.Document, n ast.Node) {
	if n.Type() == ast.TypeInline {
		return
	}
	text := textOf(d, n)
	if n.Kind() == ast.KindHTMLBlock && strings.TrimSpace(text) == "" {
		return
	}
	fmt.Fprintf(b, "\n(%s", n.Kind())
	switch n := n.(type) {
	case *ast.Heading:
		fmt.Fprint(b, n.Level)
	case *ast.List:
		fmt.Fprint(b, n.Start, n.IsTight, string(n.Marker))
	case *ast.FencedCodeBlock:
		if n.Info != nil {
			b.Write(n.Info.Segment.Value(d.Source))
		}
	}
	b.WriteString(text)
	for child := n.FirstChild(); child != nil; child = child.NextSibling() {
		describe(b, d, child)
	}
	b.WriteString(")")
}

// textOf returns the text of a block without suppression comments.
func textOf(d *analysis.Document, n ast.Node) string {
	lines := n.Lines()
	if lines == nil || n.Kind() == ast.KindHTMLBlock && d.Header != nil && d.Header.State == analysis.HeaderClosed && lines.Len() > 0 && lines.At(0).Start < d.BodyStart() {
		return "" // the frontmatter
	}
	var text []byte
	for i := range lines.Len() {
		line := lines.At(i)
		text = append(text, d.Source[line.Start:line.Stop]...)
	}
	if h, ok := n.(*ast.HTMLBlock); ok && h.HasClosure() {
		text = append(text, d.Source[h.ClosureLine.Start:h.ClosureLine.Stop]...)
	}
	if n.Kind() == ast.KindFencedCodeBlock || n.Kind() == ast.KindCodeBlock {
		return string(text)
	}
	return string(withoutComments(text))
}

// withoutComments removes suppression comments and the spaces before them, or the whole lines.
func withoutComments(text []byte) []byte {
	var out []byte
	for {
		n := bytes.Index(text, []byte("<!-- skilllint-"))
		if n < 0 {
			return append(out, text...)
		}
		end := bytes.Index(text[n:], []byte("-->"))
		if end < 0 {
			return append(out, text...)
		}
		out = append(out, bytes.TrimRight(text[:n], " ")...)
		text = text[n+end+len("-->"):]
		if len(out) == 0 || out[len(out)-1] == '\n' {
			text = bytes.TrimPrefix(bytes.TrimPrefix(text, []byte("\r")), []byte("\n"))
		}
	}
}

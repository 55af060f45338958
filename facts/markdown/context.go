package markdown

import (
	"sort"
	"unicode"
	"unicode/utf8"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/shell"
	"github.com/yuin/goldmark/ast"
)

// A Context is the kind of text around a position.
type Context uint8

// The contexts. All from InSpan on are code.
const (
	InText   Context = iota // text, tables, HTML, or a file other than Markdown
	InHeader                // the frontmatter with its delimiters
	InSpan                  // a code span
	InBlock                 // a fenced block with its fences, or indented code
	InShell                 // a fenced block for a POSIX-like shell
)

// IsCode reports whether a context is code.
func (k Context) IsCode() bool { return k >= InSpan }

// ContextsOf returns the context of the first byte of each range. The ranges must be in order.
func ContextsOf(d *analysis.Document, places []analysis.Range) []Context {
	kinds := make([]Context, len(places))
	if len(places) == 0 {
		return kinds
	}
	fence := 0
	for i, r := range places {
		for fence < len(d.Fences) && d.Fences[fence].End <= r.Start {
			fence++
		}
		switch {
		case r.Start < d.BodyStart():
			kinds[i] = InHeader
		case fence == len(d.Fences) || r.Start < d.Fences[fence].Open.Start:
		case shell.Is(d.Fences[fence].Info):
			kinds[i] = InShell
		default:
			kinds[i] = InBlock
		}
	}
	if d.Body == nil {
		return kinds
	}
	_ = ast.Walk(d.Body, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering || n.Type() == ast.TypeInline || n.Kind() == ast.KindFencedCodeBlock {
			return ast.WalkSkipChildren, nil
		}
		if n.Type() == ast.TypeBlock && n.Lines().Len() > 0 {
			markBlock(d, n, places, kinds)
		}
		return ast.WalkContinue, nil
	})
	return kinds
}

// markBlock sets the contexts of the ranges in a block.
func markBlock(d *analysis.Document, n ast.Node, places []analysis.Range, kinds []Context) {
	lines := n.Lines()
	block := analysis.Range{Start: lines.At(0).Start, End: lines.At(lines.Len() - 1).Stop}
	first := sort.Search(len(places), func(i int) bool { return places[i].Start >= block.Start })
	last := sort.Search(len(places), func(i int) bool { return places[i].Start >= block.End })
	switch {
	case first == last:
	case n.Kind() == ast.KindCodeBlock:
		for i := first; i < last; i++ {
			kinds[i] = InBlock
		}
	case !n.IsRaw():
		for _, span := range d.CodeSpans(n) {
			i := first + sort.Search(last-first, func(i int) bool { return places[first+i].Start >= span.Start })
			for ; i < last && places[i].Start < span.End; i++ {
				kinds[i] = InSpan
			}
		}
	}
}

// StartsWord reports whether a word may start after a text: at the start of a line, after white space, or after the
// byte order mark.
func StartsWord(before []byte) bool {
	r, size := utf8.DecodeLastRune(before)
	return size == 0 || unicode.IsSpace(r) || r == '\ufeff' && size == len(before)
}

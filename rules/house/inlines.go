package house

import (
	"bytes"
	"sort"

	"github.com/skilllint/skilllint/analysis"
	"github.com/yuin/goldmark/ast"
)

// inlines holds the parts of a block's text other than prose.
type inlines struct {
	code  []analysis.Range // content of code spans, by line
	spans []analysis.Range // code spans with their backticks
	links []analysis.Range // link targets, except those of reference definitions
	html  []analysis.Range // tags and comments
}

func inlinesOf(d *analysis.Document, block ast.Node) inlines {
	var in inlines
	lines := block.Lines()
	whole := analysis.Range{Start: lines.At(0).Start, End: lines.At(lines.Len() - 1).Stop}
	address := func(text []byte) {
		if at, ok := d.RangeOf(text); ok && whole.Contains(at) {
			in.links = append(in.links, at)
		}
	}
	_ = ast.Walk(d.Inlines(block), func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Text:
			if n.Parent().Kind() == ast.KindCodeSpan {
				at := analysis.Range{Start: n.Segment.Start, End: n.Segment.Stop}
				in.code, in.spans = append(in.code, at), append(in.spans, withBackticks(d.Source, at))
			}
		case *ast.Link:
			address(n.Destination)
		case *ast.Image:
			address(n.Destination)
		case *ast.AutoLink:
			address(n.Label(d.Source))
		case *ast.RawHTML:
			for i := range n.Segments.Len() {
				s := n.Segments.At(i)
				in.html = append(in.html, analysis.Range{Start: s.Start, End: s.Stop})
			}
		}
		return ast.WalkContinue, nil
	})
	return in
}

// withBackticks returns the range of a code span including its backticks and the spaces next to them.
func withBackticks(source []byte, at analysis.Range) analysis.Range {
	before := bytes.TrimSuffix(source[:at.Start], []byte{' '})
	if marks := len(before) - len(bytes.TrimRight(before, "`")); marks > 0 {
		at.Start = len(before) - marks
	}
	after := bytes.TrimPrefix(source[at.End:], []byte{' '})
	if rest := bytes.TrimLeft(after, "`"); len(rest) < len(after) {
		at.End = len(source) - len(rest)
	}
	return at
}

// hidden replaces bytes that are not searched. It is invalid UTF-8, so only "." and similar expressions match it.
const hidden = 0xFF

// without returns a copy of a passage with some ranges of the file hidden.
func (p *passage) without(ranges []analysis.Range) passage {
	out := *p
	out.masked = true
	out.text = bytes.Clone(p.text)
	for _, r := range ranges {
		first := sort.Search(len(p.runs), func(i int) bool { return p.runs[i].offset+p.runs[i].size > r.Start })
		for _, run := range p.runs[first:] {
			if run.offset >= r.End {
				break
			}
			from, to := max(r.Start, run.offset), min(r.End, run.offset+run.size)
			for at := from; at < to; at++ {
				out.text[run.at+at-run.offset] = hidden
			}
		}
	}
	return out
}

// isHidden reports whether a match begins or ends in hidden text.
func (p *passage) isHidden(start, end int) bool {
	return p.masked && (p.text[start] == hidden || p.text[end-1] == hidden)
}

package fence

import (
	"bytes"
	"sort"
	"strings"

	"github.com/skilllint/skilllint/analysis"
)

// problem returns the problem of an edit.
func (g *group) problem(e *edit) Problem {
	p := Problem{Kind: e.kind, At: e.at.text, Open: e.open.text}
	switch e.kind {
	case Nested, Short:
		p.Close, p.Edits, p.Needed = g.lengthen(e)
		p.Inner = g.inside(e.open).text
	case NoClosing:
		p.Needed = e.open.fence()
		p.Edits = []analysis.Edit{g.insert(e.line, g.prefix(e.open)+e.open.fence())}
		if i := g.index(e.open.line) + 1; i < len(g.marks) && g.marks[i].parse == content {
			p.Inner = g.marks[i].text
		}
	case NoOpening:
		p.Needed = e.at.fence()
		p.Edits = []analysis.Edit{g.insert(e.line, g.prefix(e.at)+e.at.fence())}
	case Stray:
		p.Edits = []analysis.Edit{{Range: g.lineRange(e.at.line)}}
	case HTML:
		p.Edits = []analysis.Edit{g.insert(e.at.line-1, strings.TrimRight(g.prefix(e.at), " \t"))}
	case OpenIndent:
		p.Edits = []analysis.Edit{g.reindent(e.at, e.line)}
	case Glued:
		p.Close = e.at.text
		p.Edits = []analysis.Edit{{Range: analysis.Range{Start: e.at.text.Start, End: e.at.text.Start}, Text: "\n" + g.prefix(e.open)}}
	case Left:
		p.At, p.Close = g.rows[e.line-g.first].Range, e.at.text
		p.Edits = g.indent(e)
	default: // the closing fence
		p.Close = e.at.text
		p.Edits = []analysis.Edit{{Range: analysis.Range{Start: g.d.LineRange(e.at.line).Start, End: e.at.text.End}, Text: g.prefix(e.open) + e.open.fence()}}
		if e.kind == Char && (e.open.char == '~') == (g.tilde < 0) && g.isLongest(e) {
			p.At = e.open.text
			p.Edits = []analysis.Edit{{Range: analysis.Range{Start: e.open.text.Start, End: e.open.text.Start + e.open.length}, Text: e.at.fence()}}
		}
	}
	if e.kind == Indent && e.at.indent == e.open.indent { // both are indented, in what CommonMark parses as HTML
		p.Kind, p.At, p.Edits = HTML, e.open.text, nil
	}
	if !g.isCertain(e) {
		p.Edits = nil
	}
	p.Block = g.blockAt(p.At.Start)
	return p
}

// blockAt returns the block in CommonMark that contains an offset, or nil.
func (g *group) blockAt(offset int) *analysis.Fence {
	i := sort.Search(len(g.d.Fences), func(i int) bool { return g.d.Fences[i].End > offset })
	if i == len(g.d.Fences) || g.d.Fences[i].Open.Start > offset {
		return nil
	}
	return &g.d.Fences[i]
}

func (g *group) index(line int) int {
	return sort.Search(len(g.marks), func(i int) bool { return g.marks[i].line >= line })
}

// lengthen returns the closing fence of the outer block, and the edits that make its fences longer than those inside.
func (g *group) lengthen(e *edit) (analysis.Range, []analysis.Edit, string) {
	end := &g.marks[g.index(e.line)]
	length := end.length
	if e.kind == Nested {
		for i := g.index(e.open.line) + 1; g.marks[i].line < e.line; i++ {
			if m := &g.marks[i]; m.char == e.open.char {
				length = max(length, m.length)
			}
		}
		length++
	}
	fence := strings.Repeat(string(e.open.char), length)
	var edits []analysis.Edit
	for _, m := range []*mark{e.open, end} {
		if m.length < length {
			edits = append(edits, analysis.Edit{Range: analysis.Range{Start: m.text.Start, End: m.text.Start + m.length}, Text: fence})
		}
	}
	return end.text, edits, fence
}

// insert returns the edit that inserts a line after another one.
func (g *group) insert(after int, text string) analysis.Edit {
	d := g.d
	newline := "\n"
	if d.LineCount() > 1 {
		newline = string(d.Source[d.LineRange(1).End:d.LineRange(2).Start])
	}
	at := len(d.Source)
	switch {
	case after < d.LineCount():
		at = d.LineRange(after + 1).Start
		text += newline
	case bytes.HasSuffix(d.Source, []byte(newline)):
		text += newline
	default:
		text = newline + text
	}
	return analysis.Edit{Range: analysis.Range{Start: at, End: at}, Text: text}
}

// prefix returns the prefix of lines in the container of a fence: spaces for a list marker, and the marker of a block quote.
func (g *group) prefix(m *mark) string {
	line := g.d.LineRange(m.line)
	return string(bytes.Map(func(r rune) rune {
		switch r {
		case '>', '\t':
			return r
		case '\ufeff':
			return -1
		}
		return ' '
	}, g.d.Source[line.Start:m.text.Start]))
}

// reindent returns the edit that gives a fence another indentation, in its block quote.
func (g *group) reindent(m *mark, column int) analysis.Edit {
	start, text := g.d.LineRange(m.line).Start, strings.Repeat(" ", column)
	if i := bytes.LastIndexByte(g.d.Source[start:m.text.Start], '>'); i >= 0 {
		start, text = start+i+1, " "+text
	}
	return analysis.Edit{Range: analysis.Range{Start: start, End: m.text.Start}, Text: text}
}

// lineRange returns the range of a line with its end.
func (g *group) lineRange(number int) analysis.Range {
	r := g.d.LineRange(number)
	if number < g.d.LineCount() {
		r.End = g.d.LineRange(number + 1).Start
	}
	return r
}

// indent returns the edits that indent the lines from the one that left the list item to the closing fence.
func (g *group) indent(e *edit) []analysis.Edit {
	var edits []analysis.Edit
	more := e.open.item
	if e.line == e.at.line {
		more = max(0, e.open.indent-e.at.indent)
	}
	for number := e.line; number <= e.at.line; number++ {
		if r := g.rows[number-g.first]; r.Len() > 0 && (r.indent < e.open.item || e.line == e.at.line) {
			start := g.d.LineRange(number).Start
			edits = append(edits, analysis.Edit{Range: analysis.Range{Start: start, End: start}, Text: strings.Repeat(" ", more)})
		}
	}
	return edits
}

package markdown

import (
	"bytes"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/tokenizer"
	"github.com/yuin/goldmark/ast"
)

// A Section is a heading with the text up to the next heading of the same or a higher level.
type Section struct {
	Level   int
	Title   string         // the heading's text without markup
	Name    string         // Title for comparison, without enclosing numbers, symbols and colons
	Heading analysis.Range // the heading with its number signs; for a setext heading, the text
	Line    int            // line of the heading, from 1
	Extent  analysis.Range // from the start of the heading's line to the end of the section
	Tokens  int            // tokens of Extent, estimated as characters / 4
	Empty   bool           // contains only headings, comments and thematic breaks
}

// SectionFact computes the sections of a document, in the order of the file.
var SectionFact = analysis.NewFact("section", "the sections of a Markdown body",
	analysis.PerDocument, analysis.Text, readSections)

func readSections(pass *analysis.Pass) ([]Section, error) {
	d := pass.Document
	if d.Body == nil {
		return nil, analysis.ErrNoFact
	}
	var found []heading
	for n := d.Body.FirstChild(); n != nil; n = n.NextSibling() {
		if h, ok := n.(*ast.Heading); ok {
			found = append(found, newHeading(d, h))
		}
	}
	sections := make([]Section, len(found))
	last := ends(found)
	before := characters(d.Source, found)
	for i, h := range found {
		extent := analysis.Range{Start: h.block.Start, End: len(d.Source)}
		if last[i] < len(found) {
			extent.End = found[last[i]].block.Start
		}
		sections[i] = Section{Level: h.node.Level, Title: h.title, Name: HeadingName(h.title), Heading: h.text,
			Line: d.LineOf(h.block.Start), Extent: extent,
			Tokens: tokenizer.Chars4Of(before[last[i]] - before[i]), Empty: true}
	}
	for i := len(found) - 1; i >= 0; i-- {
		markEmpty(d.Source, found, sections, i)
	}
	return sections, nil
}

// characters returns the number of characters before each section, and in the whole text. Each character is counted
// once, although sections are nested.
func characters(source []byte, found []heading) []int {
	before := make([]int, len(found)+1)
	at, count := 0, 0
	for i, h := range found {
		count += tokenizer.Characters(source[at:h.block.Start])
		at, before[i] = h.block.Start, count
	}
	before[len(found)] = count + tokenizer.Characters(source[at:])
	return before
}

// TopSections returns the main sections of a document: those of the highest level that has several sections, or the
// first section.
func TopSections(all []Section) []Section {
	for level := 1; level <= 6; level++ {
		var parts []Section
		for _, s := range all {
			if s.Level == level {
				parts = append(parts, s)
			}
		}
		if len(parts) > 1 {
			return parts
		}
	}
	return all[:min(1, len(all))]
}

// markEmpty sets whether a section is empty. Later sections must be marked first.
func markEmpty(source []byte, found []heading, sections []Section, i int) {
	s := &sections[i]
	end := s.Extent.End
	if i+1 < len(found) {
		end = min(end, found[i+1].block.Start)
	}
	s.Empty = isEmpty(source[found[i].block.End:end])
	for j := i + 1; s.Empty && j < len(sections) && sections[j].Extent.Start < s.Extent.End; j++ {
		s.Empty = sections[j].Empty
	}
}

// ends returns, for each heading, the index of the heading that ends its section, or len(found).
func ends(found []heading) []int {
	ends := make([]int, len(found))
	var next [7]int // by level, the next heading of this or a higher level
	for level := range next {
		next[level] = len(found)
	}
	for i := len(found) - 1; i >= 0; i-- {
		level := found[i].node.Level
		ends[i] = next[level]
		for l := level; l < len(next); l++ {
			next[l] = i
		}
	}
	return ends
}

// A heading is a heading of the syntax tree with its ranges.
type heading struct {
	node  *ast.Heading
	title string
	text  analysis.Range
	block analysis.Range // its lines, including the underline
}

func newHeading(d *analysis.Document, n *ast.Heading) heading {
	lines := n.Lines()
	start, end := n.Pos(), n.Pos()
	if lines.Len() > 0 {
		start = min(max(start, 0), lines.At(0).Start)
		end = lines.At(lines.Len() - 1).Stop
	}
	first, last := d.LineOf(start), d.LineOf(max(start, end-1))
	h := heading{node: n, title: title(d, n)}
	h.text = d.TrimLine(analysis.Range{Start: start, End: d.LineRange(last).End})
	h.block = analysis.Range{Start: d.LineRange(first).Start, End: len(d.Source)}
	if !isATX(d.Source[start:], n.Level) {
		last++ // the underline
	}
	if last < d.LineCount() {
		h.block.End = d.LineRange(last + 1).Start
	}
	return h
}

// isATX reports whether a heading is an ATX heading, and not a setext heading whose text starts with a number sign.
func isATX(text []byte, level int) bool {
	rest := bytes.TrimLeft(text, "#")
	return len(text)-len(rest) == level && (len(rest) == 0 || bytes.IndexByte([]byte(" \t\r\n"), rest[0]) >= 0)
}

// title returns the text of a heading without markup.
func title(d *analysis.Document, n *ast.Heading) string {
	raw := strings.TrimSpace(string(n.Lines().Value(d.Source)))
	if !strings.ContainsAny(raw, "*_`[]<>&\\!\n") {
		return raw
	}
	var b strings.Builder
	_ = ast.Walk(d.Inlines(n), func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		switch n := n.(type) {
		case *ast.Text:
			if entering {
				b.Write(n.Value(d.Source))
				if n.SoftLineBreak() || n.HardLineBreak() {
					b.WriteByte(' ')
				}
			}
		case *ast.String:
			if entering {
				b.Write(n.Value)
			}
		}
		return ast.WalkContinue, nil
	})
	return strings.TrimSpace(b.String())
}

// isEmpty reports whether a text contains only white space, comments and thematic breaks. Link definitions are
// content, because models read them.
func isEmpty(text []byte) bool {
	for {
		text = bytes.TrimSpace(text)
		if len(text) == 0 {
			return true
		}
		if bytes.HasPrefix(text, []byte("<!--")) {
			_, rest, closed := bytes.Cut(text[len("<!--"):], []byte("-->"))
			if !closed {
				return true
			}
			text = rest
			continue
		}
		line := text
		if n := bytes.IndexAny(text, "\r\n"); n >= 0 {
			line = text[:n]
		}
		if !isThematicBreak(line) {
			return false
		}
		text = text[len(line):]
	}
}

// isThematicBreak reports whether a line is a thematic break.
func isThematicBreak(line []byte) bool {
	marks := 0
	for _, c := range line {
		switch {
		case c == ' ' || c == '\t':
		case c == line[0] && (c == '-' || c == '*' || c == '_'):
			marks++
		default:
			return false
		}
	}
	return marks >= 3
}

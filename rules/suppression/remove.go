package suppression

import (
	"bytes"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/directive"
	"github.com/yuin/goldmark/ast"
)

// removeEdit returns the edit that removes a comment, including its lines if it is alone on them. It keeps an empty line
// if the surrounding text would become one paragraph.
func removeEdit(d *analysis.Document, c directive.Directive) analysis.Edit {
	at := c.At.Range
	first, last := d.LineRange(c.At.Start.Line), d.LineRange(d.LineOf(max(at.Start, at.End-1)))
	switch {
	case !c.Alone:
		return analysis.Edit{Range: withSpace(d.Source, at, last.End)}
	case c.Verb != directive.Ignore && joins(d, first.Start, last.End, at):
		return analysis.Edit{Range: at}
	}
	next := last.End
	for next < len(d.Source) && next < last.End+2 && (d.Source[next] == '\r' || d.Source[next] == '\n') {
		if next++; d.Source[next-1] == '\n' {
			break
		}
	}
	if next == last.End && first.Start > 0 { // at the end of the file: remove the line break before
		trimmed := bytes.TrimSuffix(bytes.TrimSuffix(d.Source[:first.Start], []byte{'\n'}), []byte{'\r'})
		return analysis.Edit{Range: analysis.Range{Start: len(trimmed), End: last.End}}
	}
	return analysis.Edit{Range: analysis.Range{Start: first.Start, End: next}}
}

// withSpace extends a range by the white space before it if white space or the end of the line follows.
func withSpace(source []byte, at analysis.Range, end int) analysis.Range {
	isBlank := func(i int) bool { return source[i] == ' ' || source[i] == '\t' }
	if at.End < end && !isBlank(at.End) {
		return at
	}
	for at.Start > 0 && isBlank(at.Start-1) {
		at.Start--
	}
	return at
}

// joins reports whether the lines around a comment would change their meaning without it, for example become one
// paragraph.
func joins(d *analysis.Document, start, end int, at analysis.Range) bool {
	if d.Body == nil || isBlankLine(d, d.LineOf(start)-1) || isBlankLine(d, d.LineOf(end)+1) {
		return false
	}
	n := blockAt(d, at)
	if n == nil {
		return true
	}
	if l := n.Lines(); l.Len() > 0 && l.At(l.Len()-1).Stop > end+2 || l.Len() > 0 && l.At(0).Start < start {
		return false // its block contains other HTML
	}
	for ; n != nil; n = n.Parent() {
		if next := n.NextSibling(); next != nil {
			return !interrupts(d, next)
		}
	}
	return false
}

func isBlankLine(d *analysis.Document, number int) bool {
	if number < 1 || number > d.LineCount() {
		return true
	}
	r := d.LineRange(number)
	return r.Start < d.BodyStart() || len(bytes.Trim(d.Source[r.Start:r.End], " \t>\r")) == 0
}

// blockAt returns the HTML block of a comment, or nil.
func blockAt(d *analysis.Document, at analysis.Range) ast.Node {
	for _, n := range d.Leaves() {
		if n.Kind() != ast.KindHTMLBlock {
			continue
		}
		lines := n.Lines()
		if lines.Len() == 0 {
			continue
		}
		if lines.At(0).Start <= at.Start && at.Start < lines.At(lines.Len()-1).Stop {
			return n
		}
	}
	return nil
}

// interrupts reports whether a block can start directly after a paragraph.
func interrupts(d *analysis.Document, n ast.Node) bool {
	switch n := n.(type) {
	case *ast.ListItem, *ast.FencedCodeBlock, *ast.Blockquote:
		return true
	case *ast.Heading:
		if n.Lines().Len() > 0 {
			line := d.LineRange(d.LineOf(n.Lines().At(0).Start))
			return bytes.HasPrefix(bytes.TrimLeft(d.Source[line.Start:line.End], " \t>"), []byte("#"))
		}
	}
	return false
}

package markdown

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"
)

// An openBlock is a fenced code block that is not closed, or closed at the wrong fence.
type openBlock struct {
	d         *analysis.Document
	fence     *analysis.Fence
	container string // the element whose end closes it: "file", "list item", …
	end       int    // if a fence of the next block closes it, the start of that block, or 0
}

// code returns the lines of the block.
func (b *openBlock) code() []text.Segment {
	lines := b.fence.Node.Lines()
	var code []text.Segment
	for i := range lines.Len() {
		if s := lines.At(i); b.end == 0 || s.Start < b.end {
			code = append(code, s)
		}
	}
	return code
}

// containerOf returns the name of the innermost block that contains a fence, for messages.
func containerOf(n ast.Node) string {
	for p := n.Parent(); p != nil; p = p.Parent() {
		switch p.Kind() {
		case ast.KindListItem:
			return "list item"
		case ast.KindBlockquote:
			return "block quote"
		case ast.KindDocument:
			return "file"
		}
	}
	return "block"
}

func (b *openBlock) mark() string { return strings.Repeat(string(b.fence.Char), b.fence.Length) }

// shorten shortens a long fence for messages.
func shorten(mark string) string {
	if len(mark) > 10 {
		return fmt.Sprintf("%s… (%d characters)", mark[:3], len(mark))
	}
	return mark
}

// lines returns the number of lines of the block, without empty lines at its end.
func (b *openBlock) lines() int {
	code := b.code()
	n := len(code)
	for n > 0 && len(bytes.TrimSpace(code[n-1].Value(b.d.Source))) == 0 {
		n--
	}
	return n
}

func (b *openBlock) message() string {
	if b.container == "file" {
		return "unclosed code fence"
	}
	return "unclosed code fence in " + b.container
}

// effect describes that a number of lines is parsed as code.
func (b *openBlock) effect(lines int) string {
	switch lines {
	case 0:
		return ""
	case 1:
		return "the remaining line of the " + b.container + " is parsed as code"
	}
	return fmt.Sprintf("the remaining %s lines of the %s are parsed as code", quote.Count(lines), b.container)
}

// closing returns the edit that closes the block after its last line with text.
func (b *openBlock) closing() analysis.Edit {
	last := b.fence.Node.Lines().At(b.lines() - 1)
	line := b.d.LineRange(b.d.LineOf(last.Start))
	newline := b.d.Source[line.End:b.nextLine(line)]
	if len(newline) == 0 {
		newline = []byte("\n")
	}
	return analysis.Edit{Range: analysis.Range{Start: line.End, End: line.End}, Text: string(newline) + b.prefix() + b.mark()}
}

// headed reports whether a line of the block would be a heading outside of it.
func (b *openBlock) headed() bool {
	return slices.ContainsFunc(b.code(), func(s text.Segment) bool { return isHeading(s.Value(b.d.Source)) })
}

// nextLine returns the start of the next line, or the end of the file.
func (b *openBlock) nextLine(line analysis.Range) int {
	if number := b.d.LineOf(line.Start); number < b.d.LineCount() {
		return b.d.LineRange(number + 1).Start
	}
	return len(b.d.Source)
}

// prefix returns the prefix of lines in the fence's container: spaces for a list marker, and the marker of a block quote.
func (b *openBlock) prefix() string {
	line := b.d.LineRange(b.d.LineOf(b.fence.Open.Start))
	return string(bytes.Map(func(r rune) rune {
		switch r {
		case '>', '\t':
			return r
		case '\ufeff':
			return -1
		}
		return ' '
	}, b.d.Source[line.Start:b.fence.Open.Start]))
}

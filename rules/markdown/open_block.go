package markdown

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/yuin/goldmark/ast"
)

// An openBlock is a fenced block without end.
type openBlock struct {
	d         *analysis.Document
	fence     *analysis.Fence
	container string // what ends it: "file", "list item", …
}

// containerOf names the innermost block around a fence, as the message says it.
func containerOf(n ast.Node) string {
	for p := n.Parent(); p != nil; p = p.Parent() {
		switch p.Kind() {
		case ast.KindListItem:
			return "list item"
		case ast.KindBlockquote:
			return "quotation"
		case ast.KindDocument:
			return "file"
		}
	}
	return "block around it"
}

func (b *openBlock) mark() string { return strings.Repeat(string(b.fence.Char), b.fence.Length) }

// quoted returns the opening fence as a message shows it: the marks, and the language behind.
func (b *openBlock) quoted() string {
	word, _, _ := strings.Cut(b.fence.Info, " ")
	if len(word) > 20 || strings.Trim(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+-#.") != "" {
		word = ""
	}
	return shown(b.mark()) + word
}

// shown shortens marks that are too many to be read.
func shown(mark string) string {
	if len(mark) > 10 {
		return fmt.Sprintf("%s… (%d marks)", mark[:3], len(mark))
	}
	return mark
}

// swallowed returns how many lines the block holds, blank ones at its end left out.
func (b *openBlock) swallowed() int {
	lines := b.fence.Node.Lines()
	n := lines.Len()
	for n > 0 {
		segment := lines.At(n - 1)
		if len(bytes.TrimSpace(segment.Value(b.d.Source))) > 0 {
			break
		}
		n--
	}
	return n
}

func (b *openBlock) consequence(lines int) string {
	switch lines {
	case 0:
		return "the block is empty"
	case 1:
		return "the one line to the end of the " + b.container + " is code"
	}
	return fmt.Sprintf("%d lines to the end of the %s are code", lines, b.container)
}

// closing returns the edit that closes the block behind its last line that is not blank.
func (b *openBlock) closing() analysis.Edit {
	last := b.fence.Node.Lines().At(b.swallowed() - 1)
	line := b.d.LineRange(b.d.LineOf(last.Start))
	newline := b.d.Source[line.End:b.nextLine(line)]
	if len(newline) == 0 {
		newline = []byte("\n")
	}
	return analysis.Edit{Range: analysis.Range{Start: line.End, End: line.End}, Text: string(newline) + b.prefix() + b.mark()}
}

// headed reports whether a line of the block would be a heading outside of it.
func (b *openBlock) headed() bool {
	lines := b.fence.Node.Lines()
	for i := range lines.Len() {
		segment := lines.At(i)
		line := segment.Value(b.d.Source)
		text := bytes.TrimLeft(line, "#")
		if marks := len(line) - len(text); marks >= 2 && marks <= 6 && bytes.HasPrefix(text, []byte(" ")) {
			return true
		}
	}
	return false
}

// nextLine returns where the line behind another one begins, or the file ends.
func (b *openBlock) nextLine(line analysis.Range) int {
	if number := b.d.LineOf(line.Start); number < b.d.LineCount() {
		return b.d.LineRange(number + 1).Start
	}
	return len(b.d.Source)
}

// prefix returns what stands before the opening fence as it continues on the next line: a list
// marker as blanks, a quotation's mark as itself.
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

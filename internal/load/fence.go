package load

import (
	"bytes"
	"sort"

	"github.com/skilllint/skilllint/analysis"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// fenceRecorder wraps goldmark's parser of fenced blocks and records the line that closes each block, which
// the tree lacks. A block that ends with its container or the file is unclosed.
type fenceRecorder struct{ parser.BlockParser }

func (f fenceRecorder) Open(parent ast.Node, reader text.Reader, pc parser.Context) (ast.Node, parser.State) {
	line, segment := reader.PeekLine()
	node, state := f.BlockParser.Open(parent, reader, pc)
	if node != nil {
		pos := pc.BlockOffset()
		start := segment.Start - segment.Padding + pos
		pc.Get(fencesKey).(*fences).open(node.(*ast.FencedCodeBlock), start, segment.Start-segment.Padding+len(line))
	}
	return node, state
}

func (f fenceRecorder) Continue(node ast.Node, reader text.Reader, pc parser.Context) parser.State {
	_, segment := reader.PeekLine()
	state := f.BlockParser.Continue(node, reader, pc)
	if state&parser.Continue == 0 {
		pc.Get(fencesKey).(*fences).close(node, segment)
	}
	return state
}

// Close records the end of a block: the start of the current line.
func (f fenceRecorder) Close(node ast.Node, reader text.Reader, pc parser.Context) {
	f.BlockParser.Close(node, reader, pc)
	pc.Get(fencesKey).(*fences).end(node)
}

// fences collects the fences of one document while it is parsed.
type fences struct {
	clean []byte
	found []analysis.Fence
}

// fenceOf returns the fence of a node, which is one of the last two: a line closes and opens at most one.
func (f *fences) fenceOf(node ast.Node) *analysis.Fence {
	i := len(f.found) - 1
	for f.found[i].Node != node {
		i--
	}
	return &f.found[i]
}

func (f *fences) open(node *ast.FencedCodeBlock, start, lineEnd int) {
	text := f.clean[start:lineEnd]
	length := 0
	for length < len(text) && text[length] == text[0] {
		length++
	}
	end := start + len(bytes.TrimRight(text, " \t\r\n"))
	f.found = append(f.found, analysis.Fence{
		Node: node, Open: analysis.Range{Start: start, End: end}, Char: text[0], Length: length,
		Info: string(bytes.TrimSpace(f.clean[start+length : end])),
	})
}

func (f *fences) close(node ast.Node, segment text.Segment) {
	fence := f.fenceOf(node)
	text := f.clean[segment.Start:segment.Stop]
	start := segment.Start + len(text) - len(bytes.TrimLeft(text, " \t"))
	fence.Closed = true
	fence.Close = analysis.Range{Start: start, End: segment.Start + len(bytes.TrimRight(text, " \t\r\n"))}
	fence.End = segment.Stop
}

// end sets the end of an unclosed block: after its last line, or after its opening line.
func (f *fences) end(node ast.Node) {
	fence := f.fenceOf(node)
	if fence.Closed {
		return
	}
	if n := node.Lines().Len(); n > 0 {
		fence.End = node.Lines().At(n - 1).Stop
		return
	}
	fence.End = lineAt(f.clean, fence.Open.End).next
}

// list returns the fences that are still in the tree, in the order of the file.
func (f *fences) list(root ast.Node) []analysis.Fence {
	kept := f.found[:0]
	for _, fence := range f.found {
		if isInTree(fence.Node, root) {
			kept = append(kept, fence)
		}
	}
	sort.SliceStable(kept, func(i, j int) bool { return kept[i].Open.Start < kept[j].Open.Start })
	return kept
}

func isInTree(node, root ast.Node) bool {
	for ; node != nil; node = node.Parent() {
		if node == root {
			return true
		}
	}
	return false
}

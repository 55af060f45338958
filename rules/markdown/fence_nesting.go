package markdown

import (
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/yuin/goldmark/ast"
)

// lengthen returns the edit that gives a fence the length n.
func lengthen(l fenceLine, n int) analysis.Edit {
	return analysis.Edit{
		Range: analysis.Range{Start: l.text.Start, End: l.text.Start + l.length},
		Text:  strings.Repeat(string(l.char), n),
	}
}

// A fenceGroup is the lines of a container that are fences, or look like fences in code. Blocks in lists are separate groups.
type fenceGroup struct {
	parent ast.Node
	lines  []fenceLine
}

// fenceGroups returns the groups of a file in the order of their first fences.
func fenceGroups(d *analysis.Document) []fenceGroup {
	var groups []fenceGroup
	index := map[ast.Node]int{}
	for i := range d.Fences {
		f := &d.Fences[i]
		at, ok := index[f.Node.Parent()]
		if !ok {
			at = len(groups)
			index[f.Node.Parent()] = at
			groups = append(groups, fenceGroup{parent: f.Node.Parent()})
		}
		g := &groups[at]
		g.lines = append(g.lines, fenceLine{text: f.Open, char: f.Char, length: f.Length, info: f.Info, fence: f, open: true})
		lines := f.Node.Lines()
		for j := range lines.Len() {
			segment := lines.At(j)
			l, ok := readFence(d, analysis.Range{Start: segment.Start, End: segment.Stop}, segment.Padding)
			if ok && l.indent <= 3 {
				l.open = true
				g.lines = append(g.lines, l)
			}
		}
		if f.Closed {
			g.lines = append(g.lines, fenceLine{text: f.Close, char: f.Char, length: f.Close.Len()})
		}
	}
	return groups
}

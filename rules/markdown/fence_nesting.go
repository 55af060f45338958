package markdown

import (
	"strings"

	"github.com/skilllint/skilllint/analysis"
)

// A fencePair is a block as it was meant: with blocks in it, which CommonMark reads as its end unless its
// fence is longer.
type fencePair struct {
	open  fenceLine
	inner int // length of the longest fence inside; 0: none
}

// lengthened returns the edits that lengthen the fences around other blocks, so that the last fence of
// the file closes the block that it was meant to close. A fence with a language opens a block, and a bare
// one closes the innermost. Ambiguous cases have no edits: the last fence does not close a block around
// others, a bare fence opens such a block, or blocks are nested more than twice.
func (b *openBlock) lengthened() []analysis.Edit {
	lines, ok := meantFences(b.d)
	if !ok || len(lines) == 0 || lines[len(lines)-1].text != b.fence.Open {
		return nil
	}
	var open []fencePair
	var edits []analysis.Edit
	for i, l := range lines {
		if l.info != "" || len(open) == 0 {
			if len(open) == 2 {
				return nil
			}
			if len(open) == 1 {
				open[0].inner = max(open[0].inner, l.length)
			}
			open = append(open, fencePair{open: l})
			continue
		}
		top := open[len(open)-1]
		if l.char != top.open.char || l.length < top.open.length {
			return nil
		}
		open = open[:len(open)-1]
		if i == len(lines)-1 && (len(open) > 0 || top.inner == 0) {
			return nil
		}
		if top.inner >= top.open.length {
			if top.open.info == "" {
				return nil
			}
			edits = append(edits, longer(top.open, top.inner+1), longer(l, top.inner+1))
		}
	}
	if len(open) > 0 {
		return nil
	}
	return edits
}

// longer returns the edit that gives a fence the length n.
func longer(l fenceLine, n int) analysis.Edit {
	return analysis.Edit{
		Range: analysis.Range{Start: l.text.Start, End: l.text.Start + l.length},
		Text:  strings.Repeat(string(l.char), n),
	}
}

// meantFences returns all lines of a file that are fences, or look like fences in code. It returns false if
// some are in lists and block quotes, where a line's block is hard to tell.
func meantFences(d *analysis.Document) ([]fenceLine, bool) {
	var all []fenceLine
	for i := range d.Fences {
		f := &d.Fences[i]
		if containerOf(f.Node) != "file" {
			return nil, false
		}
		all = append(all, fenceLine{text: f.Open, char: f.Char, length: f.Length, info: f.Info})
		lines := f.Node.Lines()
		for j := range lines.Len() {
			segment := lines.At(j)
			l, ok := readFence(d, analysis.Range{Start: segment.Start, End: segment.Stop}, segment.Padding)
			if ok && l.indent <= 3 {
				all = append(all, l)
			}
		}
		if f.Closed {
			all = append(all, fenceLine{text: f.Close, char: f.Char, length: f.Close.Len()})
		}
	}
	return all, true
}

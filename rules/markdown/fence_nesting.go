package markdown

import (
	"strings"

	"github.com/skilllint/skilllint/analysis"
)

// A fencePair is a block as it was meant: with blocks in it, which end it for CommonMark unless
// its fence is longer.
type fencePair struct {
	open  fenceLine
	inner int // marks of the longest fence inside; 0 when there is none
}

// lengthened returns the edits that give the blocks around other blocks longer fences, so that the
// last fence of the file ends the block that it was meant to end. A fence with a language begins a
// block, and a bare one ends the innermost. There are no edits when that leaves a doubt: when the
// last fence does not end a block around others, for a bare fence around others, which may as well
// end a block, and for blocks in blocks in blocks.
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

// longer returns the edit that gives a fence n marks.
func longer(l fenceLine, n int) analysis.Edit {
	return analysis.Edit{
		Range: analysis.Range{Start: l.text.Start, End: l.text.Start + l.length},
		Text:  strings.Repeat(string(l.char), n),
	}
}

// meantFences returns all lines of a file that are fences, or are lines of code that look like
// them. It is false when some are in lists and quotations, where a line's block is hard to tell.
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

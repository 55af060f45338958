package markdown

import (
	"strings"

	"github.com/skilllint/skilllint/analysis"
)

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

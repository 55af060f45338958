package house

import (
	"bytes"

	"github.com/skilllint/skilllint/analysis"
	"github.com/yuin/goldmark/ast"
)

// A passage is a text in which a pattern is searched: a paragraph, a cell, a code block or a value, without markers of
// block quotes and lists.
type passage struct {
	text   []byte
	runs   []run          // parts in the file, in order
	whole  analysis.Range // range in the file if there are no runs
	masked bool           // part of it is hidden
	data   bool           // it is a value, whose meaning a replacement must preserve
}

// A run is a part of a passage that is verbatim in the file.
type run struct{ at, offset, size int } // offset in the text, offset in the file, number of bytes

// maxPassage limits the text that is searched at once. Longer blocks are split at line breaks.
const maxPassage = 8 << 10

// locate returns the range of a part of the text, and whether it is contiguous and verbatim in the file.
func (p *passage) locate(start, end int) (at analysis.Range, exact bool) {
	if len(p.runs) == 0 {
		return p.whole, false
	}
	first := p.runOf(start)
	last := first
	if end > start {
		last = p.runOf(end - 1)
	}
	at.Start = p.runs[first].offset + start - p.runs[first].at
	at.End = p.runs[last].offset + end - p.runs[last].at
	return at, at.Len() == end-start
}

// runOf returns the index of the run that contains an offset.
func (p *passage) runOf(at int) int {
	low, high := 0, len(p.runs)
	for high-low > 1 {
		if middle := (low + high) / 2; p.runs[middle].at <= at {
			low = middle
		} else {
			high = middle
		}
	}
	return low
}

// add appends a piece of the file.
func (p *passage) add(source []byte, start, end int) {
	if start >= end {
		return
	}
	if n := len(p.runs); n > 0 {
		if last := &p.runs[n-1]; last.offset+last.size == start {
			last.size += end - start
			p.text = append(p.text, source[start:end]...)
			return
		}
	}
	p.runs = append(p.runs, run{len(p.text), start, end - start})
	p.text = append(p.text, source[start:end]...)
}

// passagesOf returns the text of a block, split if it is long.
func passagesOf(d *analysis.Document, block ast.Node) []passage {
	lines := block.Lines()
	if lines.Len() == 0 {
		return nil
	}
	start, end := lines.At(0).Start, lines.At(lines.Len()-1).Stop
	if text := d.Source[start:end]; end-start <= maxPassage && isContiguous(lines.Len(), func(i int) (int, int) { s := lines.At(i); return s.Start, s.Stop }) &&
		bytes.IndexByte(text, '\r') < 0 {
		return []passage{{text: text, runs: []run{{0, start, end - start}}}}
	}
	var all []passage
	var p passage
	for i := range lines.Len() {
		for start, end := lines.At(i).Start, lines.At(i).Stop; start < end; {
			if len(p.text) >= maxPassage {
				all, p = append(all, p), passage{}
			}
			stop := cut(d.Source, start, end, maxPassage-len(p.text))
			p.addLine(d.Source, start, stop)
			start = stop
		}
	}
	return append(all, p)
}

// isContiguous reports whether lines are contiguous in the file.
func isContiguous(n int, line func(int) (start, end int)) bool {
	_, end := line(0)
	for i := 1; i < n; i++ {
		start, stop := line(i)
		if start != end {
			return false
		}
		end = stop
	}
	return true
}

// cut returns the offset at which to split a line that does not fit: after a space if there is one near the end.
func cut(source []byte, start, end, room int) int {
	const near = 1 << 10
	if end-start <= room || room <= near && end-start <= maxPassage {
		return end
	}
	stop := min(end, start+max(room, near))
	if i := bytes.LastIndexAny(source[stop-min(near, stop-start):stop], " \t"); i >= 0 {
		return stop - min(near, stop-start) + i + 1
	}
	for stop > start+1 && stop < end && source[stop]&0xC0 == 0x80 { // inside a character
		stop--
	}
	return stop
}

// addLine appends a line. Its line ending becomes a line feed.
func (p *passage) addLine(source []byte, start, end int) {
	switch {
	case end-start >= 2 && source[end-1] == '\n' && source[end-2] == '\r':
		p.add(source, start, end-2)
		p.add(source, end-1, end)
	case source[end-1] == '\r':
		p.add(source, start, end-1)
		p.runs = append(p.runs, run{len(p.text), end - 1, 1})
		p.text = append(p.text, '\n')
	default:
		p.add(source, start, end)
	}
}

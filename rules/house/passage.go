package house

import (
	"bytes"

	"github.com/skilllint/skilllint/analysis"
	"github.com/yuin/goldmark/ast"
)

// A passage is text in which a pattern is searched: a paragraph, a cell, a code block, a value. It has no
// markers of quotations and lists.
type passage struct {
	text   []byte
	runs   []run          // its parts in the file, in order
	whole  analysis.Range // its range in the file if there are no runs
	masked bool           // some of it is hidden
	data   bool           // it is a value, in which a replacement must keep its meaning
}

// A run is text that is verbatim in the file.
type run struct{ at, offset, size int } // in the text; in the file; bytes

// maxPassage limits the text that is searched at once. Longer blocks are split at line ends.
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

// passagesOf returns the text of a block, in pieces if it is long.
func passagesOf(d *analysis.Document, block ast.Node) []passage {
	lines := block.Lines()
	if lines.Len() == 0 {
		return nil
	}
	start, end := lines.At(0).Start, lines.At(lines.Len()-1).Stop
	if text := d.Source[start:end]; end-start <= maxPassage && isSolid(lines.Len(), func(i int) (int, int) { s := lines.At(i); return s.Start, s.Stop }) &&
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

// isSolid reports whether lines are contiguous.
func isSolid(n int, line func(int) (start, end int)) bool {
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

// cut returns where to split a line that does not fit: after a space if one is near.
func cut(source []byte, start, end, room int) int {
	const near = 1 << 10
	if end-start <= room || room <= near && end-start <= maxPassage {
		return end
	}
	stop := min(end, start+max(room, near))
	if i := bytes.LastIndexAny(source[stop-min(near, stop-start):stop], " \t"); i >= 0 {
		return stop - min(near, stop-start) + i + 1
	}
	for stop > start+1 && stop < end && source[stop]&0xC0 == 0x80 { // inside of a character
		stop--
	}
	return stop
}

// addLine appends a line; its end becomes a line feed.
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

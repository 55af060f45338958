package analysis

import (
	"bytes"
	"sort"
	"unicode/utf8"
)

// A lineIndex holds the offset of each line, computed on demand, and the last position: the next one is
// counted from there, so that many places on one long line cost their distance only.
type lineIndex struct {
	starts []int
	line   int // 0: nothing was looked up yet
	offset int
	column int
}

func (x *lineIndex) of(source []byte) []int {
	if x.starts != nil {
		return x.starts
	}
	next := func(rest []byte) int { return bytes.IndexAny(rest, "\r\n") }
	if bytes.IndexByte(source, '\r') < 0 { // the usual case, and searching for one byte is faster
		next = func(rest []byte) int { return bytes.IndexByte(rest, '\n') }
	}
	x.starts = append(make([]int, 0, 1+bytes.Count(source, []byte{'\n'})), 0)
	for i := 0; i < len(source); {
		n := next(source[i:])
		if n < 0 {
			break
		}
		i += n + 1
		if source[i-1] == '\r' && i < len(source) && source[i] == '\n' {
			i++
		}
		x.starts = append(x.starts, i)
	}
	return x.starts
}

// LineCount returns the number of lines; a final line end does not start another line.
func (d *Document) LineCount() int {
	starts := d.index.of(d.Source)
	if n := len(starts); n > 1 && starts[n-1] == len(d.Source) {
		return n - 1
	}
	return len(starts)
}

// LineRange returns the range of a line, counted from 1, without its line end.
func (d *Document) LineRange(number int) Range {
	starts := d.index.of(d.Source)
	start, end := starts[number-1], len(d.Source)
	if number < len(starts) {
		end = starts[number]
	}
	for end > start && (d.Source[end-1] == '\n' || d.Source[end-1] == '\r') {
		end--
	}
	return Range{start, end}
}

// LineOf returns the number of the line that contains an offset, counted from 1.
func (d *Document) LineOf(offset int) int {
	starts := d.index.of(d.Source)
	return sort.Search(len(starts), func(i int) bool { return starts[i] > offset })
}

// Position returns the position of an offset.
func (d *Document) Position(offset int) Position {
	line := d.LineOf(offset)
	x := &d.index
	if x.line != line {
		x.line, x.offset, x.column = line, x.starts[line-1], 1
	}
	column := x.column
	if offset >= x.offset {
		column += columns(d.Source[x.offset:offset])
	} else {
		column -= columns(d.Source[offset:x.offset])
	}
	if offset == len(d.Source) || utf8.RuneStart(d.Source[offset]) { // inside a character, counting must restart
		x.offset, x.column = offset, column
	}
	return Position{line, column}
}

// At returns the location of a range, which remains valid without the document.
func (d *Document) At(r Range) Location {
	return Location{Path: d.Path, Range: r, Start: d.Position(r.Start), End: d.Position(r.End)}
}

// Text returns a copy of the bytes of a range.
func (d *Document) Text(r Range) string { return string(d.Source[r.Start:r.End]) }

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\n' }

// isPrintable reports whether a byte is a visible character of ASCII.
func isPrintable(c byte) bool { return c > ' ' && c < 0x7F }

// TrimLine returns the range without the white space around it.
func (d *Document) TrimLine(r Range) Range {
	start, end := r.Start, r.End
	for start < end && isSpace(d.Source[start]) {
		start++
	}
	for end > start && isSpace(d.Source[end-1]) {
		end--
	}
	if start < end && isPrintable(d.Source[start]) && isPrintable(d.Source[end-1]) {
		return Range{start, end}
	}
	text := d.Source[r.Start:r.End]
	left := len(text) - len(bytes.TrimLeft(text, " \t\r\n"))
	return Range{r.Start + left, r.Start + left + len(bytes.TrimSpace(text))}
}

// columns counts code points; a byte that is not UTF-8 is one.
func columns(text []byte) int { return utf8.RuneCount(text) }

package report

import (
	"fmt"
	"sort"
	"strconv"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/escape"
	"github.com/skilllint/skilllint/internal/finding"
)

const (
	tabStop   = 4
	cutLength = 237 // in bytes; longer lines are truncated to this length
	ellipsis  = "…"
)

// An excerpt writes source lines after a gutter of line numbers.
type excerpt struct {
	*text
	indent string
	margin int // width of line numbers
	style  style
}

// marginOf returns the width of line numbers.
func marginOf(p *finding.Place) int {
	start, _ := positions(p.Location)
	return max(4, len(strconv.Itoa(start.Line+max(0, len(p.Excerpt)-1))))
}

// excerpt shows the source of a place with its range marked.
func (t *text) excerpt(p *finding.Place, indent string, margin int, s style) {
	if len(p.Excerpt) == 0 || len(p.Excerpt) == 1 && p.Excerpt[0] == "" {
		return
	}
	x := excerpt{t, indent, margin, s}
	start, end := positions(p.Location)
	if end.Column == 1 && end.Line > start.Line { // a range that ends with a line break does not include the next line
		end = analysis.Position{Line: end.Line - 1, Column: 0}
	}
	first := t.sourceLine(p.Excerpt[0], p.ExcerptColumn)
	if end.Line == start.Line {
		x.singleLine(first, start, end)
		return
	}
	x.multiLine(p.Excerpt, first, start, end)
}

// singleLine shows a range within one line, underlined.
func (x excerpt) singleLine(line sourceLine, start, end analysis.Position) {
	v := line.view(line.index(start.Column), line.index(end.Column), x.room(0))
	x.row(strconv.Itoa(start.Line), v.text)
	x.row("", strings.Repeat(" ", v.before)+x.paint(x.style, strings.Repeat("^", v.marked)))
}

// multiLine shows a multi-line range with a bar on its left. The bar starts with "/", or with an underline if text precedes the range, and
// ends with an underline to the last character.
func (x excerpt) multiLine(lines []string, first sourceLine, start, end analysis.Position) {
	last := start.Line
	for i := range lines {
		last = start.Line + i
		if last > end.Line {
			return
		}
		if i == 0 {
			x.firstLine(first, start)
			continue
		}
		line := x.sourceLine(lines[i], 1)
		if last < end.Line {
			x.row(strconv.Itoa(last), x.withBar("|", line.view(0, 0, x.room(2))))
			continue
		}
		to := line.index(end.Column)
		v := line.view(max(0, to-1), to, x.room(2))
		x.row(strconv.Itoa(last), x.withBar("|", v))
		x.row("", x.paint(x.style, "|"+strings.Repeat("_", 1+v.before)+"^"))
	}
	if last < end.Line {
		x.row(ellipsis, x.paint(x.style, fmt.Sprintf("|_ to line %d", end.Line)))
	}
}

// firstLine shows the first line of several.
func (x excerpt) firstLine(line sourceLine, start analysis.Position) {
	from := line.index(start.Column)
	v := line.view(from, len(line.cells), x.room(2))
	if line.isIndented(from) {
		x.row(strconv.Itoa(start.Line), x.withBar("/", v))
		return
	}
	x.row(strconv.Itoa(start.Line), "  "+v.text)
	x.row("", x.paint(x.style, " "+strings.Repeat("_", 1+v.before)+"^"))
}

func (x excerpt) withBar(bar string, v view) string {
	bar = x.paint(x.style, bar)
	if v.text == "" {
		return bar
	}
	return bar + " " + v.text
}

func (x excerpt) row(number, content string) {
	x.w.WriteString(x.indent)
	x.w.WriteString(x.paint(dim, strings.Repeat(" ", x.margin-escape.Width(number))+number+" |"))
	if content != "" {
		x.w.WriteByte(' ')
		x.w.WriteString(content)
	}
	x.w.WriteByte('\n')
}

// room returns the width for source text.
func (x excerpt) room(bars int) int {
	return max(20, x.Width-len(x.indent)-x.margin-len(" | ")-bars)
}

// A sourceLine is a line, or a piece of a long line, prepared for output.
type sourceLine struct {
	cells                         []escape.Cell
	columns                       []int // width before each cell, and of the whole line
	first                         int   // column in the file of the first cell
	continuesLeft, continuesRight bool  // the line continues on the left and right
}

// sourceLine returns a line. It is valid until the next call.
func (t *text) sourceLine(text string, first int) sourceLine {
	l := sourceLine{cells: escape.AppendCells(t.cells[:0], text), first: max(1, first), continuesLeft: first > 1, continuesRight: len(text) >= cutLength}
	l.columns = append(t.columns[:0], 0)
	at := 0
	for i := range l.cells {
		c := &l.cells[i]
		if c.Rune == '\t' {
			c.Width = tabStop - at%tabStop
			c.Text = strings.Repeat(" ", c.Width)
		}
		at += c.Width
		l.columns = append(l.columns, at)
	}
	t.cells, t.columns = l.cells, l.columns
	return l
}

// index returns the index of the cell at a column of the file. Column 0 is the end of the line.
func (l sourceLine) index(column int) int {
	if column == 0 {
		return len(l.cells)
	}
	return min(max(0, column-l.first), len(l.cells))
}

func (l sourceLine) isIndented(index int) bool {
	for _, c := range l.cells[:index] {
		if c.Rune != ' ' && c.Rune != '\t' {
			return false
		}
	}
	return !l.continuesLeft
}

// A view is the part of a line that fits the width.
type view struct {
	text           string
	before, marked int // width before the range, and of the range, at least 1
}

// view returns the part of a line around a range of its cells.
func (l sourceLine) view(from, to, room int) view {
	a, b := l.window(from, to, room)
	var v view
	var shown strings.Builder
	if a > 0 || l.continuesLeft {
		shown.WriteString(ellipsis)
		v.before = 1
	}
	for _, c := range l.cells[a:b] {
		shown.WriteString(c.Text)
	}
	if b < len(l.cells) || l.continuesRight {
		shown.WriteString(ellipsis)
	}
	v.text = shown.String()
	v.before += l.columns[from] - l.columns[a]
	v.marked = max(1, l.columns[min(to, b)]-l.columns[from])
	return v
}

// window returns the visible cells: the whole range with equal parts on both sides if it fits, or else the start of the range with some
// cells before it.
func (l sourceLine) window(from, to, room int) (a, b int) {
	room -= 2 // for an ellipsis on either side
	n := len(l.cells)
	if l.columns[n] <= room {
		return 0, n
	}
	left, spare := 8, room-(l.columns[to]-l.columns[from])
	if spare > 2*left {
		left = max(spare/2, spare-(l.columns[n]-l.columns[to]))
	}
	a = sort.Search(from, func(i int) bool { return l.columns[from]-l.columns[i] <= left })
	b = n - sort.Search(n-a, func(i int) bool { return l.columns[n-i]-l.columns[a] <= room })
	return a, b
}

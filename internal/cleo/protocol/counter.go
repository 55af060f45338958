package protocol

import (
	"sort"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/markdown"
)

// A Counter knows the counter-examples of a document: what its headings, or the line right above a
// block, call bad, wrong or an anti-pattern.
type Counter struct {
	d      *analysis.Document
	fences []analysis.Fence
	bad    []analysis.Range // extents of sections that are about what not to do, none in another
}

func newCounter(d *analysis.Document, fences []analysis.Fence, sections []markdown.Section) Counter {
	c := Counter{d: d, fences: fences}
	for _, s := range sections {
		if markdown.CallsBad(s.Title) && !c.Section(s.Extent.Start) {
			c.bad = append(c.bad, s.Extent)
		}
	}
	return c
}

// Section reports whether a place stands in a section about what not to do.
func (c *Counter) Section(offset int) bool {
	i := sort.Search(len(c.bad), func(i int) bool { return c.bad[i].Start > offset }) - 1
	return i >= 0 && offset < c.bad[i].End
}

// Block reports whether a fenced block is a counter-example: by a heading above it, or by the last
// line of text before it.
func (c *Counter) Block(f *analysis.Fence) bool {
	return c.Section(f.Open.Start) || markdown.CallsBad(c.lead(f.Open.Start))
}

// Line reports whether the line with an offset is a counter-example: by a heading above it, by
// itself, or by the line of text before it, where that ends in a colon. Of a long line only what
// stands around the offset is looked at.
func (c *Counter) Line(offset int) bool {
	line := c.d.LineRange(c.d.LineOf(offset))
	near := analysis.Range{Start: max(line.Start, offset-markdown.MaxVerdict/2), End: min(line.End, offset+markdown.MaxVerdict/2)}
	if c.Section(offset) || markdown.CallsBad(c.d.Text(near)) {
		return true
	}
	before := strings.TrimRight(c.lead(line.Start), " \t\r\n*_")
	return strings.HasSuffix(before, ":") && markdown.CallsBad(before)
}

const maxLead = 50 // blank lines and blocks that may stand between a block and what leads up to it

// lead returns the last line before an offset that is not blank. Of another fenced block that
// stands there, what leads up to it counts.
func (c *Counter) lead(offset int) string {
	number := c.d.LineOf(offset) - 1
	for range maxLead {
		if number < 1 {
			return ""
		}
		line := c.d.LineRange(number)
		line.Start = max(line.Start, line.End-markdown.MaxVerdict)
		if i := c.fenceAt(line.Start); i >= 0 {
			number = c.d.LineOf(c.fences[i].Open.Start) - 1
			continue
		}
		if text := strings.Trim(c.d.Text(line), " \t\r\n>"); text != "" {
			return text
		}
		number--
	}
	return ""
}

// fenceAt returns the index of the fenced block that holds an offset; -1 when there is none.
func (c *Counter) fenceAt(offset int) int {
	i := sort.Search(len(c.fences), func(i int) bool { return c.fences[i].Open.Start > offset }) - 1
	if i >= 0 && offset < c.fences[i].End {
		return i
	}
	return -1
}

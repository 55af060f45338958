package protocol

import (
	"sort"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/markdown"
	"github.com/skilllint/skilllint/facts/role"
)

// A Counter finds the counterexamples of a document, which a heading or the line above a block marks as bad,
// wrong or an anti-pattern.
type Counter struct {
	d      *analysis.Document
	fences []analysis.Fence
	bad    []analysis.Range // extents of sections with counterexamples, not nested
}

func newCounter(d *analysis.Document, fences []analysis.Fence, sections []markdown.Section) Counter {
	c := Counter{d: d, fences: fences}
	for _, s := range sections {
		if role.CallsBad(s.Title) && !c.Section(s.Extent.Start) {
			c.bad = append(c.bad, s.Extent)
		}
	}
	return c
}

// Section reports whether an offset is in a section of counterexamples.
func (c *Counter) Section(offset int) bool {
	i := sort.Search(len(c.bad), func(i int) bool { return c.bad[i].Start > offset }) - 1
	return i >= 0 && offset < c.bad[i].End
}

// Block reports whether a fenced block is a counterexample, by a heading above it or the last preceding line
// of text.
func (c *Counter) Block(f *analysis.Fence) bool {
	return c.Section(f.Open.Start) || role.CallsBad(c.introduction(f.Open.Start))
}

// Line reports whether the line at an offset is a counterexample. It checks the headings above it, the line
// itself, and the preceding line of text if that ends in a colon. For a long line, only the text around the offset
// is checked.
func (c *Counter) Line(offset int) bool {
	line := c.d.LineRange(c.d.LineOf(offset))
	near := analysis.Range{Start: max(line.Start, offset-role.MaxVerdict/2), End: min(line.End, offset+role.MaxVerdict/2)}
	if c.Section(offset) || role.CallsBad(c.d.Text(near)) {
		return true
	}
	before := strings.TrimRight(c.introduction(line.Start), " \t\r\n*_")
	return strings.HasSuffix(before, ":") && role.CallsBad(before)
}

const maxLead = 50 // empty lines and blocks between a block and its introduction

// introduction returns the last non-empty line before an offset. For a preceding fenced block, it returns the
// introduction of that block.
func (c *Counter) introduction(offset int) string {
	number := c.d.LineOf(offset) - 1
	for range maxLead {
		if number < 1 {
			return ""
		}
		line := c.d.LineRange(number)
		line.Start = max(line.Start, line.End-role.MaxVerdict)
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

// fenceAt returns the index of the fenced block that contains an offset, or -1.
func (c *Counter) fenceAt(offset int) int {
	i := sort.Search(len(c.fences), func(i int) bool { return c.fences[i].Open.Start > offset }) - 1
	if i >= 0 && offset < c.fences[i].End {
		return i
	}
	return -1
}

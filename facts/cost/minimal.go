package cost

import (
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/markdown"
	"github.com/skilllint/skilllint/internal/cleo/truncation"
)

// A Minimal is what goes wrong where only the first lines of a skill are loaded. Places are zero
// where that does not.
type Minimal struct {
	Header analysis.Location // the opening line of a header that is not closed in them
	Fence  analysis.Location // the opening line of a block of code that they end in
	Behind []Heading         // of the essential sections that begin behind them
}

// A Heading is the heading of a section.
type Heading struct {
	Title string
	At    analysis.Location
}

// minimal returns what goes wrong with the first lines of a skill; nil: nothing.
func minimal(d *analysis.Document, sections []markdown.Section, pieces []truncation.Piece) *Minimal {
	end := truncation.MinimalEnd(d)
	if end.Whole {
		return nil
	}
	var m Minimal
	switch {
	case end.Header:
		m.Header = d.At(d.Header.Open)
		return &m
	case end.Fence != nil:
		m.Fence = d.At(end.Fence.Open)
	}
	essential := map[int]bool{}
	for _, p := range pieces {
		if p.Class == truncation.Essential && p.Range.Start >= end.Offset {
			essential[p.Range.Start] = true
		}
	}
	for _, s := range sections {
		if essential[s.Extent.Start] && !strings.HasPrefix(strings.ToLower(s.Name), "example") {
			m.Behind = append(m.Behind, Heading{strings.Clone(s.Title), d.At(s.Heading)})
		}
	}
	if m.Fence == (analysis.Location{}) && m.Behind == nil {
		return nil
	}
	return &m
}

// truncates reports whether the loader of a document's dialect cuts skills.
func truncates(d *analysis.Document) bool {
	return d.Dialect != nil && d.Dialect.Budget != nil && d.Dialect.Budget.Truncates
}

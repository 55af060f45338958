package budget

import (
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/budget"
	"github.com/skilllint/skilllint/facts/markdown"
	"github.com/skilllint/skilllint/internal/cleo/truncate"
)

// A cut is what is left of a skill that a loader truncates.
type cut struct {
	Pieces    []truncate.Piece // of a skill that may be over its budget
	Shapeless bool             // no section is one that the loader keeps
	Minimal   *firstLines      // nil: its first lines are all there is to see
}

// cuts is what is left of each skill in a dialect whose loader truncates.
var cuts = analysis.NewFact("cut", "what truncation leaves of a skill",
	analysis.PerDocument, analysis.Skill, readCut, budget.CostFact.Analyzer, markdown.SectionFact.Analyzer)

func readCut(pass *analysis.Pass) (cut, error) {
	d := pass.Document
	if d.Source == nil || d.Body == nil || !truncates(d) {
		return cut{}, analysis.ErrNoFact
	}
	sections := markdown.SectionFact.Of(pass)
	pieces := truncate.Pieces(d, sections)
	c := cut{Minimal: minimal(d, sections, pieces)}
	c.Shapeless = !slices.ContainsFunc(pieces, func(p truncate.Piece) bool { return p.Class == truncate.Essential })
	if d.Budgets != nil || budget.CostFact.Of(pass).Tokens > d.Dialect.Budget.Skill { // larger than budgets are
		c.Pieces = pieces
		for i := range c.Pieces {
			c.Pieces[i].Heading = strings.Clone(c.Pieces[i].Heading)
		}
	}
	return c, nil
}

// A firstLines is what goes wrong where only the first lines of a skill are loaded. Places are zero
// where that does not.
type firstLines struct {
	Header analysis.Location // the opening line of a header that is not closed in them
	Fence  analysis.Location // the opening line of a block of code that they end in
	Behind []heading         // of the essential sections that begin behind them
}

// A heading is the heading of a section.
type heading struct {
	Title string
	At    analysis.Location
}

// minimal returns what goes wrong with the first lines of a skill; nil: nothing.
func minimal(d *analysis.Document, sections []markdown.Section, pieces []truncate.Piece) *firstLines {
	end := truncate.MinimalEnd(d)
	if end.Whole {
		return nil
	}
	var m firstLines
	switch {
	case end.Header:
		m.Header = d.At(d.Header.Open)
		return &m
	case end.Fence != nil:
		m.Fence = d.At(end.Fence.Open)
	}
	essential := map[int]bool{}
	for _, p := range pieces {
		if p.Class == truncate.Essential && p.Range.Start >= end.Offset {
			essential[p.Range.Start] = true
		}
	}
	for _, s := range sections {
		if essential[s.Extent.Start] && !strings.HasPrefix(strings.ToLower(s.Name), "example") {
			m.Behind = append(m.Behind, heading{strings.Clone(s.Title), d.At(s.Heading)})
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

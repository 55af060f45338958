package budget

import (
	"path"
	"slices"
	"strings"
	"unicode/utf16"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/budget"
	"github.com/skilllint/skilllint/facts/markdown"
)

// A cut holds the parts of a skill that a truncating client keeps.
type cut struct {
	Pieces    []budget.Piece // set if the skill may be over its budget
	Shapeless bool           // the client keeps no section
	Minimal   *firstLines    // nil if the first lines contain everything essential
	Excerpt   *excerpt       // nil if prompts contain the whole skill
}

// An excerpt is the beginning of a skill, which prompts contain.
type excerpt struct {
	Units int               // most UTF-16 units
	After analysis.Location // the first line that they do not contain
	Fence bool              // it is inside a code block
}

// cuts computes the cut of each skill in a dialect whose client truncates.
var cuts = analysis.NewFact("cut", "parts of a skill that truncation keeps",
	analysis.PerDocument, analysis.Skill, readCut, budget.CostFact.Analyzer, markdown.SectionFact.Analyzer)

func readCut(pass *analysis.Pass) (cut, error) {
	d := pass.Document
	if d.Source == nil || d.Body == nil || !truncates(d) {
		if x := readExcerpt(d); x != nil {
			return cut{Excerpt: x}, nil
		}
		return cut{}, analysis.ErrNoFact
	}
	sections := markdown.SectionFact.Of(pass)
	pieces := budget.Pieces(d, sections)
	c := cut{Minimal: minimal(d, sections, pieces)}
	c.Shapeless = !slices.ContainsFunc(pieces, func(p budget.Piece) bool { return p.Class == budget.EssentialPiece })
	if d.Budgets != nil || budget.CostFact.Of(pass).Tokens > d.Dialect.Budget.Skill { // larger than budgets are
		c.Pieces = pieces
		for i := range c.Pieces {
			c.Pieces[i].Heading = strings.Clone(c.Pieces[i].Heading)
		}
	}
	return c, nil
}

// firstLines holds the problems of loading only the first lines of a skill. Locations are zero if there is no problem.
type firstLines struct {
	Header analysis.Location // opening line of frontmatter that they do not close
	Fence  analysis.Location // opening line of a code block that they do not close
	After  []heading         // headings of the essential sections that begin after them
}

// A heading is the heading of a section.
type heading struct {
	Title string
	At    analysis.Location
}

// minimal returns the problems of the first lines of a skill, or nil.
func minimal(d *analysis.Document, sections []markdown.Section, pieces []budget.Piece) *firstLines {
	end := budget.MinimalEnd(d)
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
		if p.Class == budget.EssentialPiece && p.Range.Start >= end.Offset {
			essential[p.Range.Start] = true
		}
	}
	for _, s := range sections {
		if essential[s.Extent.Start] && !strings.HasPrefix(strings.ToLower(s.Name), "example") {
			m.After = append(m.After, heading{strings.Clone(s.Title), d.At(s.Heading)})
		}
	}
	if m.Fence == (analysis.Location{}) && m.After == nil {
		return nil
	}
	return &m
}

// truncates reports whether the client of a document's dialect truncates skills.
func truncates(d *analysis.Document) bool {
	return d.Dialect != nil && d.Dialect.Budget != nil && d.Dialect.Budget.Truncates
}

// readExcerpt returns the excerpt of a skill; nil if prompts contain all of it or nothing.
func readExcerpt(d *analysis.Document) *excerpt {
	if d.Source == nil || d.Dialect == nil || d.Dialect.Budget == nil || d.Dialect.Budget.Excerpt == nil || d.Encoding != analysis.UTF8 {
		return nil
	}
	of := d.Dialect.Budget.Excerpt
	if len(d.Source) <= of.Units || !slices.Contains(of.Skills, path.Base(path.Dir(d.File.Rel))) {
		return nil
	}
	left, end := of.Units, 0 // the end of the last whole line
	for i, r := range string(d.Source) {
		if left -= max(1, utf16.RuneLen(r)); left < 0 {
			line := d.Position(end).Line
			return &excerpt{of.Units, d.At(d.LineRange(line)), d.FenceAt(end-1) != nil && d.FenceAt(end) != nil}
		}
		if r == '\n' {
			end = i + 1
		}
	}
	return nil
}

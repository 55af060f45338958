// Package cost knows what a skill costs the context window of whoever loads it.
package cost

import (
	"sort"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/section"
	"github.com/skilllint/skilllint/internal/token"
)

// A Cost is what one SKILL.md costs, in tokens by characters / 4: the whole file, header included,
// since loaders hand it over as it is.
type Cost struct {
	Tokens   int
	At       analysis.Location // the name in the header; the first line where there is none
	Heaviest []Section         // at most three, the heaviest first
}

// A Section is one of the parts that a skill is divided into: those at the highest level of which
// there are several.
type Section struct {
	Title  string
	Tokens int
	At     analysis.Location // the heading
}

// Fact is the cost of a skill. There is none for a file that was not read.
var Fact = analysis.NewFact("cost", "what a skill costs a context window",
	analysis.PerDocument, analysis.Skill, read, section.Fact.Analyzer)

const most = 3 // sections that are kept

func read(pass *analysis.Pass) (Cost, error) {
	d := pass.Document
	if d.Source == nil {
		return Cost{}, analysis.ErrNoFact
	}
	c := Cost{Tokens: token.Chars4(d.Source), At: d.At(d.LineRange(1))}
	if name := d.Data.Get("name"); name != nil {
		c.At = d.At(name.Range)
	}
	parts := section.Parts(section.Fact.Of(pass))
	sort.SliceStable(parts, func(i, j int) bool { return parts[i].Tokens > parts[j].Tokens })
	for _, s := range parts[:min(most, len(parts))] {
		c.Heaviest = append(c.Heaviest, Section{s.Title, s.Tokens, d.At(s.Heading)})
	}
	return c, nil
}

package budget

import (
	"cmp"
	"sort"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/markdown"
	"github.com/skilllint/skilllint/internal/tokenizer"
)

// A Cost is what one SKILL.md costs, in tokens by characters / 4: the whole file with its frontmatter,
// since clients load it unchanged.
type Cost struct {
	Tokens   int
	Exact    int            // by o200k, where Dense; 0: see Of
	Dense    bool           // characters / 4 is far too low for its script
	Lines    int            // of the whole file
	Range    analysis.Range // the name in the frontmatter, else the first line
	Heaviest []Section      // at most three, the heaviest first
}

// A Section is a part of a skill at the highest level that has several.
type Section struct {
	Title  string
	Tokens int
	Range  analysis.Range // the heading
}

// CostFact is the cost of a skill. There is none for a file that was not read.
var CostFact = analysis.NewFact("cost", "tokens of a skill",
	analysis.PerDocument, analysis.Skill, readCost, markdown.SectionFact.Analyzer)

const maxHeaviest = 3 // sections that are kept

func readCost(pass *analysis.Pass) (Cost, error) {
	d := pass.Document
	if d.Source == nil {
		return Cost{}, analysis.ErrNoFact
	}
	c := Cost{Tokens: tokenizer.Chars4(d.Source), Range: d.LineRange(1), Lines: d.LineCount()}
	c.count(d.Source)
	if name := d.Data.Get("name"); name != nil {
		c.Range = name.Range
	}
	parts := markdown.TopSections(markdown.SectionFact.Of(pass))
	sort.SliceStable(parts, func(i, j int) bool { return parts[i].Tokens > parts[j].Tokens })
	parts = parts[:min(maxHeaviest, len(parts))]
	c.Heaviest = make([]Section, 0, len(parts))
	for _, s := range parts {
		c.Heaviest = append(c.Heaviest, Section{s.Title, s.Tokens, s.Heading})
	}
	return c, nil
}

// Below countDenseFrom, a text is within any budget. A character of a dense script costs at most 1.5 tokens. Of 2,053
// published skills in other scripts, all have between 0.73 and 1.31 times the estimate.
const (
	countDenseFrom = 800
	denseFrom      = 0.05 // see tokenizer.Dense
)

// count counts a dense text with o200k.
func (c *Cost) count(text []byte) {
	if c.Tokens < countDenseFrom {
		return
	}
	c.Dense = tokenizer.Dense(text) >= denseFrom
	if c.Dense {
		c.Exact = tokenizer.O200k(text)
	}
}

// Of returns the tokens of a skill as its limit counts them. For o200k, a skill is read again that may exceed the limit,
// which is rare.
func (c *Cost) Of(f *analysis.File, limit Limit) int {
	switch {
	case !limit.Real:
		return c.Tokens
	case c.Dense:
		return c.Exact
	case c.Tokens*4/3 >= limit.Tokens && f.Tree != nil:
		return cmp.Or(tokenizer.O200k(f.Tree.Read(f.Rel, f.Size)), c.Tokens)
	}
	return c.Tokens
}

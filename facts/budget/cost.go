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
	Exact    int               // by o200k, where Dense; 0: see Real
	Dense    bool              // characters / 4 is far too low for its script
	Near     bool              // only o200k decides whether it exceeds the recommendation
	Lines    int               // of the whole file
	At       analysis.Location // the name in the frontmatter, else the first line
	Heaviest []Section         // at most three, the heaviest first
}

// A Section is a part of a skill at the highest level that has several.
type Section struct {
	Title  string
	Tokens int
	At     analysis.Location // the heading
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
	c := Cost{Tokens: tokenizer.Chars4(d.Source), At: d.At(d.LineRange(1)), Lines: d.LineCount()}
	c.count(d.Source)
	if name := d.Data.Get("name"); name != nil {
		c.At = d.At(name.Range)
	}
	parts := markdown.TopSections(markdown.SectionFact.Of(pass))
	sort.SliceStable(parts, func(i, j int) bool { return parts[i].Tokens > parts[j].Tokens })
	for _, s := range parts[:min(maxHeaviest, len(parts))] {
		c.Heaviest = append(c.Heaviest, Section{s.Title, s.Tokens, d.At(s.Heading)})
	}
	return c, nil
}

// Outside of these estimates o200k decides nothing about the recommended 5,000 tokens. A character of a
// dense script costs at most 1.5 tokens. Of 2,053 published skills in other scripts, all have between
// 0.73 and 1.31 times the estimate.
const (
	countFrom      = 3_500
	countTo        = 8_000
	countDenseFrom = 800
	denseFrom      = 0.05 // see tokenizer.Dense
)

// count counts a dense text with o200k, and sets Near for others where that may decide anything.
func (c *Cost) count(text []byte) {
	if c.Tokens < countDenseFrom {
		return
	}
	c.Dense = tokenizer.Dense(text) >= denseFrom
	if c.Dense {
		c.Exact = tokenizer.O200k(text)
	}
	c.Near = !c.Dense && c.Tokens >= countFrom && c.Tokens <= countTo
}

// Real returns the tokens of a skill by o200k where that may decide anything, else by characters / 4. A
// skill that is Near is read again, which is rare: most have a budget in characters / 4.
func (c *Cost) Real(f *analysis.File) int {
	switch {
	case c.Dense:
		return c.Exact
	case c.Near && f.Tree != nil:
		return cmp.Or(tokenizer.O200k(f.Tree.Read(f.Rel, f.Size)), c.Tokens)
	}
	return c.Tokens
}

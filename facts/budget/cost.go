package budget

import (
	"cmp"
	"sort"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/markdown"
	"github.com/skilllint/skilllint/internal/tokenizer"
)

// A Cost is what one SKILL.md costs, in tokens by characters / 4: the whole file, header included,
// since loaders hand it over as it is.
type Cost struct {
	Tokens   int
	Exact    int               // by o200k, where Dense; 0: see Real
	Dense    bool              // its script costs far more than characters / 4 says
	Near     bool              // counted by o200k it may be over what the specification recommends, or may not
	Lines    int               // of the whole file
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

// CostFact is the cost of a skill. There is none for a file that was not read.
var CostFact = analysis.NewFact("cost", "what a skill costs a context window",
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

// Below these estimates a text has not the 5,000 tokens of o200k that the specification recommends. A
// character of a dense script costs at most a token and a half; of 2,053 published skills in other
// scripts none has more than 1.31 times the estimate, and none less than 0.73 times: from countTo on
// nothing is decided by counting.
const (
	countFrom      = 3_500
	countTo        = 8_000
	countDenseFrom = 800
	denseFrom      = 0.05 // see tokenizer.Dense
)

// count counts a dense text exactly, and says of others where that may decide anything.
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

// Real returns what a skill costs in tokens of real models: by o200k where that may decide anything,
// else by characters / 4. A skill that is Near is read again, since few are asked about: most have a
// budget of their own, which characters / 4 are for.
func (c *Cost) Real(f *analysis.File) int {
	switch {
	case c.Dense:
		return c.Exact
	case c.Near && f.Tree != nil:
		return cmp.Or(tokenizer.O200k(f.Tree.Read(f.Rel, f.Size)), c.Tokens)
	}
	return c.Tokens
}

package budget

import (
	"fmt"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/budget"
	"github.com/skilllint/skilllint/facts/registry"
)

// Skill reports skills that exceed their token budget.
//
// A client loads the whole skill, including its frontmatter, each time it is used, and keeps it for the
// rest of the session. CLEO truncates a skill over its budget or refuses to load it. Claude Code keeps
// only the first 5,000 tokens when it compacts a conversation.
//
// Severity:
//   - error above a budget that you set: "skill" in the configuration, or the token_budget in the registry
//   - warning above the 5,000 tokens that CLEO recommends
//   - warning from 1.7 times the 5,000 tokens that the specification recommends
//   - info up to 2 times that number if one section is four fifths of the text: it is probably needed each time
//   - info from 1.15 times that number: models count tokens differently
//
// The finding names sections with a fifth of the text or more, and those that CLEO's truncation drops. Move them to files
// that are read when they are needed. If no section is that long, split the skill by topic.
//
// Tokens are counted with o200k, as by the command budget. For CLEO, they are characters / 4, as CLEO counts them.
//
// Not reported:
//   - copies of a skill for other clients, translations of one in the same repository, and skills in directories such as
//     "deprecated" and "archive"
//   - files that the skill refers to (see budget/references), and other kinds of files
//   - markdown/body-length for the same skill: this finding includes the number of lines
var Skill = &analysis.Analyzer{
	Name:     "budget/skill",
	Doc:      "skill over the token budget",
	Severity: analysis.Error,
	Scope:    analysis.PerWorkspace,
	Kinds:    analysis.Skill,
	Source: analysis.Source{Kind: analysis.Specification, Checked: "2026-11-21",
		Name: "Agent Skills specification, progressive disclosure; CLEO's skill loading design, token_budget"},
	Requires: []*analysis.Analyzer{budget.CostFact.Analyzer, cuts.Analyzer, registry.ListedFact.Analyzer},
	Options:  &SkillOptions{},
	Copies:   true,
	Run:      skill,
}

// SkillOptions are the options of budget/skill.
type SkillOptions struct {
	Tokens int `yaml:"tokens" doc:"limit of one SKILL.md; 0: that of the budgets, the registry or the dialect, else the recommended 5000"`
}

// Limit returns the limit in the options, for the command budget.
func (o *SkillOptions) Limit() int { return o.Tokens }

func skill(pass *analysis.Pass) error {
	skills := registry.ListedFact.Of(pass)
	var files []*analysis.File
	sizes := map[*analysis.File]int{}
	for file, c := range budget.CostFact.All(pass.Store) {
		files = append(files, file)
		sizes[file] = c.Tokens
	}
	original := originals(files, sizes)
	for file, c := range budget.CostFact.All(pass.Store) {
		if !original[file] {
			continue
		}
		limit := budget.OfSkill(file, skills, analysis.OptionsFor[SkillOptions](pass, file).Tokens)
		tokens := c.Of(file, limit)
		at := file.At(c.Range)
		d := analysis.Diagnostic{Location: &at, Anywhere: true, Measured: tokens, Severity: limit.SeverityOf(tokens), Must: limit.Must}
		if _, over := limit.Over(tokens); over {
			cut, _ := cuts.At(pass.Store, file)
			describe(&d, file, c, cut.Pieces, limit)
			if limit.Advice && tokens < 2*limit.Tokens && len(c.Heaviest) > 0 && c.Heaviest[0].Tokens*5 >= c.Tokens*4 {
				d.Severity = analysis.Info // probably needed as a whole
			}
		} else if _, over := limit.Over(c.Exact); over && c.Dense && !limit.Real {
			d.Severity, d.Must, d.About, d.Measured = analysis.Info, false, "script", c.Exact
			d.Message = fmt.Sprintf("skill may exceed its budget: o200k counts %s tokens (%s)", quote.Count(c.Exact), limit)
			d.Effect = fmt.Sprintf("characters / 4 counts only %s, too few for this script", quote.Count(c.Tokens))
		} else {
			continue
		}
		if limit.At != nil {
			d.Related = append(d.Related, analysis.Related{Location: *limit.At, Message: "limit set here"})
		}
		for _, s := range c.Heaviest {
			if !isLarge(s, c) {
				continue
			}
			d.Related = append(d.Related, analysis.Related{Location: file.At(s.Range), Message: fmt.Sprintf("section %s: %s", quote.Text(s.Title), size(s.Tokens, c, limit))})
		}
		if lineLimit(file, c) > 0 {
			d.Supersedes = []analysis.Superseded{{Rule: "markdown/body-length"}}
		}
		pass.Report(d)
	}
	return nil
}

// lineLimit returns the limit of markdown/body-length if a skill exceeds it, and otherwise 0.
func lineLimit(f *analysis.File, c budget.Cost) int {
	if rules := f.Rules(); rules != nil && rules.Body != nil && rules.Body.Lines > 0 && c.Lines > rules.Body.Lines {
		return rules.Body.Lines
	}
	return 0
}

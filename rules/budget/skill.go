package budget

import (
	"fmt"
	"maps"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/budget"
	"github.com/skilllint/skilllint/facts/registry"
)

// Skill reports a skill that costs more of the context window than it may.
//
// An agent reads a skill whole, header included, each time it uses it, and keeps it for the rest of
// the session. Over its budget CLEO cuts a skill or refuses to load it; Claude Code keeps the first
// 5,000 tokens when it compacts a conversation. The specification recommends less than 5,000: over
// that is a warning, and advice up to a tenth, by which models count differently. Over a budget that
// somebody set is an error: in the configuration ("skill"), else in the token_budget of the skill's
// entry in its registry.
//
// What weighs most is named with its lines, and what CLEO's truncation would drop; it belongs into
// files of its own, which are read when they are needed.
//
// Budgets that somebody set are counted by characters / 4, as the protocols do; what is near the
// recommended 5,000 by o200k. Where a script costs far more than that estimate says, as Chinese does,
// both are said.
//
// Left alone: what the skill refers to (budget/references), and other kinds of files. A skill with
// too many lines as well is reported here only.
var Skill = &analysis.Analyzer{
	Name:     "budget/skill",
	Doc:      "skill that costs more tokens than it may",
	Severity: analysis.Error,
	Scope:    analysis.PerWorkspace,
	Kinds:    analysis.Skill,
	Source: analysis.Source{Kind: analysis.Specification, Checked: "2026-11-21",
		Name: "Agent Skills specification, progressive disclosure; CLEO's skill loading design, token_budget"},
	Requires: []*analysis.Analyzer{budget.CostFact.Analyzer, cuts.Analyzer, registry.ListedFact.Analyzer},
	Options:  &SkillOptions{},
	Run:      skill,
}

// SkillOptions are the options of budget/skill.
type SkillOptions struct {
	Tokens int `yaml:"tokens" doc:"what one SKILL.md may cost; 0: what the budgets, its registry or its dialect say, else the recommended 5000"`
}

// Limit returns what the options allow one SKILL.md, for the command budget.
func (o *SkillOptions) Limit() int { return o.Tokens }

func skill(pass *analysis.Pass) error {
	skills, cut := registry.ListedFact.Of(pass), maps.Collect(cuts.All(pass.Store))
	for file, c := range budget.CostFact.All(pass.Store) {
		limit := budget.OfSkill(file, skills, analysis.OptionsFor[SkillOptions](pass, file).Tokens)
		tokens := c.Tokens
		if limit.Real {
			tokens = c.Real(file)
		}
		at := c.At
		d := analysis.Diagnostic{Location: &at, Anywhere: true, Measured: tokens, Severity: limit.Severity}
		if by, over := limit.Over(tokens); over {
			d.Message = message(file, c, cut[file].Pieces, limit, tokens, by)
			if limit.Real && by <= limit.Tokens/10 && linesToo(file, c) == 0 { // the models' own tokenizers differ by more
				d.Severity = analysis.Info
			}
		} else if _, over := limit.Over(c.Exact); over && c.Dense {
			d.Severity, d.About, d.Measured = analysis.Info, "script", c.Exact
			d.Message = fmt.Sprintf("by characters / 4 the skill costs %s tokens, within the %s that %s, but that is too low for its script: o200k counts %s; allow for that",
				quote.Count(c.Tokens), quote.Count(limit.Tokens), limit.Source, quote.Count(c.Exact))
		} else {
			continue
		}
		if limit.At != nil {
			d.Related = append(d.Related, analysis.Related{Location: *limit.At, Message: "the budget is set here"})
		}
		for _, s := range c.Heaviest {
			d.Related = append(d.Related, analysis.Related{Location: s.At,
				Message: fmt.Sprintf("%s costs %s tokens", quote.Text(s.Title), quote.Count(s.Tokens))})
		}
		if linesToo(file, c) > 0 {
			d.Supersedes = []analysis.Superseded{{Rule: "markdown/body-length"}}
		}
		pass.Report(d)
	}
	return nil
}

// linesToo returns how many lines a skill may have that has more, as markdown/body-length would say; 0
// of others.
func linesToo(f *analysis.File, c budget.Cost) int {
	if rules := f.Rules(); rules != nil && rules.Body != nil && rules.Body.Lines > 0 && c.Lines > rules.Body.Lines {
		return rules.Body.Lines
	}
	return 0
}

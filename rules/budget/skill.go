package budget

import (
	"fmt"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/allowance"
	"github.com/skilllint/skilllint/facts/cost"
	"github.com/skilllint/skilllint/facts/listed"
	"github.com/skilllint/skilllint/internal/quote"
)

// Skill reports a skill that costs more of the context window than it may.
//
// An agent reads a skill whole, header included, each time it uses it, and keeps it for the rest of
// the session. Over its budget CLEO cuts a skill or refuses to load it; Claude Code keeps the first
// 5,000 tokens when it compacts a conversation. The specification recommends less than 5,000: over
// that is a warning. Over a budget that somebody set is an error: in the configuration, else in the
// token_budget of the skill's entry in its registry.
//
// What weighs most is named with its lines; it belongs into files of its own, which are read when
// they are needed. Tokens are estimated by characters / 4, as the protocols themselves do.
//
// Left alone: what the skill refers to, which costs nothing until it is read, and other kinds of
// files.
var Skill = &analysis.Analyzer{
	Name:     "budget/skill",
	Doc:      "skill that costs more tokens than it may",
	Severity: analysis.Error,
	Scope:    analysis.PerWorkspace,
	Kinds:    analysis.Skill,
	Source: analysis.Source{Kind: analysis.Specification, Checked: "2026-11-21",
		Name: "Agent Skills specification, progressive disclosure; CLEO's skill loading design, token_budget"},
	Requires: []*analysis.Analyzer{cost.Fact.Analyzer, listed.Fact.Analyzer},
	Options:  &SkillOptions{},
	Run:      skill,
}

// SkillOptions are the options of budget/skill.
type SkillOptions struct {
	Tokens int `yaml:"tokens" doc:"what one SKILL.md may cost; 0: what its registry or its dialect says, else the recommended 5000"`
}

func skill(pass *analysis.Pass) error {
	skills := listed.Fact.Of(pass)
	for file, c := range cost.Fact.All(pass.Store) {
		limit := allowance.OfSkill(file, skills, analysis.OptionsFor[SkillOptions](pass, file).Tokens)
		if _, over := limit.Over(c.Tokens); !over {
			continue
		}
		at := c.At
		d := analysis.Diagnostic{Location: &at, Severity: limit.Severity, Message: message(c, limit)}
		if limit.At != nil {
			d.Related = append(d.Related, analysis.Related{Location: *limit.At, Message: "the budget is set here"})
		}
		for _, s := range c.Heaviest {
			d.Related = append(d.Related, analysis.Related{Location: s.At,
				Message: fmt.Sprintf("%s costs %s tokens", quote.Text(s.Title), quote.Count(s.Tokens))})
		}
		pass.Report(d)
	}
	return nil
}

func message(c cost.Cost, limit allowance.Limit) string {
	text := fmt.Sprintf("the skill costs about %s tokens, %s more than the %s that %s, each time it is loaded; move what is seldom needed into files of its own",
		quote.Count(c.Tokens), quote.Count(c.Tokens-limit.Tokens), quote.Count(limit.Tokens), limit.Source)
	var heavy []string
	for _, s := range c.Heaviest {
		heavy = append(heavy, fmt.Sprintf("%s (line %d, %s)", quote.Text(s.Title), s.At.Start.Line, quote.Count(s.Tokens)))
	}
	if len(heavy) > 0 {
		text += "; heaviest: " + strings.Join(heavy, ", ")
	}
	return text
}

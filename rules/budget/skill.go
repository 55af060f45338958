package budget

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/skilllint/skilllint/analysis"
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

// recommended is the specification's advice for one skill.
const recommended = 5_000

func skill(pass *analysis.Pass) error {
	skills := listed.Fact.Of(pass)
	for file, c := range cost.Fact.All(pass.Store) {
		b := budgetOf(file, analysis.OptionsFor[SkillOptions](pass, file), skills)
		if c.Tokens <= b.tokens {
			continue
		}
		at := c.At
		d := analysis.Diagnostic{Location: &at, Severity: b.severity, Message: message(c, b)}
		if b.at != nil {
			d.Related = append(d.Related, analysis.Related{Location: *b.at, Message: "the budget is set here"})
		}
		for _, s := range c.Heaviest {
			d.Related = append(d.Related, analysis.Related{Location: s.At,
				Message: fmt.Sprintf("%s costs %s tokens", quote.Text(s.Title), quote.Count(s.Tokens))})
		}
		pass.Report(d)
	}
	return nil
}

// A budget is what a skill may cost, and who says so.
type budget struct {
	tokens   int
	severity analysis.Severity
	source   string // completes "the 5,000 that …"
	at       *analysis.Location
}

func budgetOf(f *analysis.File, o *SkillOptions, skills listed.Skills) budget {
	if o.Tokens > 0 {
		return budget{o.Tokens, analysis.Error, "the configuration allows", nil}
	}
	dialect := f.Dialect
	if l, ok := skills[f]; ok {
		if n := l.Entry.TokenBudget; n.Value > 0 {
			return budget{n.Value, analysis.Error, "its registry allows", &n.Location}
		}
		dialect = l.Registry.Dialect
	}
	if dialect != nil && dialect.Budget != nil {
		severity, _ := analysis.ParseSeverity(dialect.Budget.Severity)
		verb := map[bool]string{true: " allows", false: " recommends"}[severity == analysis.Error]
		return budget{dialect.Budget.Skill, cmp.Or(severity, analysis.Warning), dialect.Title + verb, nil}
	}
	return budget{recommended, analysis.Warning, "the specification recommends", nil}
}

func message(c cost.Cost, b budget) string {
	text := fmt.Sprintf("the skill costs about %s tokens, %s more than the %s that %s, each time it is loaded; move what is seldom needed into files of its own",
		quote.Count(c.Tokens), quote.Count(c.Tokens-b.tokens), quote.Count(b.tokens), b.source)
	var heavy []string
	for _, s := range c.Heaviest {
		heavy = append(heavy, fmt.Sprintf("%s (line %d, %s)", quote.Text(s.Title), s.At.Start.Line, quote.Count(s.Tokens)))
	}
	if len(heavy) > 0 {
		text += "; heaviest: " + strings.Join(heavy, ", ")
	}
	return text
}

package budget

import (
	"fmt"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/budget"
	"github.com/skilllint/skilllint/facts/registry"
)

// Declared reports token budgets in a skill or its registry that have no effect or are wrong.
//
// CLEO's orchestrator reads token_budget from the registry, never from the frontmatter of the skill. A
// different number in the frontmatter misleads its readers, and so does one that the skill exceeds. All
// skills of a spawn share 15,000 tokens. CLEO truncates a skill before it reaches a larger budget.
//
// Set the budget once, in the registry, to at most 15,000.
//
// The rule is about CLEO's first edition, of January 2026. It does not apply to trees of its later packages.
//
// Not reported:
//   - a skill over the budget in its registry, or over the recommended 5,000 tokens, which budget/skill reports
//   - a budget far above the size of the skill: budgets are upper limits
//   - "tier", which defines who coordinates whom and not how large a skill may be
var Declared = &analysis.Analyzer{
	Name:     "budget/declared",
	Doc:      "declared token budget that is ignored, too low or out of reach",
	Severity: analysis.Warning,
	Scope:    analysis.PerWorkspace,
	Source: analysis.Source{Kind: analysis.Specification, Checked: "2026-11-21",
		Name: "CLEO's skill loading design, manifest-based metadata registry and context budget"},
	Requires: []*analysis.Analyzer{budget.CostFact.Analyzer, budget.DeclaredBudget.Analyzer, registry.ListedFact.Analyzer, registry.Fact.Analyzer},
	Run:      declared,
}

func declared(pass *analysis.Pass) error {
	for file, r := range registry.Fact.All(pass.Store) {
		reportUnreachable(pass, file, r.Entries)
	}
	skills := registry.ListedFact.Of(pass)
	for file, own := range budget.DeclaredBudget.All(pass.Store) {
		effective := budget.OfSkill(file, skills, 0)
		c, _ := budget.CostFact.At(pass.Store, file)
		ownBudget(pass, own, c.Of(file, budget.Limit{Tokens: own.Tokens, Real: effective.Real}), effective)
	}
	return nil
}

// reportUnreachable reports budgets of individual skills that exceed the budget of all skills of a spawn. A registry with
// one such budget usually has many, so one finding covers them.
func reportUnreachable(pass *analysis.Pass, file *analysis.File, entries []registry.Entry) {
	limit := budget.OfPreloads(file, file.Dialect, 0)
	var first *registry.Entry
	more := 0
	for i := range entries {
		switch _, over := limit.Over(entries[i].TokenBudget.Value); {
		case over && first == nil:
			first = &entries[i]
		case over:
			more++
		}
	}
	if first == nil {
		return
	}
	at, budgets := file.At(first.TokenBudget.Range), "it"
	if more > 0 {
		budgets = "it and " + quote.Plural(more, "other budget") + " of the registry"
	}
	pass.Report(analysis.Diagnostic{Location: &at, Anywhere: true, About: "registry", Measured: more + 1,
		Message: fmt.Sprintf("budget of %s exceeds that of all skills together: %s tokens (%s)", quote.Text(first.Name.Value), quote.Count(first.TokenBudget.Value), limit),
		Effect:  "the skill is truncated before it reaches this budget",
		Help:    fmt.Sprintf("set %s to at most %s", budgets, quote.Count(limit.Tokens))})
}

// ownBudget compares the budget in the frontmatter with the effective one or, without one, with the cost of the skill.
func ownBudget(pass *analysis.Pass, own budget.Declared, tokens int, effective budget.Limit) {
	at := own.At
	d := analysis.Diagnostic{Location: &at, Anywhere: true, About: "own"}
	_, reported := effective.Over(tokens)
	switch {
	case effective.At != nil && effective.Tokens != own.Tokens:
		d.Message = fmt.Sprintf("%s is %s here but %s in the registry", own.Field, quote.Count(own.Tokens), quote.Count(effective.Tokens))
		d.Effect, d.Help = "only the value in the registry is used", "remove it here"
		d.Related = []analysis.Related{{Location: *effective.At, Message: "effective budget"}}
	case effective.At == nil && !reported && tokens > own.Tokens:
		d.About, d.Measured = "cost", tokens
		d.Message = fmt.Sprintf("skill is about %s tokens (%s: %s)", quote.Count(tokens), own.Field, quote.Count(own.Tokens))
		d.Help = "shorten the skill, or raise " + own.Field
	default:
		return
	}
	pass.Report(d)
}

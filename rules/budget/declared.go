package budget

import (
	"fmt"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/budget"
	"github.com/skilllint/skilllint/facts/registry"
)

// Declared reports a budget that a skill or its registry declares and that cannot be meant: another
// one counts, the skill costs more, or no spawn can use it up.
//
// CLEO's orchestrator takes token_budget from the registry, never from the header of the skill; a
// number there that differs, or that the skill is over, misleads whoever reads it. A token_budget over
// the 15,000 tokens that are set aside for all skills of a spawn is never reached: the skill is cut
// before.
//
// Write the number once, in the registry, and not over 15,000.
//
// Left alone: a skill over the budget of its registry, or over the recommended 5,000, which
// budget/skill reports; a budget far over what a skill costs, since it is an upper limit and published
// registries leave room up to ten times; "tier", which says who coordinates whom, not how much a
// skill costs.
var Declared = &analysis.Analyzer{
	Name:     "budget/declared",
	Doc:      "declared token budget that cannot be meant",
	Severity: analysis.Warning,
	Scope:    analysis.PerWorkspace,
	Source: analysis.Source{Kind: analysis.Specification, Checked: "2026-11-21",
		Name: "CLEO's skill loading design, manifest-based metadata registry and context budget"},
	Requires: []*analysis.Analyzer{budget.CostFact.Analyzer, budget.DeclaredBudget.Analyzer, registry.ListedFact.Analyzer, registry.Fact.Analyzer},
	Run:      declared,
}

func declared(pass *analysis.Pass) error {
	for file, r := range registry.Fact.All(pass.Store) {
		neverReached(pass, file, r.Entries)
	}
	skills := registry.ListedFact.Of(pass)
	costs := map[*analysis.File]budget.Cost{}
	for file, own := range budget.DeclaredBudget.All(pass.Store) {
		if len(costs) == 0 {
			for file, c := range budget.CostFact.All(pass.Store) {
				costs[file] = c
			}
		}
		ownBudget(pass, own, costs[file], budget.OfSkill(file, skills, 0))
	}
	return nil
}

// neverReached reports the budgets of single skills that are more than all skills of a spawn may cost:
// a registry that has one mostly has it everywhere, so the first speaks for all.
func neverReached(pass *analysis.Pass, file *analysis.File, entries []registry.Entry) {
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
	at, others := first.TokenBudget.Location, ""
	if more == 1 {
		others = "; there is 1 more such budget in this registry"
	} else if more > 1 {
		others = fmt.Sprintf("; there are %s in this registry", quote.Plural(more, "more such budget"))
	}
	by, _ := limit.Over(first.TokenBudget.Value)
	pass.Report(analysis.Diagnostic{Location: &at, Anywhere: true, About: "registry", Measured: more + 1, Message: fmt.Sprintf(
		"the budget of %s is %s tokens, %s more than the %s that %s, so the skill is cut before it is reached; write at most %s%s",
		quote.Text(first.Name.Value), quote.Count(first.TokenBudget.Value), quote.Count(by), quote.Count(limit.Tokens), limit.Source, quote.Count(limit.Tokens), others)})
}

// ownBudget compares the budget in a header with the one that counts, else with what the skill costs.
func ownBudget(pass *analysis.Pass, own budget.Declared, c budget.Cost, counts budget.Limit) {
	at := own.At
	d := analysis.Diagnostic{Location: &at, Anywhere: true, About: "own"}
	_, reported := counts.Over(c.Tokens)
	switch {
	case counts.At != nil && counts.Tokens != own.Tokens:
		d.Message = fmt.Sprintf("%s is %s here and %s in the registry, which is the one that counts; leave it out here",
			own.Field, quote.Count(own.Tokens), quote.Count(counts.Tokens))
		d.Related = []analysis.Related{{Location: *counts.At, Message: "the budget that counts"}}
	case counts.At == nil && !reported && c.Tokens > own.Tokens:
		d.About, d.Measured = "cost", c.Tokens
		d.Message = fmt.Sprintf("%s is %s, and the skill costs about %s tokens, %s more; shorten it, or raise the number",
			own.Field, quote.Count(own.Tokens), quote.Count(c.Tokens), quote.Count(c.Tokens-own.Tokens))
	default:
		return
	}
	pass.Report(d)
}

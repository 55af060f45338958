package budget

import (
	"fmt"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/budget"
	"github.com/skilllint/skilllint/facts/graph"
)

// Spawn reports an agent that begins with more than its context may hold, and a base protocol that is
// larger than what is set aside for it.
//
// The skills of an agent's header are put into its context whole when it starts, and nobody can cut
// them there. CLEO's design gives a subagent 100,000 tokens: 2,000 for the protocol, 2,000 for the
// task, 15,000 for all skills, the rest for its work. Skills over 15,000 take from the work; when all
// three are over 70,000 the spawn fails.
//
// Preload fewer skills, and let the orchestrator put the others into the prompt, where it can cut
// them.
//
// The protocol is the tree's own ("skills/_shared/subagent-protocol-base.md"), else 2,000. Left
// alone: agents of other loaders, unless a skill that they preload is in a registry of CLEO's or the
// configuration sets "spawn" or "preloads"; names that lead to no skill, which deps/missing reports;
// max_context_tokens of a registry, which is registry/compatibility's.
var Spawn = &analysis.Analyzer{
	Name:     "budget/spawn",
	Doc:      "agent that begins with more than its context may hold",
	Severity: analysis.Error,
	Scope:    analysis.PerWorkspace,
	Source: analysis.Source{Kind: analysis.Specification, Checked: "2026-11-21",
		Name: "CLEO's skill loading design, context budget management"},
	Requires: []*analysis.Analyzer{budget.CostFact.Analyzer, budget.ProtocolTokens.Analyzer, graph.Fact.Analyzer},
	Options:  &SpawnOptions{},
	Run:      checkSpawn,
}

// SpawnOptions are the options of budget/spawn.
type SpawnOptions struct {
	Tokens   int `yaml:"tokens" doc:"what protocol, task and skills may cost; 0: what the budgets say, else the dialect"`
	Preloads int `yaml:"preloads" doc:"what all preloaded skills may cost; 0: what the budgets say, else the dialect"`
	Protocol int `yaml:"protocol" doc:"what the base protocol may cost; 0: what the budgets say, else the dialect"`
}

func checkSpawn(pass *analysis.Pass) error {
	protocols := map[*analysis.Tree]int{}
	for file, tokens := range budget.ProtocolTokens.All(pass.Store) {
		protocols[file.Tree] = max(protocols[file.Tree], tokens)
		limit := budget.OfProtocol(file, analysis.OptionsFor[SpawnOptions](pass, file).Protocol)
		if by, over := limit.Over(tokens); over {
			at := begin(file)
			pass.Report(analysis.Diagnostic{Location: &at, Anywhere: true, About: "protocol", Measured: tokens, Severity: limit.Severity,
				Message: fmt.Sprintf("the protocol costs about %s tokens, %s more than the %s that %s, in every spawn; shorten it",
					quote.Count(tokens), quote.Count(by), quote.Count(limit.Tokens), limit.Source)})
		}
	}
	costs := map[*analysis.File]int{}
	for file, c := range budget.CostFact.All(pass.Store) {
		costs[file] = c.Tokens
	}
	g := graph.Fact.Of(pass)
	for from, edges := range preloads(g) {
		s := spawn{agent: &g.Nodes[from], protocol: budget.DefaultProtocol}
		if own, ok := protocols[s.agent.File.Tree]; ok {
			s.protocol = own
		}
		for _, e := range edges {
			s.add(&g.Nodes[e.To], e, costs)
		}
		s.check(pass)
	}
	return nil
}

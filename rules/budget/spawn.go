package budget

import (
	"fmt"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/budget"
	"github.com/skilllint/skilllint/facts/graph"
)

// Spawn reports subagents that start with more tokens than their context allows, and base protocols over their budget.
//
// The skills in a subagent's frontmatter are loaded whole when it starts, and no client truncates them
// there. CLEO's design gives a subagent 100,000 tokens: 2,000 for the protocol, 2,000 for the task, 15,000
// for all skills, the rest for its work. Skills over 15,000 tokens reduce what is left for the work. If
// all three exceed 70,000 tokens, CLEO fails to start the subagent.
//
// Preload fewer skills. Let the orchestrator add the others to the prompt, where it can truncate them.
//
// The protocol is the repository's "skills/_shared/subagent-protocol-base.md". Without that file, 2,000
// tokens are assumed.
//
// Statements about CLEO apply to the first edition, of January 2026, not to its later packages.
//
// Not reported:
//   - subagents of other clients, unless one of their skills is in a CLEO registry or the configuration
//     sets "spawn" or "preloads"
//   - unknown skill names, which deps/missing reports
//   - max_context_tokens of a registry, which registry/compatibility checks
var Spawn = &analysis.Analyzer{
	Name:     "budget/spawn",
	Doc:      "subagent or base protocol over its token budget",
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
	Tokens   int `yaml:"tokens" doc:"limit of protocol, task and skills; 0: that of the budgets, else of the dialect"`
	Preloads int `yaml:"preloads" doc:"limit of all preloaded skills; 0: that of the budgets, else of the dialect"`
	Protocol int `yaml:"protocol" doc:"limit of the base protocol; 0: that of the budgets, else of the dialect"`
}

func checkSpawn(pass *analysis.Pass) error {
	protocols := map[*analysis.Tree]int{}
	for file, tokens := range budget.ProtocolTokens.All(pass.Store) {
		protocols[file.Tree] = max(protocols[file.Tree], tokens)
		limit := budget.OfProtocol(file, analysis.OptionsFor[SpawnOptions](pass, file).Protocol)
		if _, over := limit.Over(tokens); over {
			at := begin(file)
			pass.Report(analysis.Diagnostic{Location: &at, Anywhere: true, About: "protocol", Measured: tokens, Severity: limit.Severity, Must: limit.Must,
				Message: fmt.Sprintf("base protocol is about %s tokens (%s)", quote.Count(tokens), limit),
				Effect:  "every spawn loads it"})
		}
	}
	g := graph.Fact.Of(pass)
	for from, edges := range preloads(g) {
		s := spawn{agent: &g.Nodes[from], protocol: budget.DefaultProtocol}
		if own, ok := protocols[s.agent.File.Tree]; ok {
			s.protocol = own
		}
		for _, e := range edges {
			s.add(pass, &g.Nodes[e.To], e)
		}
		s.check(pass)
	}
	return nil
}

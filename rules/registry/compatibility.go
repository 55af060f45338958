package registry

import (
	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/budget"
	"github.com/skilllint/skilllint/facts/graph"
	"github.com/skilllint/skilllint/facts/registry"
)

// Compatibility reports agents that preload a skill which its registry does not let them have.
//
// Before a spawn CLEO's orchestrator compares the model in the skill's entry with the agent's, and
// refuses when they differ; a skill for sonnet may go to an agent of opus, and one without a model
// to any. An agent whose type is not in the entry's compatible_subagent_types is not meant to have
// the skill. Where max_context_tokens is less than what the spawn takes, the subagent begins with
// more than its skill can bear: 2,000 tokens for the protocol, 2,000 for the task, and the skills,
// at 4 characters a token.
//
// Give the agent another model, or preload another skill; or change the entry.
//
// Left alone: agents without a model, or with one of another family; agents of other agents' dialects
// are warned of only. An agent's type is its subagent_type or agent_type, or its name where the
// registry knows a type of that name; otherwise nothing is said. Where the tree has a base protocol
// of its own the protocol's tokens are not counted.
var Compatibility = &analysis.Analyzer{
	Name:     "registry/compatibility",
	Doc:      "agent that preloads a skill which its registry does not let it have",
	Severity: analysis.Error,
	Scope:    analysis.PerWorkspace,
	Source: analysis.Source{Kind: analysis.LoaderCode, Checked: "2026-08-31",
		Name: "CLEO's dispatch library, January 2026; its skill loading documents"},
	Requires: []*analysis.Analyzer{graph.Fact.Analyzer, registry.ListedFact.Analyzer, registry.Fact.Analyzer, registry.HeaderFact.Analyzer, budget.CostFact.Analyzer},
	Run:      checkCompatibility,
}

func checkCompatibility(pass *analysis.Pass) error {
	c := newCompatibility(pass)
	g := graph.Fact.Of(pass)
	var preloads []graph.Edge
	for i, e := range g.Edges { // sorted by the node that they lead from
		if from := g.Nodes[e.From]; from.Kind == analysis.Agent {
			preloads = append(preloads, e)
		}
		if i+1 == len(g.Edges) || g.Edges[i+1].From != e.From {
			c.agent(g, preloads)
			preloads = nil
		}
	}
	for _, file := range pass.Workspace.Files {
		if l, ok := c.listed[file]; ok {
			c.alone(file, l.Entry)
		}
	}
	return nil
}

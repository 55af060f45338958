package registry

import (
	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/budget"
	"github.com/skilllint/skilllint/facts/graph"
	"github.com/skilllint/skilllint/facts/registry"
)

// Compatibility reports subagents that preload a skill whose registry entry does not allow it.
//
// Before CLEO spawns a subagent, it compares the subagent's model with that of the skill's entry, and
// refuses to spawn if they differ. A skill for sonnet also runs on opus, and one without a model on any.
//
// A subagent whose type is missing from compatible_subagent_types is not meant to use the skill. If a
// spawn needs more than max_context_tokens, the subagent starts with less room than the skill expects.
// A spawn is estimated as 2,000 tokens for the protocol, 2,000 for the task, and the skills at 4
// characters per token.
//
// A type that resembles the name of a subagent, or one of CLEO's types, is probably misspelt. In a registry that lists
// subagents by name, each other type should be one, too.
//
// The rule is about CLEO's first edition, of January 2026. It does not apply to trees of its later packages.
//
// Severity:
//   - error if CLEO refuses to spawn the subagent
//   - info for a type that neither a subagent nor a similar name explains
//   - warning otherwise, and for subagents of other clients
//
// The type of a CLEO subagent is its name, that of another client's subagent only if the registry lists a type
// with that name. The type "general-purpose" includes all names that the registry does not list. If the repository has a
// base protocol of its own, the tokens of the protocol are not counted.
//
// Not reported:
//   - subagents without a model, or with a model of another family
//   - skills without compatible_subagent_types
var Compatibility = &analysis.Analyzer{
	Name:     "registry/compatibility",
	Doc:      "preloaded skill that is incompatible with the subagent",
	Severity: analysis.Error,
	Scope:    analysis.PerWorkspace,
	Source: analysis.Source{Kind: analysis.LoaderCode, Checked: "2026-11-28",
		Name: "CLEO's dispatch library, January 2026; its skill loading documents"},
	Requires: []*analysis.Analyzer{graph.Fact.Analyzer, registry.ListedFact.Analyzer, registry.Fact.Analyzer, registry.HeaderFact.Analyzer, budget.CostFact.Analyzer},
	Run:      checkCompatibility,
}

func checkCompatibility(pass *analysis.Pass) error {
	c := newCompatibility(pass)
	g := graph.Fact.Of(pass)
	var preloads []graph.Edge
	for i, e := range g.Edges { // sorted by source
		if from := g.Nodes[e.From]; from.Kind == analysis.Agent {
			preloads = append(preloads, e)
		}
		if i+1 == len(g.Edges) || g.Edges[i+1].From != e.From {
			c.agent(g, preloads)
			preloads = nil
		}
	}
	for _, file := range pass.Workspace.Files {
		if l, ok := c.listed[file]; ok && !l.Registry.Dialect.IsLater() {
			c.alone(file, l.Entry)
		}
	}
	subagents := subagentNames(pass)
	for file, r := range registry.Fact.All(pass.Store) {
		if !file.Dialect.IsLater() {
			c.unknownTypes(&r, subagents[file.Tree])
		}
	}
	return nil
}

package registry

import (
	"slices"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/analysis/suggest"
	"github.com/skilllint/skilllint/facts/registry"
)

// commonTypes are the types of CLEO's own registry, most of which are no subagents of its repository, and those of Claude Code.
var commonTypes = []string{anySubagent, "Bash", "Code", "Explore", "Plan", "documentation", "orchestrator", "planning"}

// subagentNames returns the names of subagents by tree.
func subagentNames(pass *analysis.Pass) map[*analysis.Tree][]string {
	names := map[*analysis.Tree][]string{}
	for file, h := range registry.HeaderFact.All(pass.Store) {
		if file.Kind == analysis.Agent && h.Name.Value != "" {
			names[file.Tree] = append(names[file.Tree], h.Name.Value)
		}
	}
	return names
}

// unknownTypes reports types that no subagent has: near misses, and others if the registry lists a subagent of the repository.
func (c *compatibility) unknownTypes(r *registry.Registry, subagents []string) {
	known := map[string]bool{"": true}
	for _, name := range slices.Concat(commonTypes, subagents) {
		known[name] = true
	}
	near := suggest.NewIndex(slices.Concat(commonTypes, subagents))
	lists := slices.ContainsFunc(r.Entries, func(e registry.Entry) bool {
		return slices.ContainsFunc(e.Agents, func(t registry.Text) bool { return slices.Contains(subagents, t.Value) })
	})
	for _, e := range r.Entries {
		for _, t := range e.Agents {
			best, ok := near.Best(t.Value)
			if known[t.Value] || !ok && !lists {
				continue
			}
			known[t.Value] = true
			at := t.Location
			d := analysis.Diagnostic{Location: &at, Severity: analysis.Info, Message: "unknown subagent type " + quote.Text(t.Value),
				Effect: "no subagent of the repository has this name", Help: "add the subagent, or remove the type"}
			if ok {
				d.Severity, d.Help = analysis.Warning, "did you mean "+quote.Text(best)+"?"
			}
			c.pass.Report(d)
		}
	}
}

package deps

import (
	"fmt"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/graph"
)

// Cycle reports skills that require each other, and skills that require themselves.
//
// A client loads the dependencies of a skill before the skill. In a cycle no skill can be first. Some
// clients stop with an error. Duyetbot's registry does not start, so it loads no skill at all.
//
// Each group of connected skills produces one finding with its shortest cycle. Break that cycle, then
// check again.
//
// Dependencies are dependencies, depends, depends_on and requires in the frontmatter, and
// capabilities.dependencies in a registry.
//
// Severity:
//   - warning for requires in Triagent, whose loader does not follow it
//   - error otherwise
//
// Not reported:
//   - fields that no client reads and that may list packages of software: most of their names are not those of
//     other skills, or one in any file has a version, brackets or a slash ("torch>=2.0", "ray[data]")
//   - cycles in chains_to and related_skills, which define the order of work and not of loading
var Cycle = &analysis.Analyzer{
	Name:     "deps/cycle",
	Doc:      "circular dependency between skills",
	Severity: analysis.Error,
	Scope:    analysis.PerWorkspace,
	Source: analysis.Source{Kind: analysis.Specification, Checked: "2026-11-21",
		Name: "duyetbot's skill registry (skill and subagent design, January 2026); CLEO's capabilities.dependencies"},
	Requires: []*analysis.Analyzer{graph.Fact.Analyzer},
	Run:      cycle,
}

// maxSteps limits the reported edges of a cycle, because SARIF readers reject results with very many locations.
const maxSteps = 100

func cycle(pass *analysis.Pass) error {
	g := graph.Fact.Of(pass)
	for _, c := range g.Cycles {
		first := g.Edges[c.Edges[0]]
		at := first.Need.At
		d := analysis.Diagnostic{Location: &at, Flow: true, Effect: first.Rule.Cycle, Severity: severityOf(g, c)}
		d.Message, d.Help = "circular dependency: "+pathOf(g, c), fmt.Sprintf("remove one of these %s dependencies", quote.Count(len(c.Edges)))
		if c.Size > len(c.Edges) {
			d.Message += fmt.Sprintf(" (shortest cycle among %s)", quote.Plural(c.Size, "skill"))
		}
		if len(c.Edges) == 1 {
			d.Message, d.Help = quote.Text(g.Label(first.From))+" depends on itself", "remove the name"
		}
		for i, e := range c.Edges[:min(len(c.Edges), maxSteps)] {
			edge := g.Edges[e]
			step := fmt.Sprintf("%s requires %s", quote.Text(g.Label(edge.From)), quote.Text(g.Label(edge.To)))
			if rest := len(c.Edges) - maxSteps; i == maxSteps-1 && rest > 0 {
				step += fmt.Sprintf(" (and %s more)", quote.Count(rest))
			}
			d.Related = append(d.Related, analysis.Related{Location: edge.Need.At, Message: step})
		}
		pass.Report(d)
	}
	return nil
}

// severityOf returns a warning if the client follows none of the dependencies of a cycle.
func severityOf(g *graph.Graph, c graph.Cycle) analysis.Severity {
	for _, e := range c.Edges {
		if !g.Edges[e].Rule.Unfollowed {
			return analysis.Error
		}
	}
	return analysis.Warning
}

// pathOf formats a cycle as a → b → a, without the middle of a long one.
func pathOf(g *graph.Graph, c graph.Cycle) string {
	const most = 5
	var names []string
	for i, e := range c.Edges {
		if i == most-1 && len(c.Edges) > most {
			names = append(names, fmt.Sprintf("%s more", quote.Count(len(c.Edges)-i)))
			break
		}
		names = append(names, strings.Trim(quote.Text(g.Label(g.Edges[e].From)), `"`))
	}
	return strings.Join(append(names, names[0]), " → ")
}

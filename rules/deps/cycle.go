package deps

import (
	"fmt"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/graph"
)

// Cycle reports skills that need one another in a circle, and a skill that needs itself.
//
// A loader reads what a skill needs before the skill. In a circle there is no first one: some
// loaders stop with an error, duyetbot's registry does not start, so that not a single skill is
// loaded.
//
// Each group of skills that hang together so is reported once, at its shortest cycle: break that
// one, then run again. Dependencies are what the header's dependencies, depends, depends_on and
// requires name, and a registry's capabilities.dependencies. chains_to and related_skills tell in
// which order work is done, not what has to be loaded first, so circles in them are fine.
var Cycle = &analysis.Analyzer{
	Name:     "deps/cycle",
	Doc:      "skills that need one another in a circle",
	Severity: analysis.Error,
	Scope:    analysis.PerWorkspace,
	Source: analysis.Source{Kind: analysis.Specification, Checked: "2026-11-21",
		Name: "duyetbot's skill registry (skill and subagent design, January 2026); CLEO's capabilities.dependencies"},
	Requires: []*analysis.Analyzer{graph.Fact.Analyzer},
	Run:      cycle,
}

// maxSteps is how many edges of a cycle are shown: nobody follows more, and SARIF readers reject
// results with very many places.
const maxSteps = 100

func cycle(pass *analysis.Pass) error {
	g := graph.Fact.Of(pass)
	for _, c := range g.Cycles {
		first := g.Edges[c.Edges[0]]
		at := first.Need.At
		d := analysis.Diagnostic{Location: &at, Flow: true, Message: cycleMessage(g, c)}
		for i, e := range c.Edges[:min(len(c.Edges), maxSteps)] {
			edge := g.Edges[e]
			step := fmt.Sprintf("%s needs %s", quote.Text(g.Label(edge.From)), quote.Text(g.Label(edge.To)))
			if rest := len(c.Edges) - maxSteps; i == maxSteps-1 && rest > 0 {
				step += fmt.Sprintf(", and so on for %d more", rest)
			}
			d.Related = append(d.Related, analysis.Related{Location: edge.Need.At, Message: step})
		}
		pass.Report(d)
	}
	return nil
}

func cycleMessage(g *graph.Graph, c graph.Cycle) string {
	first := g.Edges[c.Edges[0]]
	if len(c.Edges) == 1 {
		return fmt.Sprintf("%s needs itself, so %s; remove the name", quote.Text(g.Label(first.From)), first.Rule.Cycle)
	}
	message := fmt.Sprintf("%s need one another, so %s; remove one of these %d dependencies", around(g, c), first.Rule.Cycle, len(c.Edges))
	if c.Size > len(c.Edges) {
		message += fmt.Sprintf(" (this is the shortest circle among %d skills that hang together)", c.Size)
	}
	return message
}

// around writes a cycle as a → b → a. Of a long one the middle is left out.
func around(g *graph.Graph, c graph.Cycle) string {
	const most = 5
	var names []string
	for i, e := range c.Edges {
		if i == most-1 && len(c.Edges) > most {
			names = append(names, fmt.Sprintf("%d more", len(c.Edges)-i))
			break
		}
		names = append(names, quote.Text(g.Label(g.Edges[e].From)))
	}
	return strings.Join(append(names, names[0]), " → ")
}

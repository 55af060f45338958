package deps

import (
	"fmt"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/graph"
)

// Persona reports lists of a persona that contradict each other, or lack what its skills need.
//
// Triagent loads what a persona names in core_skills and skills when it starts, and offers
// on_demand_skills to the model. A skill in a list twice is loaded once. One that is loaded and
// offered costs its place in the list for nothing, or the persona was meant to start without it.
//
// The loader does not look at what a skill requires: the persona must name it, or the skill is
// used without what it builds on.
//
// Left alone: names that no skill bears, which deps/missing reports, and two skills of one name in
// different folders.
var Persona = &analysis.Analyzer{
	Name:     "deps/persona",
	Doc:      "persona that names a skill twice, or not what its skills require",
	Severity: analysis.Warning,
	Scope:    analysis.PerWorkspace,
	Source: analysis.Source{Kind: analysis.LoaderCode, Checked: "2026-08-31",
		Name: "Triagent's persona loader, January 2026, and its 4 personas"},
	Requires: []*analysis.Analyzer{graph.Fact.Analyzer},
	Run:      persona,
}

func persona(pass *analysis.Pass) error {
	g := graph.Fact.Of(pass)
	edges := map[int][]graph.Edge{} // by node
	for _, e := range g.Edges {
		edges[e.From] = append(edges[e.From], e)
	}
	for i := range g.Nodes {
		if g.Nodes[i].Kind == analysis.Persona {
			p := personaCheck{pass: pass, graph: g, edges: edges, named: map[int]graph.Edge{}, offered: map[string]bool{}}
			p.lists(edges[i])
			p.required(edges[i])
		}
	}
	return nil
}

// A personaCheck is the check of one persona.
type personaCheck struct {
	pass    *analysis.Pass
	graph   *graph.Graph
	edges   map[int][]graph.Edge
	named   map[int]graph.Edge // by the skill that is named: where it was first
	offered map[string]bool    // labels of named skills
}

// lists reports a skill that is named again.
func (p *personaCheck) lists(edges []graph.Edge) {
	for _, e := range edges {
		if e.Rule.When == "" {
			continue
		}
		first, again := p.named[e.To]
		if !again {
			p.named[e.To] = e
			p.offered[p.graph.Label(e.To)] = true
			continue
		}
		at := e.Need.At
		p.pass.Report(analysis.Diagnostic{Location: &at, Message: namedAgain(first, e),
			Related: []analysis.Related{{Location: first.Need.At, Message: "it is named here first"}}})
	}
}

func namedAgain(first, again graph.Edge) string {
	name := quote.Text(again.Need.Name)
	switch {
	case first.Need.Field == again.Need.Field:
		return fmt.Sprintf("%s stands in %s twice, and is loaded once; remove one of them", name, quote.Text(again.Need.Field))
	case first.Rule.When == again.Rule.When:
		return fmt.Sprintf("%s stands in %s as well, and is loaded once; remove one of them", name, quote.Text(first.Need.Field))
	}
	return fmt.Sprintf("%s is in %s and in %s, so it is loaded at the start and offered as if it were not; remove one of them",
		name, quote.Text(first.Need.Field), quote.Text(again.Need.Field))
}

// required reports what the persona's skills require and it does not name: once, at the first
// skill that requires it.
func (p *personaCheck) required(edges []graph.Edge) {
	told := map[int]bool{}
	for _, e := range edges {
		if e.Rule.When == "" {
			continue
		}
		for _, need := range p.edges[e.To] {
			if !need.Rule.Unfollowed || told[need.To] || need.To == e.To || p.offered[p.graph.Label(need.To)] {
				continue
			}
			told[need.To] = true
			at := e.Need.At
			p.pass.Report(analysis.Diagnostic{Location: &at,
				Message: fmt.Sprintf("%s requires %s, which this persona does not name, and the loader does not look at %s, so the skill is used without it; add %s to one of the persona's lists",
					quote.Text(e.Need.Name), quote.Text(need.Need.Name), quote.Text(need.Need.Field), quote.Text(need.Need.Name)),
				Related: []analysis.Related{{Location: need.Need.At, Message: "it is required here"}}})
		}
	}
}

package deps

import (
	"fmt"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/graph"
)

// Persona reports contradictory skill lists of a persona, missing skills that its skills require, and skills
// that no persona lists.
//
// Triagent loads the skills in core_skills and skills at start-up, and offers on_demand_skills to the
// model. It loads a duplicate once. A skill that is loaded and also offered wastes an entry of the list.
//
// Triagent does not resolve "requires". If the persona does not list a required skill, the skill that
// requires it is used without it.
//
// Not reported:
//   - unknown skills, which deps/missing reports
//   - two skills with the same name in different directories
//   - skills of no persona, if a persona cannot be read
var Persona = &analysis.Analyzer{
	Name:     "deps/persona",
	Doc:      "persona that lists a skill twice or lacks a required one, and skills of no persona",
	Severity: analysis.Warning,
	Scope:    analysis.PerWorkspace,
	Source: analysis.Source{Kind: analysis.LoaderCode, Checked: "2026-11-28",
		Name: "Triagent's persona loader, January 2026, and its 4 personas"},
	Requires: []*analysis.Analyzer{graph.Fact.Analyzer},
	Run:      persona,
}

func persona(pass *analysis.Pass) error {
	g := graph.Fact.Of(pass)
	edges := map[int][]graph.Edge{} // by node
	for start, end := 0, 0; start < len(g.Edges); start = end {
		for end < len(g.Edges) && g.Edges[end].From == g.Edges[start].From { // edges are sorted by node
			end++
		}
		edges[g.Edges[start].From] = g.Edges[start:end]
	}
	for i := range g.Nodes {
		if g.Nodes[i].Kind == analysis.Persona {
			p := personaCheck{pass: pass, graph: g, edges: edges, named: map[int]graph.Edge{}, offered: map[string]bool{}}
			p.lists(edges[i])
			p.required(edges[i])
		}
	}
	unlistedSkills(pass, g)
	return nil
}

// A personaCheck checks one persona.
type personaCheck struct {
	pass    *analysis.Pass
	graph   *graph.Graph
	edges   map[int][]graph.Edge
	named   map[int]graph.Edge // first use of each skill
	offered map[string]bool    // labels of the listed skills
}

// lists reports duplicate skills.
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
		message, effect := describeAgain(first, e, p.graph.Nodes[e.From].File.Dialect.Title)
		p.pass.Report(analysis.Diagnostic{Location: &at, Message: message, Effect: effect, Help: "remove one of them",
			Related: []analysis.Related{{Location: first.Need.At, Message: "first used here"}}})
	}
}

func describeAgain(first, again graph.Edge, title string) (message, effect string) {
	name := quote.Text(again.Need.Name)
	if first.Need.Field == again.Need.Field {
		return fmt.Sprintf("duplicate skill %s in %s", name, quote.Text(again.Need.Field)), title + " loads it once"
	}
	message = fmt.Sprintf("skill %s is in %s and %s", name, quote.Text(first.Need.Field), quote.Text(again.Need.Field))
	if first.Rule.When == again.Rule.When {
		return message, title + " loads it once"
	}
	return message, title + " loads it at start-up, and also offers it to the model"
}

// required reports skills that the persona does not list but its skills require, once each.
func (p *personaCheck) required(edges []graph.Edge) {
	reported := map[int]bool{}
	for _, e := range edges {
		if e.Rule.When == "" {
			continue
		}
		for _, need := range p.edges[e.To] {
			if !need.Rule.Unfollowed || reported[need.To] || need.To == e.To || p.offered[p.graph.Label(need.To)] {
				continue
			}
			reported[need.To] = true
			at := e.Need.At
			p.pass.Report(analysis.Diagnostic{Location: &at,
				Message: fmt.Sprintf("skill %s requires %s, which the persona does not list", quote.Text(e.Need.Name), quote.Text(need.Need.Name)),
				Effect:  fmt.Sprintf("%s does not resolve %s, and uses the skill without it", p.graph.Nodes[e.From].File.Dialect.Title, quote.Text(need.Need.Field)),
				Help:    fmt.Sprintf("add %s to one of the persona's lists", quote.Text(need.Need.Name)),
				Related: []analysis.Related{{Location: need.Need.At, Message: "required here"}}})
		}
	}
}

package budget

import (
	"cmp"
	"fmt"
	"path"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/budget"
	"github.com/skilllint/skilllint/facts/graph"
	"github.com/skilllint/skilllint/internal/sorting"
	"github.com/skilllint/skilllint/schema"
)

// preloads yields the subagents of a graph with the distinct skills that they preload.
func preloads(g *graph.Graph) func(yield func(int, []graph.Edge) bool) {
	return func(yield func(int, []graph.Edge) bool) {
		for i := 0; i < len(g.Edges); {
			from := g.Edges[i].From
			var own []graph.Edge
			seen := map[int]bool{}
			for ; i < len(g.Edges) && g.Edges[i].From == from; i++ {
				e := g.Edges[i]
				if e.Rule != nil && e.Need.Field == "skills" && g.Nodes[e.To].Kind == analysis.Skill && !seen[e.To] {
					seen[e.To] = true
					own = append(own, e)
				}
			}
			if g.Nodes[from].Kind == analysis.Agent && len(own) > 0 && !yield(from, own) {
				return
			}
		}
	}
}

// A spawn is the context that a subagent starts with.
type spawn struct {
	agent    *graph.Node
	by       *schema.Dialect // dialect of the client that starts it
	protocol int
	skills   int
	parts    []part
}

// A part is a preloaded skill.
type part struct {
	name   string
	tokens int
	at     analysis.Location
}

func (s *spawn) add(pass *analysis.Pass, skill *graph.Node, e graph.Edge) {
	if skill.File.Kind != analysis.Skill {
		return // exists only in a registry
	}
	if d := skill.Dialect; d != nil && d.Budget != nil && d.Budget.Spawn > 0 {
		s.by = d
	}
	cost, _ := budget.CostFact.At(pass.Store, skill.File)
	s.skills += cost.Tokens
	s.parts = append(s.parts, part{e.Need.Name, cost.Tokens, e.Need.At})
}

func (s *spawn) check(pass *analysis.Pass) {
	o := analysis.OptionsFor[SpawnOptions](pass, s.agent.File)
	by := cmp.Or(s.by, s.agent.Dialect)
	all, skills := budget.OfSpawn(s.agent.File, by, o.Tokens), budget.OfPreloads(s.agent.File, by, o.Preloads)
	total := s.protocol + budget.DefaultTask + s.skills
	if _, over := all.Over(total); over {
		s.report(pass, analysis.Diagnostic{Severity: all.Severity, About: "spawn", Measured: total, Effect: all.Effect,
			Message: fmt.Sprintf("subagent starts with about %s tokens, %s of them in skills (%s)", quote.Count(total), quote.Count(s.skills), all)}, "do not preload %s (%s)")
		return
	}
	if _, over := skills.Over(s.skills); over {
		s.report(pass, analysis.Diagnostic{Severity: skills.Severity, Must: skills.Must, About: "preloads", Measured: s.skills, Effect: "preloaded skills cannot be truncated",
			Message: fmt.Sprintf("preloaded skills are about %s tokens (%s)", quote.Count(s.skills), skills)}, "do not preload %s (%s): add it to the prompt of tasks that need it")
	}
}

// report adds the largest skills to a finding and reports it. help is a format for the largest one.
func (s *spawn) report(pass *analysis.Pass, d analysis.Diagnostic, help string) {
	sorting.By(s.parts, func(a, b part) int { return cmp.Compare(b.tokens, a.tokens) })
	at := s.agent.Entry.At
	d.Location = &at
	for _, p := range s.parts[:min(mostNamed, len(s.parts))] {
		d.Related = append(d.Related, analysis.Related{Location: p.at, Message: quote.Plural(p.tokens, "token")})
	}
	heaviest := s.parts[0]
	d.Help = fmt.Sprintf(help, quote.Text(path.Base(heaviest.name)), quote.Plural(heaviest.tokens, "token"))
	pass.Report(d)
}

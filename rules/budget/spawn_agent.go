package budget

import (
	"cmp"
	"fmt"
	"path"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/budget"
	"github.com/skilllint/skilllint/facts/graph"
	"github.com/skilllint/skilllint/internal/sorting"
	"github.com/skilllint/skilllint/schema"
)

// preloads yields the agents of a graph with the skills that they preload, each once.
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

// A spawn is what an agent begins with.
type spawn struct {
	agent    *graph.Node
	by       *schema.Dialect // of who starts it
	protocol int
	skills   int
	parts    []part
}

// A part is a skill that is preloaded.
type part struct {
	name   string
	tokens int
	at     analysis.Location
}

func (s *spawn) add(skill *graph.Node, e graph.Edge, costs map[*analysis.File]int) {
	if skill.File.Kind != analysis.Skill {
		return // only a registry knows it
	}
	if d := skill.Dialect; d != nil && d.Budget != nil && d.Budget.Spawn > 0 {
		s.by = d
	}
	s.skills += costs[skill.File]
	s.parts = append(s.parts, part{e.Need.Name, costs[skill.File], e.Need.At})
}

func (s *spawn) check(pass *analysis.Pass) {
	o := analysis.OptionsFor[SpawnOptions](pass, s.agent.File)
	by := cmp.Or(s.by, s.agent.Dialect)
	all, skills := budget.OfSpawn(s.agent.File, by, o.Tokens), budget.OfPreloads(s.agent.File, by, o.Preloads)
	total := s.protocol + budget.DefaultTask + s.skills
	if over, is := all.Over(total); is {
		s.report(pass, analysis.Diagnostic{Severity: all.Severity, About: "spawn", Measured: total}, fmt.Sprintf("this agent begins with about %s tokens (protocol %s, task %s, skills %s), %s more than the %s that %s%s; preload fewer skills",
			quote.Count(total), quote.Count(s.protocol), quote.Count(budget.DefaultTask), quote.Count(s.skills), quote.Count(over), quote.Count(all.Tokens), all.Source, effect(all)))
		return
	}
	if over, is := skills.Over(s.skills); is {
		s.report(pass, analysis.Diagnostic{Severity: skills.Severity, About: "preloads", Measured: s.skills}, fmt.Sprintf("the skills that this agent preloads cost about %s tokens, %s more than the %s that %s, and nothing of them can be cut; preload fewer, and put the others into the prompt",
			quote.Count(s.skills), quote.Count(over), quote.Count(skills.Tokens), skills.Source))
	}
}

func (s *spawn) report(pass *analysis.Pass, d analysis.Diagnostic, message string) {
	sorting.By(s.parts, func(a, b part) int { return cmp.Compare(b.tokens, a.tokens) })
	at := s.agent.Entry.At
	d.Location = &at
	var heavy []string
	for _, p := range s.parts[:min(mostNamed, len(s.parts))] {
		heavy = append(heavy, fmt.Sprintf("%s (%s)", quote.Text(path.Base(p.name)), quote.Count(p.tokens)))
		d.Related = append(d.Related, analysis.Related{Location: p.at, Message: "costs " + count(p.tokens, "token")})
	}
	d.Message = message + "; heaviest: " + strings.Join(heavy, ", ")
	pass.Report(d)
}

// effect returns what becomes of what is over a limit, as it goes on behind its source.
func effect(l budget.Limit) string {
	if l.Effect == "" {
		return ""
	}
	return ", so " + l.Effect
}

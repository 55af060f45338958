package deps

import (
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/graph"
	"github.com/skilllint/skilllint/schema"
)

// mixing finds the ways in which skills are added to subagents' contexts.
type mixing struct {
	pass  *analysis.Pass
	graph *graph.Graph
	tasks map[[2]int]bool // skill and the subagent in which it runs
}

func newMixing(pass *analysis.Pass) *mixing {
	m := &mixing{pass: pass, graph: graph.Fact.Of(pass), tasks: map[[2]int]bool{}}
	for _, e := range m.graph.Edges {
		if e.Need.Field == "agent" {
			m.tasks[[2]int{e.From, e.To}] = true
		}
	}
	return m
}

// preloadField is the field of a subagent with its preloaded skills.
const preloadField = "skills"

// A preload is a skill in a subagent's frontmatter.
type preload struct {
	from  int // of the graph's nodes
	to    int // -1: it is outside the checked paths
	need  graph.Need
	rule  *schema.Dependency
	names []string // names of the skill in prompts
}

// preloads returns the preloads of all subagents, by subagent; duplicates are ignored.
func (m *mixing) preloads() map[int][]preload {
	type key struct {
		agent int
		name  string
	}
	known, byAgent := map[key]bool{}, map[int][]preload{}
	add := func(p preload) {
		agent, k := m.graph.Nodes[p.from], key{p.from, p.need.Name}
		if agent.Kind == analysis.Agent && agent.File.Dialect != nil && p.need.Field == preloadField && p.rule.Targets == analysis.Skill.String() && !known[k] {
			known[k] = true
			byAgent[p.from] = append(byAgent[p.from], p)
		}
	}
	for _, e := range m.graph.Edges {
		names := m.graph.Nodes[e.To].Entry.Names
		add(preload{e.From, e.To, e.Need, e.Rule, called(append([]string{e.Need.Name}, names[:min(len(names), maxCalled)]...))})
	}
	for _, x := range m.graph.Missing {
		if m.graph.Unseen(x) { // else deps/missing reports it
			add(preload{x.From, -1, x.Need, x.Rule, called([]string{x.Need.Name})})
		}
	}
	return byAgent
}

// maxCalled limits the names of a skill in prompts: registries may list it under any number.
const maxCalled = 20

// called returns names, and those of plugins' skills also without the plugin, each once.
func called(names []string) []string {
	for _, name := range names {
		if _, last, ok := strings.Cut(name, ":"); ok {
			names = append(names, last)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// A holding is a place with a skill's text, or where it is added.
type holding struct {
	injection
	by *preload // the preloaded skill that inlines it; nil: the subagent's own prompt
}

// holdings returns the skills in a subagent's prompt and in its preloaded skills, by name. "@" applies only
// where a protocol resolves it.
func (m *mixing) holdings(agent *analysis.File, preloads []preload) map[string][]holding {
	byName := map[string][]holding{}
	own, _ := injectionFact.At(m.pass.Store, agent)
	for _, i := range own {
		if !i.Inlined || agent.Dialect.Protocol != nil {
			byName[i.Skill] = append(byName[i.Skill], holding{i, nil})
		}
	}
	for n := range preloads {
		by := &preloads[n]
		if by.to < 0 {
			continue
		}
		skill := m.graph.Nodes[by.to]
		if skill.Kind != analysis.Skill || skill.Dialect == nil || skill.Dialect.Tokens == nil {
			continue
		}
		held, _ := injectionFact.At(m.pass.Store, skill.File)
		for _, i := range held {
			if i.Inlined && !slices.Contains(by.names, i.Skill) {
				byName[i.Skill] = append(byName[i.Skill], holding{i, by})
			}
		}
	}
	return byName
}

// isAssembled reports whether an orchestrator adds a preloaded skill's text to prompts, by the dialect of
// the subagent or the skill.
func (m *mixing) isAssembled(p *preload) bool {
	if m.graph.Nodes[p.from].File.Dialect.Protocol != nil {
		return true
	}
	return p.to >= 0 && m.graph.Nodes[p.to].Dialect != nil && m.graph.Nodes[p.to].Dialect.Protocol != nil
}

const maxRelated = 10 // locations in one finding

// report reports a preload, by default as an error.
func (m *mixing) report(p *preload, d analysis.Diagnostic) {
	at := p.need.At
	d.Location = &at
	if d.Severity == analysis.Off {
		d.Severity = analysis.Error
	}
	d.Related = d.Related[:min(len(d.Related), maxRelated)]
	m.pass.Report(d)
}

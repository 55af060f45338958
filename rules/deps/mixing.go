package deps

import (
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/graph"
	"github.com/skilllint/skilllint/schema"
)

// mixing finds the ways by which skills get into agents' contexts.
type mixing struct {
	pass     *analysis.Pass
	graph    *graph.Graph
	held     map[*analysis.File][]injection
	switches map[*analysis.File]switches
	tasks    map[[2]int]bool // skill and agent that its header names to run in
}

func newMixing(pass *analysis.Pass) *mixing {
	m := &mixing{pass: pass, graph: graph.Fact.Of(pass), held: map[*analysis.File][]injection{},
		switches: map[*analysis.File]switches{}, tasks: map[[2]int]bool{}}
	for file, found := range injectionFact.All(pass.Store) {
		m.held[file] = found
	}
	for file, s := range switchFact.All(pass.Store) {
		m.switches[file] = s
	}
	for _, e := range m.graph.Edges {
		if e.Need.Field == "agent" {
			m.tasks[[2]int{e.From, e.To}] = true
		}
	}
	return m
}

// preloadField is the field of an agent that names the skills that it starts with.
const preloadField = "skills"

// A preload is a skill that an agent's header names.
type preload struct {
	from  int // of the graph's nodes
	to    int // -1: it lies where this run did not look
	need  graph.Need
	rule  *schema.Dependency
	names []string // under which a prompt may name the skill
}

// preloads returns the preloads of all agents, by agent; a name counts once.
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
		if m.graph.Unseen(x) { // else deps/missing says that it is not preloaded at all
			add(preload{x.From, -1, x.Need, x.Rule, called([]string{x.Need.Name})})
		}
	}
	return byAgent
}

// maxCalled is how many names of a skill are looked for in prompts. Registries can list one skill under any number.
const maxCalled = 20

// called returns names, and those of plugins' skills without the plugin as well; each once.
func called(names []string) []string {
	for _, name := range names {
		if _, last, ok := strings.Cut(name, ":"); ok {
			names = append(names, last)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// A holding is a place where a skill's text stands, or is put.
type holding struct {
	injection
	by *preload // the preloaded skill that inlines it; nil: the agent's own prompt holds it
}

// holdings returns what an agent's prompt and the skills that it preloads hold, by the name of the
// skill. What "@" means where no protocol says that somebody resolves it is another rule's matter.
func (m *mixing) holdings(agent *analysis.File, preloads []preload) map[string][]holding {
	byName := map[string][]holding{}
	for _, i := range m.held[agent] {
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
		for _, i := range m.held[skill.File] {
			if i.Inlined && !slices.Contains(by.names, i.Skill) {
				byName[i.Skill] = append(byName[i.Skill], holding{i, by})
			}
		}
	}
	return byName
}

// isAssembled reports whether an orchestrator puts a preloaded skill's text into prompts: by the
// agent's dialect, or the skill's.
func (m *mixing) isAssembled(p *preload) bool {
	if m.graph.Nodes[p.from].File.Dialect.Protocol != nil {
		return true
	}
	return p.to >= 0 && m.graph.Nodes[p.to].Dialect != nil && m.graph.Nodes[p.to].Dialect.Protocol != nil
}

const maxRelated = 10 // places that one finding shows

func (m *mixing) report(p *preload, severity analysis.Severity, message string, related ...analysis.Related) {
	at := p.need.At
	m.pass.Report(analysis.Diagnostic{Location: &at, Severity: severity, Message: message, Related: related[:min(len(related), maxRelated)]})
}

package deps

import (
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/graph"
	"github.com/skilllint/skilllint/schema"
)

// injectionCheck computes the ways in which skills are added to the contexts of subagents.
type injectionCheck struct {
	pass  *analysis.Pass
	graph *graph.Graph
	tasks map[[2]int]bool // pairs of a skill and the subagent in which it runs
}

func newInjectionCheck(pass *analysis.Pass) *injectionCheck {
	m := &injectionCheck{pass: pass, graph: graph.Fact.Of(pass), tasks: map[[2]int]bool{}}
	for _, e := range m.graph.Edges {
		if e.Need.Field == "agent" {
			m.tasks[[2]int{e.From, e.To}] = true
		}
	}
	return m
}

// preloadField is the subagent field that lists preloaded skills.
const preloadField = "skills"

// A preload is a skill that a subagent's frontmatter lists.
type preload struct {
	from  int // index of a node
	to    int // index of a node; -1 if outside of the checked paths
	need  graph.Need
	rule  *schema.Dependency
	names []string // names of the skill in prompts
}

// preloads returns the preloads of all subagents, by subagent and without duplicates.
func (m *injectionCheck) preloads() map[int][]preload {
	type key struct {
		agent int
		name  string
	}
	known, byAgent := map[key]analysis.Location{}, map[int][]preload{}
	add := func(p preload) {
		agent, k := m.graph.Nodes[p.from], key{p.from, p.need.Name}
		if agent.Kind == analysis.Agent && agent.File.Dialect != nil && p.need.Field == preloadField && p.rule.Targets == analysis.Skill.String() {
			if first, again := known[k]; again {
				m.repeated(&p, first)
				return
			}
			known[k] = p.need.At
			byAgent[p.from] = append(byAgent[p.from], p)
		}
	}
	for _, e := range m.graph.Edges {
		names := m.graph.Nodes[e.To].Entry.Names
		add(preload{e.From, e.To, e.Need, e.Rule, promptNames(append([]string{e.Need.Name}, names[:min(len(names), maxPromptNames)]...))})
	}
	for _, x := range m.graph.Missing {
		if m.graph.Unseen(x) { // otherwise deps/missing reports it
			add(preload{x.From, -1, x.Need, x.Rule, promptNames([]string{x.Need.Name})})
		}
	}
	return byAgent
}

// maxPromptNames limits the names of a skill in prompts, because registries may list it under any number of names.
const maxPromptNames = 20

// promptNames returns distinct names, with those of plugins' skills also without the plugin.
func promptNames(names []string) []string {
	for _, name := range names {
		if _, last, ok := strings.Cut(name, ":"); ok {
			names = append(names, last)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// An occurrence is a location that contains a skill's text, or where the text is inserted.
type occurrence struct {
	injection
	by *preload // the preloaded skill that inlines it, or nil for the subagent's prompt
}

// occurrences returns the skills in a subagent's prompt and in its preloaded skills, by name. "@" applies only if a
// protocol resolves it.
func (m *injectionCheck) occurrences(agent *analysis.File, preloads []preload) map[string][]occurrence {
	byName := map[string][]occurrence{}
	own, _ := injectionFact.At(m.pass.Store, agent)
	for _, i := range own {
		if !i.Inlined || agent.Dialect.Protocol != nil {
			byName[i.Skill] = append(byName[i.Skill], occurrence{i, nil})
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
				byName[i.Skill] = append(byName[i.Skill], occurrence{i, by})
			}
		}
	}
	return byName
}

// isAssembled reports whether an orchestrator adds a preloaded skill's text to prompts, according to the dialect of the
// subagent or the skill.
func (m *injectionCheck) isAssembled(p *preload) bool {
	if m.graph.Nodes[p.from].File.Dialect.Protocol != nil {
		return true
	}
	return p.to >= 0 && m.graph.Nodes[p.to].Dialect != nil && m.graph.Nodes[p.to].Dialect.Protocol != nil
}

const maxRelated = 10 // locations per finding

// report reports a preload, as an error by default.
func (m *injectionCheck) report(p *preload, d analysis.Diagnostic) {
	at := p.need.At
	d.Location = &at
	if d.Severity == analysis.Off {
		d.Severity = analysis.Error
	}
	d.Related = d.Related[:min(len(d.Related), maxRelated)]
	m.pass.Report(d)
}

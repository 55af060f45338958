package deps

import (
	"maps"
	"slices"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/graph"
)

// MixedInjection reports a skill that comes into an agent's context by two ways, or by one that is closed.
//
// A skill under "skills" in an agent's header is preloaded: its whole text stands in the context before
// the agent's first step. A prompt that holds the same skill, below "## Skill Context" or "## Skill:
// NAME", by "@skills/NAME/SKILL.md", or through another preloaded skill that inlines it, has it twice:
// it costs its tokens twice, and where the two versions differ nobody knows which one is followed.
// CLEO's loading mechanism forbids it. The same holds, as a warning, for a skill that Claude Code runs
// in an agent ("context: fork") that preloads it.
//
// Take the skill out of "skills", which leaves order and truncation to the orchestrator, or out of the
// prompt. Claude Code skips a preload with "disable-model-invocation: true", and only the log says so:
// take one of the two away.
//
// Left alone: a preload alone, unless "preloads: forbid" asks for CLEO's advice to have none in an
// agent of its dialect; headings in code; a prompt that only mentions a skill; names that no skill
// bears, which deps/missing reports.
var MixedInjection = &analysis.Analyzer{
	Name:     "deps/mixed-injection",
	Doc:      "skill that an agent preloads and is given again, or preloads in vain",
	Severity: analysis.Error,
	Scope:    analysis.PerWorkspace,
	Source: analysis.Source{Kind: analysis.Specification, Checked: "2026-11-21",
		Name: "CLEO's skill loading mechanism, section 4; Claude Code's pages on sub-agents and skills, August 2026"},
	Requires: []*analysis.Analyzer{graph.Fact.Analyzer, injectionFact.Analyzer, switchFact.Analyzer},
	Options:  &MixedInjectionOptions{Preloads: "allow"},
	Run:      mixedInjection,
}

// MixedInjectionOptions are the options of deps/mixed-injection.
type MixedInjectionOptions struct {
	Preloads string `yaml:"preloads" doc:"whether agents of a dialect whose orchestrator injects skills may preload any" enum:"allow,forbid"`
}

func mixedInjection(pass *analysis.Pass) error {
	m := newMixing(pass)
	byAgent := m.preloads()
	for _, agent := range slices.Sorted(maps.Keys(byAgent)) {
		preloads := byAgent[agent]
		held := m.holdings(m.graph.Nodes[agent].File, preloads)
		for i := range preloads {
			m.check(&preloads[i], held)
		}
	}
	return nil
}

// check reports what is wrong with one preload of an agent; of several things the first.
func (m *mixing) check(p *preload, held map[string][]holding) {
	for _, name := range p.names {
		twice := slices.DeleteFunc(slices.Clone(held[name]), func(h holding) bool { return h.Loose && !m.isAssembled(p) })
		if len(twice) > 0 {
			m.report(p, analysis.Error, heldTwice(p, twice[0]), places(twice)...)
			return
		}
	}
	if p.to >= 0 && m.switched(p) {
		return
	}
	agent := m.graph.Nodes[p.from].File
	if agent.Dialect.Protocol != nil && analysis.OptionsFor[MixedInjectionOptions](m.pass, agent).Preloads == "forbid" {
		m.report(p, analysis.Error, quote.Text(p.need.Name)+" is preloaded whatever the task is, and the orchestrator can neither order nor shorten it; take it out of skills, and let the prompt bring it")
	}
}

func heldTwice(p *preload, at holding) string {
	name := quote.Text(p.need.Name)
	switch {
	case at.by != nil:
		return name + " is preloaded, and inlined by " + quote.Text(at.by.need.Name) + ", which is preloaded as well, so the agent is given it twice; take it out of skills"
	case at.Inlined:
		return name + " is preloaded, and the prompt refers to its file as well, so its text is there twice, or the path as it stands; take the reference out of the prompt"
	}
	return name + " is preloaded, and the prompt holds its text as well, so the agent is given it twice; take it out of skills, or out of the prompt"
}

func places(all []holding) []analysis.Related {
	var related []analysis.Related
	for _, h := range all {
		what := "its text stands here"
		if h.Inlined {
			what = "it is inlined here"
		}
		related = append(related, analysis.Related{Location: h.At, Message: what})
	}
	return related
}

// switched reports what the header of a preloaded skill makes of its preload.
func (m *mixing) switched(p *preload) bool {
	s, name := m.switches[m.graph.Nodes[p.to].File], quote.Text(p.need.Name)
	switch {
	case s.Withheld.Path != "" && p.rule.Withheld:
		m.report(p, analysis.Error, name+" has disable-model-invocation, so it is not preloaded, and only the log says so; take the switch out of the skill, or the skill out of skills",
			analysis.Related{Location: s.Withheld, Message: "the skill is withheld here"})
	case s.Forked.Path != "" && m.tasks[[2]int{p.to, p.from}]:
		m.report(p, analysis.Warning, name+" runs in this agent as its task, and is preloaded as well, so the agent is given it twice; take it out of skills",
			analysis.Related{Location: s.Forked, Message: "the skill becomes an agent's task here"})
	default:
		return false
	}
	return true
}

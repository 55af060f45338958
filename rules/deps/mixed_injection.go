package deps

import (
	"fmt"
	"maps"
	"slices"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/graph"
)

// MixedInjection reports preloaded skills that a subagent receives twice, or that cannot be preloaded.
//
// The client adds the whole text of each skill under "skills" to the context before a subagent starts. The
// prompt may contain the same skill below "## Skill Context" or "## Skill: NAME", by
// "@skills/NAME/SKILL.md", or through another preloaded skill that inlines it. Then it costs its tokens
// twice. If the two versions differ, it is undefined which one the model follows. CLEO's loading mechanism
// forbids it.
//
// Remove the skill from "skills", so that the orchestrator can order and truncate it, or from the prompt.
//
// Severity:
//   - error for a skill that is preloaded and also in the prompt
//   - error for a preloaded skill with "disable-model-invocation: true", which Claude Code skips
//   - warning for a skill that "skills" lists twice
//   - info for a preloaded skill that Claude Code runs in the same subagent ("context: fork")
//
// With "preloads: forbid", every preload in a subagent of CLEO is an error, as CLEO recommends.
//
// Not reported:
//   - headings in code
//   - prompts that only mention a skill
//   - unknown skills, which deps/missing reports
var MixedInjection = &analysis.Analyzer{
	Name:     "deps/mixed-injection",
	Doc:      "preloaded skill that a subagent also receives in another way, or not at all",
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
	Preloads string `yaml:"preloads" doc:"whether subagents may preload skills if their orchestrator injects skills" enum:"allow,forbid"`
}

func mixedInjection(pass *analysis.Pass) error {
	m := newInjectionCheck(pass)
	byAgent := m.preloads()
	for _, agent := range slices.Sorted(maps.Keys(byAgent)) {
		preloads := byAgent[agent]
		held := m.occurrences(m.graph.Nodes[agent].File, preloads)
		for i := range preloads {
			m.check(&preloads[i], held)
		}
	}
	return nil
}

// repeated reports a skill that a subagent lists a second time.
func (m *injectionCheck) repeated(p *preload, first analysis.Location) {
	if p.need.At == first {
		return
	}
	m.report(p, analysis.Diagnostic{Severity: analysis.Warning, Message: fmt.Sprintf("skill %s is listed twice", quote.Text(p.need.Name)),
		Effect: "the second entry has no effect, or the subagent receives the skill twice", Help: "remove one of the entries",
		Related: []analysis.Related{{Location: first, Message: "first listed here"}}})
}

// check reports the first problem with a preload of a subagent.
func (m *injectionCheck) check(p *preload, held map[string][]occurrence) {
	for _, name := range p.names {
		twice := slices.DeleteFunc(slices.Clone(held[name]), func(h occurrence) bool { return h.Loose && !m.isAssembled(p) })
		if len(twice) > 0 {
			d := describeTwice(p, twice[0])
			d.Related = places(twice)
			m.report(p, d)
			return
		}
	}
	if p.to >= 0 && m.checkSwitches(p) {
		return
	}
	agent := m.graph.Nodes[p.from].File
	if agent.Dialect.Protocol != nil && analysis.OptionsFor[MixedInjectionOptions](m.pass, agent).Preloads == "forbid" {
		m.report(p, analysis.Diagnostic{Message: fmt.Sprintf("skill %s is preloaded for every task", quote.Text(p.need.Name)),
			Effect: "the orchestrator can neither order nor truncate it", Help: `remove it from "skills", and let the orchestrator add it to the prompt`})
	}
}

func describeTwice(p *preload, at occurrence) analysis.Diagnostic {
	d := analysis.Diagnostic{Effect: "the subagent receives the skill twice", Help: `remove it from "skills"`}
	name := quote.Text(p.need.Name)
	switch {
	case at.by != nil:
		d.Message = fmt.Sprintf("preloaded skill %s is also inlined by %s", name, quote.Text(at.by.need.Name))
	case at.Inlined:
		d.Message = fmt.Sprintf("preloaded skill %s is also referenced in the prompt", name)
		d.Effect, d.Help = "the subagent receives the skill twice, or the literal path", "remove the reference from the prompt"
	default:
		d.Message = fmt.Sprintf("preloaded skill %s is also in the prompt", name)
		d.Help += ", or from the prompt"
	}
	return d
}

func places(all []occurrence) []analysis.Related {
	var related []analysis.Related
	for _, h := range all {
		label := "text of the skill"
		if h.Inlined {
			label = "inlined here"
		}
		related = append(related, analysis.Related{Location: h.At, Message: label})
	}
	return related
}

// checkSwitches reports a preload that the frontmatter of the skill prevents or repeats.
func (m *injectionCheck) checkSwitches(p *preload) bool {
	s, _ := switchFact.At(m.pass.Store, m.graph.Nodes[p.to].File)
	name := quote.Text(p.need.Name)
	switch {
	case s.Withheld.Path != "" && p.rule.Withheld:
		m.report(p, analysis.Diagnostic{Message: fmt.Sprintf("preloaded skill %s sets disable-model-invocation", name),
			Effect:  m.graph.Nodes[p.from].File.Dialect.Title + " does not preload it, and mentions this only in its log",
			Help:    `remove disable-model-invocation, or the skill from "skills"`,
			Related: []analysis.Related{{Location: s.Withheld, Message: "set here"}}})
	case s.Forked.Path != "" && m.tasks[[2]int{p.to, p.from}]:
		m.report(p, analysis.Diagnostic{Severity: analysis.Info, Message: fmt.Sprintf("preloaded skill %s also runs in this subagent", name),
			Effect: "the subagent receives the skill twice", Help: `remove it from "skills"`,
			Related: []analysis.Related{{Location: s.Forked, Message: "set here"}}})
	default:
		return false
	}
	return true
}

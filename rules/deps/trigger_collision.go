package deps

import (
	"path"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/graph"
)

// TriggerCollision reports a trigger that starts another skill as well.
//
// Of two duyetbot modes that wait for the same event the first one found runs, and the other never
// does. Triagent offers each skill whose pattern is found in a request: two equal ones, or a pattern
// that finds what another one is written for, are offered together, and a model has to guess. Of two
// sub-agents for the same extension of files it is the same. Make each trigger say what only its own
// skill does.
//
// A phrase within a longer one ("deploy" in "deploy service") is advice.
//
// Left alone: duyetbot's other types, of which any number may wait for an event; skills of different
// personas and teams; a skill whose description names the other one, as the one that is not meant.
// CLEO's triggers stand in its registry, where registry/dispatch looks at them.
var TriggerCollision = &analysis.Analyzer{
	Name:     "deps/trigger-collision",
	Doc:      "trigger that starts another skill as well",
	Severity: analysis.Warning,
	Scope:    analysis.PerWorkspace,
	Source: analysis.Source{Kind: analysis.LoaderCode, Checked: "2026-11-21",
		Name: "designs of duyetbot's router and of Triagent's loader"},
	Requires: []*analysis.Analyzer{graph.EntryFact.Analyzer, triggerFact.Analyzer},
	Run:      triggerCollision,
}

// A triggered is a skill or sub-agent with what starts it.
type triggered struct {
	file *analysis.File
	name string
	fileTriggers
}

func triggerCollision(pass *analysis.Pass) error {
	names := namesOf(pass)
	type folder struct {
		tree *analysis.Tree
		dir  string
		kind analysis.Kind
	}
	groups := map[folder][]triggered{}
	var order []folder
	for file, t := range triggerFact.All(pass.Store) {
		f := folder{file.Tree, path.Dir(file.Rel), file.Kind}
		if groups[f] == nil {
			order = append(order, f)
		}
		groups[f] = append(groups[f], triggered{file, names[file], t})
	}
	for _, f := range order {
		c := collider{pass: pass, equal: map[trigger]owner{}}
		c.equals(groups[f])
		c.found(groups[f])
	}
	return nil
}

// An owner is a skill and one of its triggers.
type owner struct {
	skill   *triggered
	trigger trigger
}

// A collider looks at the triggers of one folder.
type collider struct {
	pass     *analysis.Pass
	equal    map[trigger]owner // by form and text in lower case
	compared int
}

// equals reports triggers that two skills share.
func (c *collider) equals(skills []triggered) {
	for i := range skills {
		s := &skills[i]
		for _, t := range s.List {
			key := trigger{Form: t.Form, Text: t.Text}
			if t.Form != eventTrigger {
				key.Text = strings.ToLower(t.Text)
			}
			first, taken := c.equal[key]
			switch {
			case t.Form == eventTrigger && !s.Exclusive:
			case !taken:
				c.equal[key] = owner{s, t}
			case first.skill != s && !namesOther(s, first.skill):
				c.report(owner{s, t}, first, analysis.Warning, quote.Text(t.Text)+" starts "+quote.Text(first.skill.name)+" as well")
			}
		}
	}
}

func (c *collider) report(of, other owner, severity analysis.Severity, what string) {
	c.pass.Report(analysis.Diagnostic{Location: &of.trigger.At, Severity: severity,
		Message: what + "; write what only this one is for",
		Related: []analysis.Related{{Location: other.trigger.At, Message: "the trigger of " + quote.Text(other.skill.name)}}})
}

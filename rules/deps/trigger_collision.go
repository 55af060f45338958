package deps

import (
	"fmt"
	"path"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/graph"
)

// TriggerCollision reports triggers that also start another skill.
//
// If two Duyetbot modes wait for the same event, only the first one runs. Triagent offers every skill whose
// pattern matches a request. With two equal patterns, or one that matches the trigger of another skill, the
// model has to guess. The same applies to two subagents for one file extension. Make each trigger specific
// to its skill.
//
// Severity:
//   - warning by default
//   - info for a phrase that is part of a longer one ("deploy" in "deploy service")
//
// Not reported:
//   - Duyetbot's other types, of which any number may wait for an event
//   - skills of different personas or teams
//   - a skill whose description names the other one
//   - CLEO's triggers, which registry/dispatch checks in the registry
var TriggerCollision = &analysis.Analyzer{
	Name:     "deps/trigger-collision",
	Doc:      "trigger shared by several skills",
	Severity: analysis.Warning,
	Scope:    analysis.PerWorkspace,
	Source: analysis.Source{Kind: analysis.LoaderCode, Checked: "2026-11-21",
		Name: "designs of duyetbot's router and of Triagent's loader"},
	Requires: []*analysis.Analyzer{graph.EntryFact.Analyzer, triggerFact.Analyzer},
	Run:      triggerCollision,
}

// A triggerFile is a skill or subagent with its triggers.
type triggerFile struct {
	file *analysis.File
	name string
	fileTriggers
}

func triggerCollision(pass *analysis.Pass) error {
	names := namesOf(pass)
	type directory struct {
		tree *analysis.Tree
		dir  string
		kind analysis.Kind
	}
	groups := map[directory][]triggerFile{}
	var order []directory
	for file, t := range triggerFact.All(pass.Store) {
		f := directory{file.Tree, path.Dir(file.Rel), file.Kind}
		if groups[f] == nil {
			order = append(order, f)
		}
		groups[f] = append(groups[f], triggerFile{file, names[file], t})
	}
	for _, f := range order {
		c := collider{pass: pass, equal: map[trigger]owner{}}
		c.equals(groups[f])
		c.matches(groups[f])
	}
	return nil
}

// An owner is a skill with one of its triggers.
type owner struct {
	skill   *triggerFile
	trigger trigger
}

// A collider checks the triggers of one directory.
type collider struct {
	pass     *analysis.Pass
	equal    map[trigger]owner // by trigger in lower case, without location
	compared int
}

// equals reports triggers that two skills share.
func (c *collider) equals(skills []triggerFile) {
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
				c.report(owner{s, t}, first, analysis.Warning, fmt.Sprintf("trigger %s is also used by %s", quote.Text(t.Text), quote.Text(first.skill.name)))
			}
		}
	}
}

func (c *collider) report(of, other owner, severity analysis.Severity, message string) {
	effect := "the model has to guess which one to use"
	if of.trigger.Form == eventTrigger {
		effect = "only the first of them runs"
	}
	c.pass.Report(analysis.Diagnostic{Location: &of.trigger.At, Severity: severity, Message: message, Effect: effect,
		Help:    "use a trigger that fits only this one",
		Related: []analysis.Related{{Location: other.trigger.At, Message: "trigger of " + quote.Text(other.skill.name)}}})
}

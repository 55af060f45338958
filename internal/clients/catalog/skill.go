package catalog

import (
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/clients/loader"
)

// SkillOf returns what a loader makes of a SKILL.md, for a [Source] to return: of agentskills what
// to-prompt does, which validates nothing. A skill that opencode loads and does not list has a
// Reason. The texts are its own: the document can be dropped.
func SkillOf(agent string, d *analysis.Document) Skill {
	reader := loader.Lookup(agent)
	if agent == agentskills.ID {
		reader = loader.ToPrompt
	}
	if reader == nil || d.Source == nil {
		return Skill{Status: loader.Unknown, Reason: "the file is too large to be read here", At: d.At(analysis.Range{})}
	}
	r := reader.Read(d)
	s := Skill{Status: r.Status, Name: strings.Clone(r.Name), Description: strings.Clone(r.Description), At: d.At(loader.DescriptionRange(d))}
	switch {
	case len(r.Reasons) == 0:
	case !s.Loads():
		s.Reason = strings.Clone(r.Reasons[0].Message)
	case agent == opencode.ID:
		s.Reason = unlisted(r.Reasons)
	}
	if when := d.Data.Get("when_to_use"); when != nil && when.Kind != analysis.List && when.Kind != analysis.Map {
		s.WhenToUse = strings.Clone(when.Text)
	}
	if whole := d.Data.Get("description"); agent == claudeCodeID && whole != nil && strings.HasPrefix(whole.Text, s.Description) {
		s.Description = strings.Clone(whole.Text) // the reading is cut as the list is
	}
	s.Manual = loader.IsManual(d.Data)
	s.Triggers, s.Subagents = texts(d.Data.Get("triggers")), texts(d.Data.Get("subagents"))
	return s
}

// texts returns what a list holds.
func texts(list *analysis.Value) []string {
	if list == nil || list.Kind != analysis.List {
		return nil
	}
	var all []string
	for _, item := range list.Items {
		all = append(all, strings.Clone(item.Text))
	}
	return all
}

// unlisted says why a skill that loads is in no list; empty when it is in one.
func unlisted(reasons []loader.Reason) string {
	i := slices.IndexFunc(reasons, func(r loader.Reason) bool { return r.Cause == "no-description" })
	if i < 0 {
		return ""
	}
	return reasons[i].Message
}

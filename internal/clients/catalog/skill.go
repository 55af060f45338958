package catalog

import (
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/clients/loader"
)

// SkillOf returns a SKILL.md as a client loads it, for a [Source]. For agentskills, the client is to-prompt,
// which does not validate. A skill that OpenCode loads but does not list has a Reason. The result does not
// refer to the document.
func SkillOf(client string, d *analysis.Document) Skill {
	reader := loader.Lookup(client)
	if client == agentskills.ID {
		reader = loader.ToPrompt
	}
	if reader == nil || d.Source == nil {
		return Skill{Status: loader.Unknown, Reason: "file is too large for skilllint", At: d.At(analysis.Range{})}
	}
	return skillOf(client, d, reader.Read(d))
}

func skillOf(client string, d *analysis.Document, r loader.Reading) Skill {
	s := Skill{Status: r.Status, Name: d.Copy(r.Name), Description: d.Copy(r.Description), At: d.At(loader.DescriptionRange(d)), Unnamed: r.Unnamed}
	switch {
	case len(r.Reasons) == 0:
	case !s.Loads():
		s.Reason = strings.Clone(r.Reasons[0].Message)
	case client == opencode.ID:
		s.Reason = unlisted(r.Reasons)
	}
	if when := d.Data.Get("when_to_use"); when != nil && when.Kind != analysis.List && when.Kind != analysis.Map {
		s.WhenToUse = strings.Clone(when.Text)
	}
	if whole := d.Data.Get("description"); client == claudeCodeID && whole != nil && strings.HasPrefix(whole.Text, s.Description) {
		s.Description = d.Copy(whole.Text) // the loader truncates it like the list
	}
	s.addClientFields(client, d)
	s.Manual = isManual(client, d.Data)
	s.Triggers, s.Subagents = texts(d.Data.Get("triggers")), texts(d.Data.Get("subagents"))
	return s
}

// texts returns the items of a list.
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

// unlisted returns why a loaded skill is not listed; "" if it is listed.
func unlisted(reasons []loader.Reason) string {
	i := slices.IndexFunc(reasons, func(r loader.Reason) bool { return r.Cause == "no-description" })
	if i < 0 {
		return ""
	}
	return reasons[i].Message
}

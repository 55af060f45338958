package context

import (
	"github.com/skilllint/skilllint/internal/clients/catalog"
	"github.com/skilllint/skilllint/internal/clients/loader"
	"github.com/skilllint/skilllint/internal/view"
)

type jsonSkills struct {
	Version  int            `json:"version"`
	Agent    jsonAgent      `json:"agent"`
	Estimate string         `json:"estimate,omitempty"` // why the list is an estimate; absent if it is exact
	Unit     string         `json:"unit"`               // of limit and cost: characters, or tokens as the client estimates them
	Limit    *int           `json:"limit"`              // null if unlimited
	Cost     int            `json:"cost"`
	Roots    []catalog.Root `json:"roots"` // existing ones, in scan order
	Skills   []jsonSkill    `json:"skills"`
	Notes    []string       `json:"notes"`
	Text     string         `json:"text"` // as in the prompt
}

type jsonAgent struct {
	ID      string       `json:"id"`
	Version string       `json:"version,omitempty"` // the modeled version
	Grade   loader.Grade `json:"grade"`
	Source  string       `json:"source"`
	Checked string       `json:"checked"`
}

type jsonSkill struct {
	Name   string        `json:"name"`
	Path   string        `json:"path,omitempty"` // absent for built-in skills
	State  catalog.State `json:"state"`
	Shown  int           `json:"shown"` // characters of the description
	Lost   int           `json:"lost"`
	Reason string        `json:"reason,omitempty"`
	Range  *view.Range   `json:"range,omitempty"` // of the description or, if truncated, of its lost part
}

// JSON returns the value for --format json. The list must not be closed yet.
func (l *Skills) JSON() any {
	a := l.agent
	out := jsonSkills{
		Version: 1, Agent: jsonAgent{a.ID, l.version, a.Grade, a.Source, a.Checked},
		Estimate: l.Estimate, Unit: a.Unit, Cost: l.Cost, Text: l.Text,
		Roots: append([]catalog.Root{}, l.Roots...), Skills: []jsonSkill{}, Notes: append([]string{}, l.Notes...),
	}
	if l.Limit > 0 {
		out.Limit = &l.Limit
	}
	for _, i := range l.Items {
		item := jsonSkill{Name: i.Name, Path: i.Path, State: i.State, Shown: i.Shown, Lost: i.Lost, Reason: i.Reason}
		if i.Path != "" {
			at := l.from.Lost(a.ID, i)
			lost := view.RangeOf(at)
			item.Range = &lost
		}
		out.Skills = append(out.Skills, item)
	}
	return out
}

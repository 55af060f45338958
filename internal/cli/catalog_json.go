package cli

import (
	"github.com/skilllint/skilllint/internal/clients/catalog"
	"github.com/skilllint/skilllint/internal/clients/loader"
	"github.com/skilllint/skilllint/internal/view"
)

type jsonCatalog struct {
	Version  int               `json:"version"`
	Agent    jsonCatalogAgent  `json:"agent"`
	Estimate string            `json:"estimate,omitempty"` // why the list is one; absent: it is exact
	Unit     string            `json:"unit"`               // of limit and cost: tokens, as the agent estimates them, or characters
	Limit    *int              `json:"limit"`              // null: there is none
	Cost     int               `json:"cost"`
	Roots    []jsonCatalogRoot `json:"roots"` // that exist, in the order of scanning
	Skills   []jsonCatalogItem `json:"skills"`
	Notes    []string          `json:"notes"`
	Text     string            `json:"text"` // as it stands in the prompt
}

type jsonCatalogAgent struct {
	ID      string       `json:"id"`
	Version string       `json:"version,omitempty"` // that is predicted
	Grade   loader.Grade `json:"grade"`
	Source  string       `json:"source"`
	Checked string       `json:"checked"`
}

type jsonCatalogRoot struct {
	Path  string `json:"path"`
	Scope string `json:"scope"`
	Alias string `json:"alias,omitempty"`
}

type jsonCatalogItem struct {
	Name   string        `json:"name"`
	Path   string        `json:"path,omitempty"` // absent: the agent brings it along
	State  catalog.State `json:"state"`
	Shown  int           `json:"shown"` // characters of the description
	Lost   int           `json:"lost"`
	Reason string        `json:"reason,omitempty"`
	Range  *view.Range   `json:"range,omitempty"` // of the description, or of what of it is lost
}

// json returns what the format json holds.
func (s *shownList) json() jsonCatalog {
	a := s.agent
	out := jsonCatalog{
		Version: 1, Agent: jsonCatalogAgent{a.ID, a.shown(), a.Grade, a.Source, a.Checked},
		Estimate: s.Estimate, Unit: a.Unit, Cost: s.Cost, Text: s.Text,
		Roots: []jsonCatalogRoot{}, Skills: []jsonCatalogItem{}, Notes: append([]string{}, s.Notes...),
	}
	if s.Limit > 0 {
		out.Limit = &s.Limit
	}
	for _, r := range s.Roots {
		out.Roots = append(out.Roots, jsonCatalogRoot(r))
	}
	for _, i := range s.Items {
		item := jsonCatalogItem{Name: i.Name, Path: i.Path, State: i.State, Shown: i.Shown, Lost: i.Lost, Reason: i.Reason}
		if i.Path != "" {
			at := s.from.Lost(a.ID, i)
			lost := view.RangeOf(at)
			item.Range = &lost
		}
		out.Skills = append(out.Skills, item)
	}
	return out
}

package compat

import (
	"bufio"
	"bytes"
	"encoding/json"

	"github.com/skilllint/skilllint/internal/clients/loader"
	"github.com/skilllint/skilllint/internal/escape"
	"github.com/skilllint/skilllint/internal/view"
)

// JSON writes the table skill by skill. Otherwise, large tables would be in memory several times.
func (c *Table) JSON(w *bufio.Writer) error {
	w.WriteString("{\n  \"version\": 1,\n  \"skills\": [")
	for i := range c.skills {
		if i > 0 {
			w.WriteByte(',')
		}
		w.WriteString("\n    ")
		if err := escape.EncodeJSON(w, "    ", c.jsonSkill(&c.skills[i])); err != nil {
			return err
		}
	}
	if len(c.skills) > 0 {
		w.WriteString("\n  ")
	}
	w.WriteString("],\n  \"components\": [")
	for i, one := range c.components {
		if i > 0 {
			w.WriteByte(',')
		}
		w.WriteString("\n    ")
		if err := escape.EncodeJSON(w, "    ", jsonComponent{one.path, one.kind, one.client, one.status, one.message}); err != nil {
			return err
		}
	}
	if len(c.components) > 0 {
		w.WriteString("\n  ")
	}
	_, err := w.WriteString("]\n}\n")
	return err
}

type jsonComponent struct {
	Path    string        `json:"path"`
	Kind    string        `json:"kind"`
	Client  string        `json:"client"`
	Status  loader.Status `json:"status"`
	Message string        `json:"message,omitempty"`
}

type jsonReason struct {
	Message string      `json:"message"`
	Range   view.Range  `json:"range"`
	Loss    loader.Loss `json:"loss,omitempty"`
}

type jsonVerdict struct {
	Status      loader.Status `json:"status"`
	Name        string        `json:"name"`        // that the client shows, or ""
	Description string        `json:"description"` // that the client shows, or ""
	Reasons     []jsonReason  `json:"reasons"`
	More        int           `json:"more,omitempty"`  // reasons that are not listed
	Grade       loader.Grade  `json:"grade,omitempty"` // omitted for measured models
}

type jsonSkill struct {
	Path   string        `json:"path"`
	Name   string        `json:"name"`
	Agents orderedObject `json:"agents"`
}

func (c *Table) jsonSkill(s *skill) jsonSkill {
	out := jsonSkill{Path: s.path, Name: s.Name}
	for i, v := range s.Verdicts {
		j := jsonVerdict{Status: v.Status, Name: v.Name, Description: v.Description, Reasons: []jsonReason{}, More: v.More}
		for _, g := range v.Grounds {
			j.Reasons = append(j.Reasons, jsonReason{g.Describe(), view.RangeOf(g.At), g.Loss()})
		}
		if c.agents[i].Grade != loader.Measured {
			j.Grade = c.agents[i].Grade
		}
		out.Agents = append(out.Agents, entry{v.Client, j})
	}
	return out
}

// An orderedObject is a JSON object with keys in a fixed order.
type orderedObject []entry

type entry struct {
	key   string
	value any
}

// MarshalJSON writes the object.
func (o orderedObject) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	for i, e := range o {
		b.WriteByte("{,"[min(i, 1)])
		if err := encoder.Encode(e.key); err != nil {
			return nil, err
		}
		b.WriteByte(':')
		if err := encoder.Encode(e.value); err != nil {
			return nil, err
		}
	}
	if len(o) == 0 {
		b.WriteByte('{')
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

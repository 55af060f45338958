package cli

import (
	"bytes"
	"encoding/json"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/clients/loader"
)

// compatJSON writes the table skill by skill: of ten thousand skills the whole
// would be held several times.
func (p *program) compatJSON(c *compat) error {
	p.out.WriteString("{\n  \"version\": 1,\n  \"skills\": [")
	for i := range c.skills {
		if i > 0 {
			p.out.WriteByte(',')
		}
		p.out.WriteString("\n    ")
		if err := p.jsonBelow("    ", c.jsonSkill(&c.skills[i])); err != nil {
			return err
		}
	}
	if len(c.skills) > 0 {
		p.out.WriteString("\n  ")
	}
	_, err := p.out.WriteString("]\n}\n")
	return err
}

type jsonPosition struct {
	Line   int `json:"line"`
	Column int `json:"column"`
	Offset int `json:"offset"`
}

type jsonRange struct {
	Start jsonPosition `json:"start"`
	End   jsonPosition `json:"end"`
}

type jsonReason struct {
	Message string    `json:"message"`
	Range   jsonRange `json:"range"`
}

type jsonVerdict struct {
	Status      loader.Status `json:"status"`
	Name        string        `json:"name"`        // that the agent shows; empty: none
	Description string        `json:"description"` // likewise
	Reasons     []jsonReason  `json:"reasons"`
	More        int           `json:"more,omitempty"`  // reasons that are not listed
	Grade       loader.Grade  `json:"grade,omitempty"` // of models that are not measured
}

type jsonSkill struct {
	Path   string  `json:"path"`
	Name   string  `json:"name"`
	Agents ordered `json:"agents"`
}

func (c *compat) jsonSkill(s *compatSkill) jsonSkill {
	out := jsonSkill{Path: s.path, Name: s.Name}
	for i, v := range s.Verdicts {
		j := jsonVerdict{Status: v.Status, Name: v.Name, Description: v.Description, Reasons: []jsonReason{}, More: v.More}
		for _, g := range v.Grounds {
			j.Reasons = append(j.Reasons, jsonReason{g.Message, jsonRange{position(g.At.Start, g.At.Range.Start), position(g.At.End, g.At.Range.End)}})
		}
		if c.agents[i].Grade != loader.Measured {
			j.Grade = c.agents[i].Grade
		}
		out.Agents = append(out.Agents, entry{v.Agent, j})
	}
	return out
}

func position(p analysis.Position, offset int) jsonPosition {
	return jsonPosition{p.Line, p.Column, offset}
}

// An ordered is a JSON object whose keys keep their order.
type ordered []entry

type entry struct {
	key   string
	value any
}

// MarshalJSON writes the object.
func (o ordered) MarshalJSON() ([]byte, error) {
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

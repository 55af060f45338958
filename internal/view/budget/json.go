package budget

import (
	"math"

	"github.com/skilllint/skilllint/internal/view"
)

// The JSON output of budget is a public format. A budget of 0 means unlimited.
type jsonBudget struct {
	Version int               `json:"version"`
	Skills  []jsonBudgetSkill `json:"skills"`
	Agents  []jsonBudgetAgent `json:"agents"`
	Startup []jsonStartup     `json:"startup"`
	Clients []Start           `json:"clients,omitempty"`
	Totals  jsonTotals        `json:"totals"`
	Compare *jsonCompare      `json:"compare,omitempty"`
}

type jsonBudgetSkill struct {
	Path             string           `json:"path"`
	Name             string           `json:"name"`
	Dialect          string           `json:"dialect"`
	Method           string           `json:"method"`
	Tokens           int              `json:"tokens"`
	Metadata         int              `json:"metadata"`
	Body             int              `json:"body"`
	References       int              `json:"references"`
	Total            int              `json:"total"`
	Budget           int              `json:"budget"`
	ReferencesBudget int              `json:"referencesBudget,omitempty"`
	Sections         []weighedSection `json:"sections"`
	Files            []reference      `json:"files,omitempty"`
}

type jsonBudgetAgent struct {
	Path         string   `json:"path"`
	Name         string   `json:"name"`
	Dialect      string   `json:"dialect"`
	Agent        int      `json:"agent"` // its own text, which is not part of the total
	Protocol     int      `json:"protocol"`
	Task         int      `json:"task"`
	Skills       int      `json:"skills"`
	Total        int      `json:"total"`
	Budget       int      `json:"budget"`
	SkillsBudget int      `json:"skillsBudget"`
	Preloads     []string `json:"preloads"`
	Missing      []string `json:"missing,omitempty"`
}

type jsonStartup struct {
	startup
	Saved float64 `json:"saved"`
}

type jsonTotals struct {
	Skills     int `json:"skills"`
	Over       int `json:"over"`
	Tokens     int `json:"tokens"`
	Metadata   int `json:"metadata"`
	Body       int `json:"body"`
	References int `json:"references"`
	Total      int `json:"total"`
}

// JSON returns the value for --format json.
func (b *Budget) JSON() any {
	out := jsonBudget{Version: 1, Skills: []jsonBudgetSkill{}, Agents: []jsonBudgetAgent{}, Startup: []jsonStartup{}, Clients: b.starts, Totals: b.totals()}
	for i := range b.skills {
		out.Skills = append(out.Skills, b.jsonSkill(&b.skills[i]))
	}
	for _, a := range b.agents {
		preloads := a.preloads
		if preloads == nil {
			preloads = []string{}
		}
		out.Agents = append(out.Agents, jsonBudgetAgent{Path: a.file.Path, Name: a.name, Dialect: view.Dialect(a.file), Agent: a.own, Protocol: a.protocol, Task: a.task,
			Skills: a.skills, Total: a.total(), Budget: a.limit.Tokens, SkillsBudget: a.preloadsLimit.Tokens, Preloads: preloads, Missing: a.missing})
	}
	for _, s := range b.startups {
		out.Startup = append(out.Startup, jsonStartup{s, math.Round(s.savedShare()*1000) / 1000})
	}
	if b.changes != nil {
		out.Compare = b.changes.json()
	}
	return out
}

func (b *Budget) jsonSkill(s *skill) jsonBudgetSkill {
	out := jsonBudgetSkill{Path: s.file.Path, Name: s.name, Dialect: view.Dialect(s.file), Method: s.method, Tokens: s.Tokens, Metadata: s.metadata, Body: s.Body,
		References: s.referenceTokens(), Total: s.total(), Budget: s.limit.Tokens, ReferencesBudget: s.referencesLimit.Tokens, Sections: s.Sections, Files: s.references}
	if out.Sections == nil {
		out.Sections = []weighedSection{}
	}
	return out
}

// totals adds up the cost of all skills, and counts those over budget.
func (b *Budget) totals() jsonTotals {
	t := jsonTotals{Skills: len(b.skills)}
	files := map[string]bool{} // skills in a registry may share a file
	for i := range b.skills {
		s := &b.skills[i]
		t.Tokens += s.Tokens
		t.Metadata += s.metadata
		t.Body += s.Body
		for _, r := range s.references {
			if !files[r.Path] {
				files[r.Path] = true
				t.References += r.Tokens
			}
		}
		if s.isOver() {
			t.Over++
		}
	}
	t.Total = t.Tokens + t.References
	return t
}

// isOver reports whether a skill is over its budget.
func (s *skill) isOver() bool { _, over := s.limit.Over(s.Tokens); return over }

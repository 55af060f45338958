package cleo

import (
	"path"
	"strconv"

	"github.com/skilllint/skilllint/internal/cleo/payload"
	"github.com/skilllint/skilllint/internal/report"
)

// A Document is the value for --format json. In the check of a payload, unknown values are null. The members from Skill on are those
// of the orchestrator's spawn JSON.
type Document struct {
	Version    int                `json:"version"`
	Agent      string             `json:"agent"`
	Skills     []string           `json:"skills"`
	Strategy   *payload.Selection `json:"strategy"`
	Steps      []payload.Step     `json:"steps"`
	Parts      []partJSON         `json:"parts"`
	Tokens     tokensJSON         `json:"tokens"`
	Resolution any                `json:"tokenResolution"`
	Code       *int               `json:"spawn_code"`
	Findings   any                `json:"findings"`

	Skill        any `json:"skill"`
	Path         any `json:"path"`
	TaskID       any `json:"taskId"`
	TokenBudget  any `json:"tokenBudget"`
	Model        any `json:"model"`
	Tier         any `json:"tier"`
	References   any `json:"references"`
	SkillFile    any `json:"skillFile"`
	SpawnContext any `json:"spawnContext"`
	Prompt       any `json:"prompt"`
}

type partJSON struct {
	Kind     payload.Kind  `json:"kind"`
	Name     string        `json:"name"`
	Path     string        `json:"path"`
	Priority int           `json:"priority"`
	Form     payload.Form  `json:"form"`
	Tokens   int           `json:"tokens"`
	Kept     []stretchJSON `json:"kept"`
	Dropped  []stretchJSON `json:"dropped"`
	Notes    []string      `json:"notes"`
}

// A stretchJSON is a section. Heading is null for the frontmatter and the text before the first heading.
type stretchJSON struct {
	Heading any `json:"heading"`
	Line    int `json:"line"`
	Tokens  int `json:"tokens"`
}

// A tokensJSON is the cost of a payload. Unknown numbers are null.
type tokensJSON struct {
	Protocol    *int `json:"protocol"`
	Agent       *int `json:"agent"`
	Task        *int `json:"task"`
	Skills      *int `json:"skills"`
	Total       int  `json:"total"`
	Limit       *int `json:"limit"`
	SkillsLimit *int `json:"skills_limit"`
	Catalog     *int `json:"catalog,omitempty"`
}

type spawnContextJSON struct {
	Date           string `json:"date"`
	TopicSlug      string `json:"topicSlug"`
	EpicID         any    `json:"epicId"`
	Title          string `json:"title"`
	OutputFile     any    `json:"outputFile"`
	SpawnTimestamp any    `json:"spawnTimestamp"`
}

// JSON returns the value for --format json. url returns the page of a rule.
func (s *Spawn) JSON(url func(rule string) string) any {
	c := &s.Tokens
	j := Document{Version: 1, Agent: "cleo", Skills: append([]string{}, s.request.names...),
		Strategy: &s.Selection, Steps: append([]payload.Step{}, s.Steps...), Parts: partsJSON(s.Parts),
		Tokens:     tokensJSON{&c.Protocol, &c.Agent, &c.Task, &c.Skills, c.Total, &c.Limit, &c.SkillsLimit, nil},
		Resolution: s.resolution, Code: &s.code, Findings: report.JSONFindings(s.findings, report.Options{URL: url}),
	}
	s.Selection.Reasons = append([]string{}, s.Selection.Reasons...) // not null
	if s.Fits {
		j.Prompt = s.Prompt
	}
	s.spawnMembers(&j)
	return j
}

// spawnMembers adds the orchestrator's members for the primary skill and the task.
func (s *Spawn) spawnMembers(j *Document) {
	const budget, tier = 10_000, 2 // defaults without a registry entry
	r := s.request
	j.TaskID = nullIfEmpty(r.taskID())
	j.TokenBudget, j.Model, j.Tier, j.References = budget, "auto", tier, []string{}
	date, slug := r.value("DATE"), r.value("TOPIC_SLUG")
	context := spawnContextJSON{Date: date, TopicSlug: slug, EpicID: nullIfEmpty(r.value("EPIC_ID")), Title: r.value("TASK_TITLE")}
	if slug != "" {
		context.OutputFile = date + "_" + slug + ".md"
	}
	j.SpawnContext = context
	if len(r.options.Loads) == 0 {
		return
	}
	first := r.options.Loads[0]
	j.Skill, j.Path, j.SkillFile = first.Name, path.Dir(first.File.Path), first.File.Path
	e := r.primary
	if e == nil {
		return
	}
	if e.Path.Value != "" {
		j.Path = e.Path.Value
	}
	if e.TokenBudget.Value > 0 {
		j.TokenBudget = e.TokenBudget.Value
	}
	if e.Model.Value != "" {
		j.Model = e.Model.Value
	}
	if n, err := strconv.Atoi(e.Tier); err == nil {
		j.Tier = n
	}
	references := []string{}
	for _, r := range e.References {
		references = append(references, r.Value)
	}
	j.References = references
}

// nullIfEmpty returns a text, or nil if it is empty.
func nullIfEmpty(text string) any {
	if text == "" {
		return nil
	}
	return text
}

func partsJSON(parts []payload.Part) []partJSON {
	all := []partJSON{}
	for _, p := range parts {
		all = append(all, partJSON{p.Kind, p.Name, p.File.Path, p.Priority, p.Form, p.Tokens,
			stretchesJSON(p.Kept), stretchesJSON(p.Dropped), append([]string{}, p.Notes...)})
	}
	return all
}

func stretchesJSON(stretches []payload.Stretch) []stretchJSON {
	all := []stretchJSON{}
	for _, s := range stretches {
		all = append(all, stretchJSON{nullIfEmpty(s.Heading), s.Line, s.Tokens})
	}
	return all
}

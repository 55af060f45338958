package cleo

import (
	"fmt"
	"path"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/cleo/payload"
	"github.com/skilllint/skilllint/internal/clients/catalog"
	"github.com/skilllint/skilllint/internal/clients/clientfs"
	"github.com/skilllint/skilllint/internal/load"
	"github.com/skilllint/skilllint/internal/report"
	"github.com/skilllint/skilllint/internal/tokenizer"
	"github.com/skilllint/skilllint/schema"
)

// A PlainPayload is the payload of a client without strategies and budgets: the result of load_skill for triagent, or the file for
// progressive.
type PlainPayload struct {
	Text     string
	document Document
}

// PlainPayload returns the payload of a client for nodes.
func (l *Library) PlainPayload(o Options, agent string, nodes []int) (*PlainPayload, error) {
	var texts []string
	out := Document{Version: 1, Agent: agent, Skills: []string{}, Steps: []payload.Step{}, Parts: []partJSON{}, Findings: report.JSONFindings(nil, report.Options{})}
	skills := 0
	for i, node := range nodes {
		n := l.graph.Nodes[node]
		name := l.graph.Label(node)
		switch {
		case n.Kind == analysis.Agent:
			return nil, fmt.Errorf("%s is a subagent; for %s, name a skill", quote.Text(name), agent)
		case n.File.Kind == analysis.Registry:
			return nil, fmt.Errorf("%s is listed in %s, but its file does not exist", quote.Text(name), quote.Text(n.File.Path))
		}
		source, err := l.files(n.File).read(n.File, load.MaxText)
		if err != nil {
			return nil, fmt.Errorf("cannot read %s: %w", quote.Text(n.File.Path), err)
		}
		text := string(source)
		if agent == "triagent" {
			text = loadSkillResult(n.File, source, o.Reason)
		}
		cost := tokenizer.Chars4([]byte(text))
		skills += cost
		texts = append(texts, text)
		out.Skills = append(out.Skills, name)
		out.Parts = append(out.Parts, partJSON{payload.Skill, name, n.File.Path, min(i+2, 3), payload.Whole, cost, []stretchJSON{}, []stretchJSON{}, []string{}})
		if i == 0 {
			out.Skill, out.Path, out.SkillFile = name, path.Dir(n.File.Path), n.File.Path
		}
	}
	separator, end := "\n\n", "\n"
	if agent == "progressive" {
		separator, end = "\n", ""
	}
	text := strings.Join(texts, separator)
	out.Prompt, out.Tokens = text, tokensJSON{Skills: &skills, Total: skills}
	if o.Persona != "" {
		cost, err := l.catalogCost(o)
		if err != nil {
			return nil, err
		}
		out.Tokens.Catalog, out.Tokens.Total = &cost, skills+cost
	}
	if text != "" {
		text += end
	}
	return &PlainPayload{text, out}, nil
}

// JSON returns the value for --format json.
func (o *PlainPayload) JSON() any { return o.document }

// loadSkillResult returns the result of triagent's tool load_skill for a skill. Missing frontmatter fields are empty.
func loadSkillResult(f *analysis.File, source []byte, reason string) string {
	file := *f
	file.Dialect = schema.Lookup("triagent")
	d := load.Document(&file, source, false)
	field := func(name string) string {
		if v := d.Data.Get(name); v != nil {
			return v.Text
		}
		return ""
	}
	return strings.Join([]string{"## Skill Loaded: " + field("display_name"), "**Purpose**: " + field("description"),
		"**Loaded because**: " + reason, "---", strings.TrimSpace(string(source[d.BodyStart():]))}, "\n\n")
}

// catalogCost returns the tokens of the skill list that triagent shows for a persona.
func (l *Library) catalogCost(o Options) (int, error) {
	from, err := clientfs.Open(clientfs.Options{Dir: l.Dir, Ceilings: o.Ceilings})
	if err != nil {
		return 0, err
	}
	defer from.Close()
	list, err := catalog.Lookup("triagent").List(from, catalog.Request{Start: from.Start, Project: from.Project, Team: o.Team, Persona: o.Persona})
	if err != nil {
		return 0, err
	}
	return tokenizer.Chars4([]byte(list.Text)), nil
}

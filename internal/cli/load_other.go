package cli

import (
	"fmt"
	"path"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/cleo/payload"
	"github.com/skilllint/skilllint/internal/clients/catalog"
	"github.com/skilllint/skilllint/internal/clients/clientfs"
	"github.com/skilllint/skilllint/internal/load"
	"github.com/skilllint/skilllint/internal/quote"
	"github.com/skilllint/skilllint/internal/report"
	"github.com/skilllint/skilllint/internal/tokenizer"
	"github.com/skilllint/skilllint/schema"
)

// loadOther prints what a loader hands over that knows neither strategies nor budgets: triagent's
// answer of load_skill, or the file as it is.
func (p *program) loadOther(l *library, f *loadFlags, agent string, nodes []int) error {
	var texts []string
	out := loadJSON{Version: 1, Agent: agent, Skills: []string{}, Steps: []stepJSON{}, Parts: []partJSON{}, Findings: report.JSONFindings(nil, report.Options{URL: pageOf})}
	skills := 0
	for i, node := range nodes {
		n := l.graph.Nodes[node]
		name := l.graph.Label(node)
		switch {
		case n.Kind == analysis.Agent:
			return usagef("%s is an agent, and %s loads skills; name one of those", quote.Text(name), agent)
		case n.File.Kind == analysis.Registry:
			return usagef("%s is in %s, but its file is not there", quote.Text(name), quote.Text(n.File.Path))
		}
		source, err := l.shelf(n.File).read(n.File, load.MaxText)
		if err != nil {
			return fmt.Errorf("read %s: %w", quote.Text(n.File.Path), err)
		}
		text := string(source)
		if agent == "triagent" {
			text = answer(n.File, source, f.reason)
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
	text := strings.Join(texts, "\n\n")
	if agent == "progressive" {
		text = strings.Join(texts, "\n")
	}
	out.Prompt, out.Tokens = text, tokensJSON{Skills: &skills, Total: skills}
	if f.persona != "" {
		cost, err := p.catalogCost(f)
		if err != nil {
			return err
		}
		out.Tokens.Catalog, out.Tokens.Total = &cost, skills+cost
	}
	if f.format.value == "json" {
		return p.json(out)
	}
	if agent == "progressive" {
		return p.exactText(text)
	}
	return p.payloadText(text)
}

// answer is what triagent's tool load_skill says of a skill. What its header lacks is empty.
func answer(f *analysis.File, source []byte, reason string) string {
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

// catalogCost returns the tokens of the list of skills that triagent shows for a persona.
func (p *program) catalogCost(f *loadFlags) (int, error) {
	dir, err := workingDirectory()
	if err != nil {
		return 0, err
	}
	from, err := clientfs.Open(clientfs.Options{Dir: dir, Ceilings: p.getenv("GIT_CEILING_DIRECTORIES")})
	if err != nil {
		return 0, err
	}
	defer from.Close()
	list, err := catalog.Lookup("triagent").List(from, catalog.Request{Start: from.Start, Project: from.Project, Team: f.team, Persona: f.persona})
	if err != nil {
		return 0, err
	}
	return tokenizer.Chars4([]byte(list.Text)), nil
}

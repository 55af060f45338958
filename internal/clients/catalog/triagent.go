package catalog

import (
	"cmp"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/analysis/suggest"
	"github.com/skilllint/skilllint/internal/clients/jsyaml"
	"github.com/skilllint/skilllint/internal/clients/loader"
	"github.com/skilllint/skilllint/internal/tokenizer"
)

// triagent lists the skills of one persona as the rows of a table.
var triagent = &Client{
	ID:      "triagent",
	Grade:   loader.Documented,
	Source:  "the dynamic skill loading design; loader of sdandey/triagent, January 2026",
	Checked: "2026-11-21",
	Unit:    "tokens",
	list:    listTriagent,
}

// onDemand is the index of the list whose skills create no subagents.
const onDemand = 2

// Token costs by the estimate of the design.
const (
	perSkill    = 50
	perSubagent = 30
)

// A persona is a file _persona_NAME.yaml in the directory of a team.
type persona struct {
	team, name string
	dir        string     // of the team
	lists      [][]string // core_skills, skills, on_demand_skills (the index onDemand)
	problem    string     // why it cannot be read
}

func (p persona) String() string { return "--team " + p.team + " --persona " + p.name }

func listTriagent(from Source, r Request) (List, error) {
	p, err := choosePersona(personas(from, r.Start), r)
	if err != nil {
		return List{}, err
	}
	list := List{Roots: []Root{{Path: p.dir, Scope: "team"}, {Path: path.Join(path.Dir(p.dir), "core"), Scope: "global"}}}
	var rows strings.Builder
	var lost []Item
	listed, subagents := map[string]bool{}, subagentsOf(from, p)
	for i, names := range p.lists {
		for _, name := range names {
			if listed[name] {
				continue
			}
			listed[name] = true
			at := p.skillPath(from, i, name)
			if at == "" {
				list.Notes = append(list.Notes, "persona refers to unknown skill "+quote.Text(name))
				continue
			}
			c := candidate{at, from.Skill("triagent", at)}
			if c.Status == loader.Rejected {
				lost = append(lost, c.rejectedItem())
				continue
			}
			c.Name = cmp.Or(c.Name, strings.TrimSuffix(path.Base(at), ".md"))
			for _, name := range c.Subagents {
				if i < onDemand {
					subagents[name] = true
				}
			}
			list.Items = append(list.Items, c.fullItem())
			rows.WriteString("| " + c.Name + " | " + c.Description + " | " + strings.Join(c.Triggers, ", ") + " |\n")
		}
	}
	list.Text = "## Available Skills\n\nUse the `load_skill` tool to load detailed instructions for any skill.\n\n" +
		"| Skill | Description | Use When |\n|-------|-------------|----------|\n" + rows.String() +
		"\n**Instructions**: Before starting a complex task, load the relevant skill(s) to get detailed guidance.\n"
	list.Cost = tokenizer.Chars4([]byte(list.Text))
	list.Notes = append(list.Notes, estimate(len(list.Items), len(subagents)))
	list.Items = append(list.Items, lost...)
	if p.problem != "" {
		list.Notes = append(list.Notes, p.problem)
	}
	return list, nil
}

// skillPath returns the path of a skill that one of the persona's lists names, or "" if it does not exist.
func (p persona) skillPath(from Source, list int, name string) string {
	if strings.ContainsAny(name, "/\\") {
		return ""
	}
	team, global := path.Join(p.dir, "core"), path.Join(path.Dir(p.dir), "core")
	dirs := [][]string{
		{team, global},
		{path.Join(p.dir, p.name)},
		{path.Join(p.dir, "developer"), path.Join(p.dir, "support"), team, global},
	}[list]
	for _, dir := range dirs {
		if slices.ContainsFunc(from.List(dir), func(e Entry) bool { return e.Name == name+".md" && (e.Kind == File || e.Kind == LinkedFile) }) {
			return path.Join(dir, name+".md")
		}
	}
	return ""
}

// estimate returns the note on the cost of the table by the figures of the design.
func estimate(skills, subagents int) string {
	text := fmt.Sprintf("Triagent estimates %s tokens: %d per skill", quote.Count(skills*perSkill+subagents*perSubagent), perSkill)
	if subagents == 0 {
		return text
	}
	return text + fmt.Sprintf(", and %d for each of %d subagents, which the table does not list", perSubagent, subagents)
}

// subagentsOf returns the names of a team's subagents that have files. The client also creates subagents
// that only a start-up skill names.
func subagentsOf(from Source, p persona) map[string]bool {
	names := map[string]bool{}
	for _, dir := range []string{path.Join(p.dir, "_subagents"), path.Join(path.Dir(p.dir), "core/_subagents")} {
		for _, e := range from.List(dir) {
			ext := path.Ext(e.Name)
			if (e.Kind == File || e.Kind == LinkedFile) && (ext == ".yaml" || ext == ".py" && !strings.HasPrefix(e.Name, "__")) {
				names[strings.TrimSuffix(e.Name, ext)] = true
			}
		}
	}
	return names
}

// choosePersona returns the persona that a request selects.
func choosePersona(all []persona, r Request) (persona, error) {
	if len(all) == 0 {
		return persona{}, errors.New("no persona found: no directory has a file _persona_NAME.yaml")
	}
	var teams, names []string
	for _, p := range all {
		teams, names = append(teams, p.team), append(names, p.name)
	}
	if r.Team != "" && !slices.Contains(teams, r.Team) {
		return persona{}, fmt.Errorf("unknown team %s%s", quote.Text(r.Team), hint(r.Team, teams))
	}
	if r.Persona != "" && !slices.Contains(names, r.Persona) {
		return persona{}, fmt.Errorf("unknown persona %s%s", quote.Text(r.Persona), hint(r.Persona, names))
	}
	fits := slices.DeleteFunc(slices.Clone(all), func(p persona) bool {
		return r.Team != "" && p.team != r.Team || r.Persona != "" && p.name != r.Persona
	})
	switch {
	case len(fits) == 1:
		return fits[0], nil
	case len(fits) == 0:
		fits = slices.DeleteFunc(slices.Clone(all), func(p persona) bool { return p.team != r.Team })
		return persona{}, fmt.Errorf("no persona %[2]s in team %[1]s (available: %[3]s)", quote.Text(r.Team), quote.Text(r.Persona), choices(fits))
	}
	return persona{}, fmt.Errorf("found %d personas; choose one: %s", len(fits), choices(fits))
}

func choices(personas []persona) string {
	const most = 20
	var texts []string
	for _, p := range personas[:min(most, len(personas))] {
		texts = append(texts, p.String())
	}
	if more := len(personas) - most; more > 0 {
		texts = append(texts, fmt.Sprintf("and %d more", more))
	}
	return strings.Join(texts, ", ")
}

// hint suggests a similar word, or lists all words.
func hint(word string, words []string) string {
	words = slices.Compact(slices.Sorted(slices.Values(words)))
	if guess, ok := suggest.Best(word, words); ok {
		return "; did you mean " + guess + "?"
	}
	if len(words) == 0 || len(words) > 20 {
		return ""
	}
	return " (available: " + strings.Join(words, ", ") + ")"
}

// personas returns the personas below a directory, by path.
func personas(from Source, start string) []persona {
	var all []persona
	level := []string{start}
	for seen := 0; len(level) > 0; {
		var next []string
		for _, dir := range level {
			if seen++; seen > maxDirectories {
				return all
			}
			for _, e := range from.List(dir) {
				name, isPersona := strings.CutPrefix(e.Name, "_persona_")
				switch {
				case e.Kind == Directory && !strings.HasPrefix(e.Name, ".") && e.Name != "node_modules":
					next = append(next, path.Join(dir, e.Name))
				case isPersona && (e.Kind == File || e.Kind == LinkedFile) && strings.HasSuffix(name, ".yaml"):
					all = append(all, readPersona(from, dir, strings.TrimSuffix(name, ".yaml")))
				}
			}
		}
		level = next
	}
	return all
}

func readPersona(from Source, dir, name string) persona {
	p := persona{team: path.Base(dir), name: name, dir: dir, lists: make([][]string, 3)}
	at := path.Join(dir, "_persona_"+name+".yaml")
	source, _ := from.Read(at)
	data, err := jsyaml.Load(string(source), jsyaml.V43)
	if err != nil {
		p.problem = at + " is invalid YAML; Triagent does not load the persona"
		return p
	}
	for i, field := range []string{"core_skills", "skills", "on_demand_skills"} {
		if list := data.Get(field); list != nil {
			for _, item := range list.Items {
				if item.Kind == jsyaml.String {
					p.lists[i] = append(p.lists[i], item.Text)
				}
			}
		}
	}
	return p
}

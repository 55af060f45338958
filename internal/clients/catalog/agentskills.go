package catalog

import (
	"path"
	"strings"

	"github.com/skilllint/skilllint/internal/clients/loader"
	"github.com/skilllint/skilllint/internal/sorting"
)

// agentskills models the command to-prompt of skills-ref with all skill directories below the start, sorted by
// path. The command fails at the first skill that it cannot read; the model omits such skills.
var agentskills = &Client{
	ID:       "agentskills",
	Versions: []string{"0.1.5"},
	Grade:    loader.Measured,
	Source:   "skills-ref 0.1.5 (npm), to-prompt, run",
	Checked:  "2026-11-29",
	Unit:     "tokens",
	list:     listAgentSkills,
}

func listAgentSkills(from Source, r Request) (List, error) {
	w := walk{from: from, dots: true, names: []string{"SKILL.md", "skill.md"}, enter: func(_, name string) bool { return name != ".git" }}
	w.search(r.Start)
	sorting.By(w.found, func(a, b string) int { return strings.Compare(path.Dir(a), path.Dir(b)) })
	var listed, lost []Item
	var text strings.Builder
	text.WriteString("<available_skills>\n")
	for _, p := range w.found {
		c := candidate{p, from.Skill("agentskills", p)}
		if !c.Loads() {
			lost = append(lost, c.rejectedItem())
			continue
		}
		listed = append(listed, c.fullItem())
		text.WriteString("<skill>\n<name>\n" + escapes.Replace(c.Name) + "\n</name>\n<description>\n" + escapes.Replace(c.Description) +
			"\n</description>\n<location>\n" + p + "\n</location>\n</skill>\n")
	}
	text.WriteString("</available_skills>\n")
	list := unlimited(text.String(), []Root{{Path: r.Start, Scope: "arguments"}}, listed, lost)
	if len(lost) > 0 {
		list.Notes = append(list.Notes, "to-prompt prints nothing if it cannot read a skill; this list omits such skills")
	}
	return list, nil
}

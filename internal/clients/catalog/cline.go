package catalog

import (
	"path"
	"strings"

	"github.com/skilllint/skilllint/internal/clients/loader"
)

// cline lists the names of the skills only, in the description of a tool. If skills have the same name, it lists the last
// one.
var cline = &Client{
	ID:       "cline",
	Versions: []string{"0.0.86"},
	Grade:    loader.Measured,
	Source:   "@cline/core 0.0.86, createUserInstructionConfigService, run",
	Checked:  "2026-11-29",
	Unit:     "tokens",
	Places:   ".clinerules/skills, .cline/skills and .agents/skills of the working directory",
	list:     listCline,
}

func listCline(from Source, r Request) (List, error) {
	m := newMerger("cline")
	m.lastWins, m.folds = true, true
	var roots []Root
	add := func(base, scope string, names ...string) {
		for _, name := range names {
			root := path.Join(base, name)
			if base == "" || from.List(root) == nil {
				continue
			}
			roots = append(roots, Root{Path: root, Scope: scope})
			var found []candidate
			for _, e := range from.List(root) {
				at := path.Join(root, e.Name)
				switch {
				case e.Kind == File && e.Name == "SKILL.md":
				case (e.Kind == Directory || e.Kind == LinkedDir) && hasSkill(from, at):
					at = path.Join(at, "SKILL.md")
				default:
					continue
				}
				found = append(found, candidate{at, from.Skill("cline", at)})
			}
			m.add(root, found)
		}
	}
	add(r.Start, "project", ".clinerules/skills", ".cline/skills", ".agents/skills")
	add(r.Home, "user", ".cline/skills", ".agents/skills")
	var names []string
	for i := range m.items {
		item := &m.items[i]
		item.State, item.Reason = Cut, "Cline lists names without descriptions"
		item.setShown("")
		names = append(names, strings.TrimSpace(item.Name))
	}
	text := ""
	if len(names) > 0 {
		text = "Available skills: " + strings.Join(names, ", ") + ".\n"
	}
	list := unlimited(text, roots, m.items, m.lost)
	list.Notes = m.notes()
	return list, nil
}

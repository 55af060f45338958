package catalog

import (
	"path"
	"strings"

	"github.com/skilllint/skilllint/internal/clients/loader"
	"github.com/skilllint/skilllint/internal/sorting"
)

// deepagents lists the directories that a program passes to it. The library's settings have one in a repository.
var deepagents = &Client{
	ID:       "deepagents",
	Versions: []string{"1.14"},
	Grade:    loader.Measured,
	Source:   "deepagents 1.14.1 (npm), createSkillsMiddleware with the project directory of createSettings, run",
	Checked:  "2026-11-29",
	Unit:     "tokens",
	Places:   ".deepagents/skills of the repository root",
	list:     listDeepAgents,
}

func listDeepAgents(from Source, r Request) (List, error) {
	m := newMerger("deepagents")
	m.lastWins = true
	root := path.Join(r.Project, ".deepagents/skills")
	if from.List(root) == nil || from.Real(path.Join(r.Project, ".git")) == "" {
		return List{}, nil
	}
	found := map[string]candidate{}
	var order []candidate
	for _, at := range deepAgentsFiles(from, root) {
		c := candidate{at, from.Skill("deepagents", at)}
		found[at] = c
		order = append(order, c)
	}
	m.add(root, order)
	var b strings.Builder
	for i := range m.items {
		item := &m.items[i]
		c := found[item.Path]
		shown := loader.CutUnits(item.Description, deepAgentsLimit)
		if shown != item.Description {
			item.State, item.Reason = Cut, "description is truncated to 1,024 characters"
			item.setShown(shown)
		}
		b.WriteString("- **" + item.Name + "**: " + shown + c.Annotation + "\n")
		if len(c.Tools) > 0 {
			b.WriteString("  → Allowed tools: " + strings.Join(c.Tools, ", ") + "\n")
		}
		b.WriteString("  → Read `" + item.Path + "` for full instructions\n")
		if c.Module {
			b.WriteString("  → Import: `await import(\"@/skills/" + item.Name + "\")`\n")
		}
	}
	list := unlimited(b.String(), []Root{{Path: root, Scope: "project"}}, m.items, m.lost)
	list.Notes = append(m.notes(), "Deep Agents lists the directories that a program names; here, .deepagents/skills of the repository")
	return list, nil
}

const deepAgentsLimit = 1024 // characters of a description

// deepAgentsFiles returns the skill in the root, or those one level below.
func deepAgentsFiles(from Source, root string) []string {
	if hasSkill(from, root) {
		return []string{path.Join(root, "SKILL.md")}
	}
	var dirs []string
	for _, e := range from.List(root) {
		if (e.Kind == Directory || e.Kind == LinkedDir) && hasSkill(from, path.Join(root, e.Name)) {
			dirs = append(dirs, path.Join(root, e.Name)+"/")
		}
	}
	sorting.By(dirs, compareNames)
	for i := range dirs {
		dirs[i] += "SKILL.md"
	}
	return dirs
}

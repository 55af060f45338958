package catalog

import (
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/internal/clients/loader"
)

// adk lists the skills of the directories that a program passes to it.
var adk = &Client{
	ID:       "adk",
	Versions: []string{"2.0"},
	Grade:    loader.Measured,
	Source:   "@google/adk 2.0.0, loadAllSkillsInDir and formatSkillsAsXml for .agents/skills, run",
	Checked:  "2026-11-28",
	Unit:     "tokens",
	Places:   "the directories that a program names; here .agents/skills of the working directory",
	list:     listADK,
}

// adkEscapes escapes HTML as ADK does.
var adkEscapes = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "'", "&#039;")

// adkIgnored are the directories in which ADK does not search.
var adkIgnored = []string{"__pycache__", ".pytest_cache", ".mypy_cache", ".ruff_cache", "node_modules", "coverage", "venv", ".venv", "env", ".env", ".git", ".vscode", ".idea"}

func listADK(from Source, r Request) (List, error) {
	root := path.Join(r.Start, ".agents/skills")
	if from.List(root) == nil {
		return List{}, nil
	}
	m := newMerger("adk")
	m.lastWins = true
	var found []candidate
	room := maxDirectories
	var scan func(dir string)
	scan = func(dir string) {
		if room--; room < 0 {
			return
		}
		if at := adkFile(from, dir); at != "" && dir != root {
			found = append(found, candidate{at, from.Skill("adk", at)})
			return
		}
		for _, e := range from.List(dir) {
			if e.Kind == Directory && !slices.Contains(adkIgnored, e.Name) {
				scan(path.Join(dir, e.Name))
			}
		}
	}
	scan(root)
	m.add(root, found)
	items := propertyOrder(m.items)
	list := unlimited(withoutLocations(items, adkEscapes), []Root{{Path: root, Scope: "project"}}, items, m.lost)
	list.Notes = append(m.notes(), "ADK lists the directories that a program names; here, .agents/skills of the working directory")
	if room < 0 {
		list.Notes = append(list.Notes, tooManyNote(root))
	}
	return list, nil
}

// adkFile returns the SKILL.md of a directory, or "". Links are not followed.
func adkFile(from Source, dir string) string {
	for _, e := range from.List(dir) {
		if e.Kind == File && strings.EqualFold(e.Name, "skill.md") {
			return path.Join(dir, e.Name)
		}
	}
	return ""
}

package catalog

import (
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/internal/clients/loader"
	"github.com/skilllint/skilllint/internal/sorting"
)

// strands lists the skills of the directories that a program passes to it.
var strands = &Client{
	ID:       "strands",
	Versions: []string{"1.19"},
	Grade:    loader.Measured,
	Source:   "@strands-agents/sdk 1.19.0, AgentSkills for .agents/skills, run",
	Checked:  "2026-11-28",
	Unit:     "tokens",
	Places:   "the directories that a program names; here .agents/skills of the working directory",
	list:     listStrands,
}

func listStrands(from Source, r Request) (List, error) {
	root := path.Join(r.Start, ".agents/skills")
	if from.List(root) == nil {
		return List{}, nil
	}
	m := newMerger("strands")
	m.lastWins = true
	var found []candidate
	add := func(dir string) bool {
		at := strandsFile(from, dir)
		if at != "" {
			found = append(found, candidate{at, from.Skill("strands", at)})
		}
		return at != ""
	}
	if !add(root) {
		var names []string
		for _, e := range from.List(root) {
			if e.Kind == Directory || e.Kind == LinkedDir {
				names = append(names, e.Name)
			}
		}
		sorting.By(names, compareNames)
		for _, name := range names {
			add(path.Join(root, name))
		}
	}
	m.add(root, found)
	var b strings.Builder
	for _, i := range m.items {
		b.WriteString("<skill>\n<name>" + entities.Replace(i.Name) + "</name>\n<description>" + entities.Replace(i.Description) + "</description>\n<location>" +
			entities.Replace(path.Dir(i.Path)) + "/SKILL.md</location>\n</skill>\n")
	}
	text := b.String()
	if text != "" {
		text = "<available_skills>\n" + text + "</available_skills>\n"
	}
	list := unlimited(text, []Root{{Path: root, Scope: "project"}}, m.items, m.lost)
	list.Notes = append(m.notes(), "Strands Agents lists the directories that a program names; here, .agents/skills of the working directory")
	return list, nil
}

// strandsFile returns the file of a skill's directory, or "".
func strandsFile(from Source, dir string) string {
	for _, name := range []string{"SKILL.md", "skill.md"} {
		if slices.ContainsFunc(from.List(dir), func(e Entry) bool { return e.Name == name && (e.Kind == File || e.Kind == LinkedFile) }) {
			return path.Join(dir, name)
		}
	}
	return ""
}

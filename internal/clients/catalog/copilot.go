package catalog

import (
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/internal/clients/loader"
	"github.com/skilllint/skilllint/internal/sorting"
)

// copilot models the list of VS Code's chat, which is equal in four versions of its source. The list of
// Copilot CLI is unknown.
var copilot = &Client{
	ID:      "copilot",
	Grade:   loader.Documented,
	Source:  "VS Code's source of December 2025 to 2026, read; roots of @github/copilot 1.0.102",
	Checked: "2026-11-21",
	Unit:    "tokens",
	Places:  ".github/skills, .agents/skills and .claude/skills",
	list:    listCopilot,
}

func listCopilot(from Source, r Request) (List, error) {
	var roots []Root
	var listed, lost []Item
	copies, manual := 0, 0
	first := map[string]candidate{} // by name: the first skill
	for _, root := range copilotRoots(from, r) {
		roots = append(roots, root)
		for _, p := range copilotFiles(from, root.Path) {
			c := candidate{p, from.Skill("copilot", p)}
			other, taken := first[c.Name]
			switch {
			case !c.Loads():
				lost = append(lost, c.rejectedItem())
			case c.Manual:
				manual++
			case taken && other.Description == c.Description: // the list is the same with either
				copies++
			case taken:
				lost = append(lost, c.unlistedItem(Omitted, "Copilot lists the first skill with this name, "+other.path))
			default:
				first[c.Name] = c
				listed = append(listed, c.fullItem())
			}
		}
	}
	sorting.By(listed, func(a, b Item) int { return strings.Compare(a.Path, b.Path) })
	list := unlimited(copilotText(listed), roots, listed, lost)
	list.Estimate = "format of the VS Code chat, without the text before the entries; directories of Copilot CLI; the order is unknown"
	if manual > 0 {
		list.Notes = append(list.Notes, omittedNote(manual, "disable-model-invocation is true"))
	}
	if copies > 0 {
		list.Notes = append(list.Notes, copiesNote(copies, "Copilot"))
	}
	return list, nil
}

func copilotText(items []Item) string {
	if len(items) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString("<skills>\n")
	for _, i := range items {
		b.WriteString("<skill>\n<name>" + i.Name + "</name>\n")
		if i.Description != "" {
			b.WriteString("<description>" + i.Description + "</description>\n")
		}
		b.WriteString("<file>" + i.Path + "</file>\n</skill>\n")
	}
	b.WriteString("</skills>\n")
	return b.String()
}

// copilotRoots returns the existing roots. If skills have the same name, that of the first root is listed.
func copilotRoots(from Source, r Request) []Root {
	var roots []Root
	for _, root := range []Root{{Path: path.Join(r.Start, ".github/skills"), Scope: "project"}, {Path: path.Join(r.Start, ".agents/skills"), Scope: "project"},
		{Path: path.Join(r.Start, ".claude/skills"), Scope: "project"}, {Path: path.Join(r.Home, ".copilot/skills"), Scope: "user"}} {
		if (root.Scope == "project" || r.Home != "") && from.List(root.Path) != nil {
			roots = append(roots, root)
		}
	}
	return roots
}

// copilotFiles returns the skills of a root, without those below another skill. If the root is a skill, it is
// the only one.
func copilotFiles(from Source, root string) []string {
	w := walk{from: from, names: []string{"SKILL.md"}, enter: func(dir, _ string) bool { return !hasSkill(from, dir) }}
	w.search(root)
	slices.Sort(w.found)
	return w.found
}

func hasSkill(from Source, dir string) bool {
	return slices.ContainsFunc(from.List(dir), func(e Entry) bool { return e.Name == "SKILL.md" && (e.Kind == File || e.Kind == LinkedFile) })
}

package catalog

import (
	"path"
	"strings"

	"github.com/skilllint/skilllint/internal/clients/loader"
	"github.com/skilllint/skilllint/internal/sorting"
)

// continueCLI lists every skill completely in the description of a tool, including duplicate names.
var continueCLI = &Client{
	ID:       "continue",
	Versions: []string{"1.5"},
	Grade:    loader.Measured,
	Source:   "@continuedev/cli 1.5.47, the description of its tool Skills, run",
	Checked:  "2026-11-29",
	Unit:     "tokens",
	Places:   ".continue/skills and .claude/skills",
	list:     listContinue,
}

func listContinue(from Source, r Request) (List, error) {
	var roots []Root
	var listed, lost []Item
	named := map[string]bool{}
	twice := false
	for _, root := range []Root{{Path: path.Join(r.Start, ".continue/skills"), Scope: "project"}, {Path: path.Join(r.Start, ".claude/skills"), Scope: "project"},
		{Path: path.Join(r.Home, ".continue/skills"), Scope: "user"}} {
		if root.Scope == "user" && r.Home == "" || from.List(root.Path) == nil {
			continue
		}
		roots = append(roots, root)
		for _, e := range from.List(root.Path) {
			if e.Kind != Directory || !hasSkill(from, path.Join(root.Path, e.Name)) { // links are not followed
				continue
			}
			at := path.Join(root.Path, e.Name, "SKILL.md")
			c := candidate{at, from.Skill("continue", at)}
			if !c.Loads() {
				lost = append(lost, c.rejectedItem())
				continue
			}
			twice = twice || named[c.Name]
			named[c.Name] = true
			listed = append(listed, c.fullItem())
		}
	}
	sorting.By(listed, func(a, b Item) int { return strings.Compare(a.Path, b.Path) })
	var entries []string
	for _, i := range listed {
		entries = append(entries, "\nname: "+i.Name+"\ndescription: "+i.Description+"\n")
	}
	list := unlimited(strings.Join(entries, ","), roots, listed, lost)
	if len(listed) > 1 {
		list.Notes = append(list.Notes, "Continue lists skills in the order in which it has read them, which varies; here they are sorted by path")
	}
	if twice {
		list.Notes = append(list.Notes, "Continue lists several skills with the same name; its model gets the first one")
	}
	return list, nil
}

package catalog

import (
	"cmp"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/skilllint/skilllint/internal/clients/loader"
)

// codebuff lists every skill completely. If skills have the same name, it lists the last one.
var codebuff = &Client{
	ID:       "codebuff",
	Versions: []string{"0.10"},
	Grade:    loader.Measured,
	Source:   "@codebuff/sdk 0.10.7, loadSkills and formatAvailableSkillsXml, run",
	Checked:  "2026-11-29",
	Unit:     "tokens",
	Places:   ".claude/skills and .agents/skills of the working directory",
	list:     listCodebuff,
}

func listCodebuff(from Source, r Request) (List, error) {
	m := newMerger("codebuff")
	var roots []Root
	for _, base := range []Root{{Path: r.Home, Scope: "user"}, {Path: r.Start, Scope: "project"}} {
		for _, name := range []string{".claude/skills", ".agents/skills"} {
			root := path.Join(base.Path, name)
			if base.Path == "" || from.List(root) == nil {
				continue
			}
			roots = append(roots, Root{Path: root, Scope: base.Scope})
			var found []candidate
			for _, e := range from.List(root) {
				if dir := path.Join(root, e.Name); (e.Kind == Directory || e.Kind == LinkedDir) && hasSkill(from, dir) {
					at := path.Join(dir, "SKILL.md")
					found = append(found, candidate{at, from.Skill("codebuff", at)})
				}
			}
			m.add(root, found)
		}
	}
	items := propertyOrder(m.items)
	list := unlimited(withoutLocations(items, entities), roots, items, m.lost)
	list.Notes = m.notes()
	return list, nil
}

// withoutLocations returns a list with names and escaped descriptions; "" if it has no items.
func withoutLocations(items []Item, escapes *strings.Replacer) string {
	if len(items) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString("<available_skills>\n")
	for _, i := range items {
		b.WriteString("  <skill>\n    <name>" + i.Name + "</name>\n    <description>" + escapes.Replace(i.Description) + "</description>\n  </skill>\n")
	}
	b.WriteString("</available_skills>\n")
	return b.String()
}

// propertyOrder returns items in the order of a JavaScript object whose keys are their names: numbers first.
func propertyOrder(items []Item) []Item {
	items = slices.Clone(items)
	slices.SortStableFunc(items, func(a, b Item) int { return cmp.Compare(indexKey(a.Name), indexKey(b.Name)) })
	return items
}

// indexKey returns the number that a key of a JavaScript object is an index for, or a larger number.
func indexKey(name string) uint64 {
	const most = 1<<32 - 1
	if n, err := strconv.ParseUint(name, 10, 32); err == nil && n < most && strconv.FormatUint(n, 10) == name {
		return n
	}
	return most
}

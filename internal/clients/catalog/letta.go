package catalog

import (
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/internal/clients/loader"
	"github.com/skilllint/skilllint/internal/sorting"
)

// letta lists skills by id, with the first line of the description. If skills have the same id, it lists the last one.
var letta = &Client{
	ID:       "letta",
	Versions: []string{"0.32"},
	Grade:    loader.Measured,
	Source:   "@letta-ai/letta-code 0.32.18, compileAvailableSkillsBlock of its local backend, run",
	Checked:  "2026-11-29",
	Unit:     "tokens",
	Places:   ".agents/skills and .skills",
	list:     listLetta,
}

func listLetta(from Source, r Request) (List, error) {
	m := newMerger("letta")
	m.lastWins = true
	hidden := map[string]bool{} // by path
	var roots []Root
	var notes []string
	add := func(scope, root string) {
		if from.List(root) == nil {
			return
		}
		roots = append(roots, Root{Path: root, Scope: scope})
		l := &lettaScan{from: from, seen: map[string]bool{}, room: maxDirectories}
		l.visit(root)
		for i := range l.found {
			c := &l.found[i]
			hidden[c.path] = c.Manual
			if c.Unnamed { // the id is the path below the root
				c.Name = strings.TrimPrefix(path.Dir(c.path), root)
				if c.Name = strings.TrimPrefix(c.Name, "/"); c.Name == "" {
					c.Name = "root"
				}
			}
		}
		m.add(root, l.found)
		if l.room < 0 {
			notes = append(notes, tooManyNote(root))
		}
	}
	if r.Home != "" {
		add("user", path.Join(r.Home, ".letta/skills"))
	}
	add("project", path.Join(r.Start, ".skills"))
	add("project", path.Join(r.Start, ".agents/skills"))
	all := len(m.items)
	listed := slices.DeleteFunc(m.items, func(i Item) bool { return hidden[i.Path] })
	sorting.By(listed, func(a, b Item) int { return compareNames(a.Name, b.Name) })
	list := unlimited(lettaText(listed), roots, listed, m.lost)
	list.Notes = append(notes, m.notes()...)
	if len(listed) > 0 {
		list.Notes = append(list.Notes, "Letta Code also lists its built-in skills and those of the agent's memory; they are not listed here")
	}
	if manual := all - len(listed); manual > 0 {
		list.Notes = append(list.Notes, omittedNote(manual, "disable-model-invocation is true"))
	}
	return list, nil
}

// lettaText returns the list, and sets the state of truncated items.
func lettaText(items []Item) string {
	if len(items) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString("<available_skills>\n")
	for i := range items {
		item := &items[i]
		line, _, _ := strings.Cut(loader.TrimJS(item.Description), "\n")
		if line != loader.TrimJS(item.Description) {
			item.State, item.Reason = Cut, "only its first line is shown"
			item.setShown(line)
		}
		b.WriteString("- `" + item.Name + "`")
		if line != "" {
			b.WriteString(": " + line)
		}
		b.WriteString("\n")
	}
	b.WriteString("</available_skills>\n")
	return b.String()
}

// A lettaScan finds SKILL.md files, ignoring case, at any depth. It enters each directory once.
type lettaScan struct {
	from  Source
	seen  map[string]bool
	room  int
	found []candidate
}

func (l *lettaScan) visit(dir string) {
	real := l.from.Real(dir)
	if l.room--; l.room < 0 || real == "" || l.seen[real] {
		return
	}
	l.seen[real] = true
	for _, e := range l.from.List(dir) {
		at := path.Join(dir, e.Name)
		switch {
		case e.Kind == Directory || e.Kind == LinkedDir:
			l.visit(at)
		case (e.Kind == File || e.Kind == LinkedFile) && strings.EqualFold(e.Name, "SKILL.md"):
			l.found = append(l.found, candidate{at, l.from.Skill("letta", at)})
		}
	}
}

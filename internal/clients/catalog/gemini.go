package catalog

import (
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/internal/clients/loader"
	"github.com/skilllint/skilllint/internal/sorting"
)

// gemini lists every skill completely. It searches skill directories and one level below. If skills have the
// same name, it lists that of the last root, so skills of the workspace take precedence.
var gemini = &Client{
	ID:       "gemini",
	Versions: []string{"0.61"},
	Grade:    loader.Measured,
	Source:   "@google/gemini-cli-core 0.61.0, skillManager.js and snippets.js, run",
	Checked:  "2026-11-29",
	Unit:     "tokens",
	Places:   ".gemini/skills and .agents/skills",
	list:     listGemini,
}

// geminiBuiltins are the built-in skills. Their paths depend on the installation.
var geminiBuiltins = []Item{
	{Name: "antigravity-support", State: Full, Shown: 273, Description: "Use when the user asks questions, seeks help, or requests instructions related " +
		"to installing, setting up, or migrating to Antigravity CLI. This skill provides the latest up to date details, requirements, and commands sourced " +
		"from the official Antigravity CLI documentation."},
	{Name: "skill-creator", State: Full, Shown: 230, Description: "Guide for creating effective skills. This skill should be used when users want " +
		"to create a new skill (or update an existing skill) that extends Gemini CLI's capabilities with specialized knowledge, workflows, or tool integrations."},
}

func listGemini(from Source, r Request) (List, error) {
	m := newMerger("gemini")
	if r.Builtins {
		for _, b := range geminiBuiltins {
			m.index[b.Name] = len(m.items)
			m.items = append(m.items, b)
		}
	}
	var roots []Root
	for _, root := range geminiRoots(from, r) {
		roots = append(roots, root)
		var found []candidate
		for _, p := range geminiFiles(from, root.Path) {
			found = append(found, candidate{p, from.Skill("gemini", p)})
		}
		m.add(root.Path, found)
		m.lost = append(m.lost, geminiDeeper(from, root.Path, found)...)
	}
	sorting.By(m.items, func(a, b Item) int { return strings.Compare(geminiLocation(a), geminiLocation(b)) })
	list := unlimited(tagged(m.items, geminiLocation), roots, m.items, m.lost)
	list.Notes = m.notes()
	if r.Builtins {
		list.Notes = append(list.Notes, "paths of built-in skills depend on the installation of Gemini CLI; the paths here are examples of similar length")
	}
	if len(m.items) > 1 {
		list.Notes = append(list.Notes, "Gemini CLI lists skills in the order of the file system; here they are sorted by path")
	}
	return list, nil
}

// geminiLocation returns the location of an entry; for a built-in skill, a path of a global npm installation.
func geminiLocation(i Item) string {
	if i.Path != "" {
		return i.Path
	}
	return "/usr/lib/node_modules/@google/gemini-cli-core/dist/src/skills/builtin/" + i.Name + "/SKILL.md"
}

func geminiRoots(from Source, r Request) []Root {
	var roots []Root
	for _, base := range []Root{{Path: r.Home, Scope: "user"}, {Path: r.Start, Scope: "workspace"}} {
		for _, name := range []string{".gemini/skills", ".agents/skills"} {
			if dir := path.Join(base.Path, name); base.Path != "" && from.List(dir) != nil {
				roots = append(roots, Root{Path: dir, Scope: base.Scope})
			}
		}
	}
	return roots
}

// geminiFiles returns the files that match SKILL.md and */SKILL.md, sorted.
func geminiFiles(from Source, root string) []string {
	var files []string
	for _, e := range from.List(root) {
		switch e.Kind {
		case File, LinkedFile:
			if e.Name == "SKILL.md" {
				files = append(files, path.Join(root, e.Name))
			}
		case Directory, LinkedDir:
			if strings.HasPrefix(e.Name, ".") || e.Name == "node_modules" {
				continue
			}
			dir := path.Join(root, e.Name)
			if slices.ContainsFunc(from.List(dir), func(e Entry) bool { return e.Name == "SKILL.md" && (e.Kind == File || e.Kind == LinkedFile) }) {
				files = append(files, path.Join(dir, "SKILL.md"))
			}
		}
	}
	slices.Sort(files)
	return files
}

// geminiDeeper returns the skills of a root that are nested too deeply.
func geminiDeeper(from Source, root string, found []candidate) []Item {
	w := walk{from: from, names: []string{"SKILL.md"}, enter: func(_, name string) bool { return name != "node_modules" }}
	w.search(root)
	var items []Item
	for _, p := range w.found {
		if slices.ContainsFunc(found, func(c candidate) bool { return c.path == p }) {
			continue
		}
		c := candidate{p, from.Skill("gemini", p)}
		if !c.Loads() {
			items = append(items, c.rejectedItem())
			continue
		}
		items = append(items, c.unlistedItem(Omitted, "more than one level below the skills directory, the limit of Gemini CLI"))
	}
	return items
}

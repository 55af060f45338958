package graph

import (
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
)

// Folders returns the folders, below the root, in which a loader looks for what is missing; none
// when it looks everywhere.
func (m Missing) Folders() []string { return folders(m.File, m.Rule) }

// Elsewhere returns a folder in which what is missing stands although it is not looked for there,
// or "".
func (g *Graph) Elsewhere(m Missing) string {
	at := g.names.at[name{m.File.Tree, m.Rule.Targets, m.Need.Name}]
	if len(at) == 0 {
		return ""
	}
	return path.Dir(g.Nodes[at[0]].File.Rel)
}

// NamesIn returns the names that could stand for a missing one in the folders that are looked
// at, sorted.
func (g *Graph) NamesIn(m Missing) []string {
	var all []string
	dirs := m.Folders()
	for _, n := range g.Nodes {
		if n.File.Tree == m.File.Tree && n.Kind.String() == m.Rule.Targets && slices.Contains(dirs, path.Dir(n.File.Rel)) {
			all = append(all, n.Entry.Names...)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// Unseen reports whether what is missing may well exist where this run did not look: in a plugin
// that is not here, beside a skill whose directory is all that was walked, or in a file that was
// seen but is no part of the workspace.
func (g *Graph) Unseen(m Missing) bool {
	if plugin, _, ok := strings.Cut(m.Need.Name, ":"); ok && !g.names.hasFolder(m.File.Tree, plugin) {
		return true
	}
	tree, name := m.File.Tree, m.Need.Name
	if strings.ContainsAny(name, "/\\\x00") || len(name) > 256 {
		return false
	}
	dir := path.Dir(m.File.Rel)
	if dirs := m.Folders(); len(dirs) > 0 {
		return slices.ContainsFunc(dirs, func(d string) bool { return tree.Exists(path.Join(d, name+".md")) })
	}
	if dir == "." && m.File.Kind != analysis.Registry {
		return true // what stands beside it is outside
	}
	for range 3 { // its own folder, its skill's, and the one that holds skills and agents
		for _, d := range []string{dir, path.Join(dir, m.Rule.Targets+"s")} {
			if tree.Exists(path.Join(d, name, "SKILL.md")) || tree.Exists(path.Join(d, name+".md")) {
				return true
			}
		}
		dir = path.Dir(dir)
	}
	return false
}

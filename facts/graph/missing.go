package graph

import (
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/schema"
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
// that is not here, in a file that was seen but is no part of the workspace, or in a folder that
// was not asked for.
func (g *Graph) Unseen(m Missing) bool {
	tree, name := m.File.Tree, m.Need.Name
	if plugin, _, ok := strings.Cut(name, ":"); ok {
		return !g.names.hasFolder(tree, plugin)
	}
	if strings.ContainsAny(name, "/\\\x00") || len(name) > 256 {
		return false
	}
	if dirs := m.Folders(); len(dirs) > 0 {
		return slices.ContainsFunc(dirs, func(dir string) bool { return mayHold(tree, dir, name) })
	}
	if path.Dir(m.File.Rel) == "." && m.File.Kind != analysis.Registry {
		return true // what stands beside it lies outside of the root
	}
	v := g.views[viewOf(m)]
	return v.unseen || slices.ContainsFunc(v.folders, func(dir string) bool { return mayHold(tree, dir, name) })
}

// A view is what the run saw of the folders in which may stand what a file names: those on the way
// to it, and agents' own folders in these. Files of one folder share it.
type view struct {
	unseen  bool     // one of them was not looked at
	folders []string // the others
}

type viewKey struct {
	tree         *analysis.Tree
	dir, targets string
}

func viewOf(m Missing) viewKey { return viewKey{m.File.Tree, path.Dir(m.File.Rel), m.Rule.Targets} }

// views returns the views of all that is missing.
func views(missing []Missing) map[viewKey]view {
	byKey := map[viewKey]view{}
	for _, m := range missing {
		key := viewOf(m)
		if _, ok := byKey[key]; !ok {
			byKey[key] = newView(key)
		}
	}
	return byKey
}

func newView(k viewKey) view {
	var v view
	add := func(dir string) {
		if k.tree.IsDir(dir) {
			v.folders = append(v.folders, dir)
			v.unseen = v.unseen || k.tree.Unlisted(dir)
		}
	}
	whole := k.tree.Walked(path.Dir(k.dir)) // the folder of its siblings was asked for
	for dir := k.dir; !whole || k.tree.Walked(dir); dir = path.Dir(dir) {
		add(dir)
		add(path.Join(dir, k.targets+"s"))
		for _, home := range schema.ClientDirectories() {
			v.unseen = v.unseen || k.tree.Unlisted(path.Join(dir, home))
			add(path.Join(dir, home, k.targets+"s"))
		}
		if dir == "." || dir == "/" {
			break
		}
	}
	return v
}

// mayHold reports whether something of a name is in a folder, or may be.
func mayHold(tree *analysis.Tree, dir, name string) bool {
	return tree.Unlisted(dir) ||
		tree.Named(name) && (tree.Unlisted(path.Join(dir, name)) || tree.Exists(path.Join(dir, name, "SKILL.md"))) ||
		tree.Named(name+".md") && tree.Exists(path.Join(dir, name+".md"))
}

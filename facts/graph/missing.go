package graph

import (
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/schema"
)

// Folders returns the directories below the root that the client searches; none if it searches everywhere.
func (m Missing) Folders() []string { return folders(m.File, m.Rule) }

// Elsewhere returns a directory that contains the missing file but is not searched, or "".
func (g *Graph) Elsewhere(m Missing) string {
	at := g.names.at[name{m.File.Tree, m.Rule.Targets, m.Need.Name}]
	if len(at) == 0 {
		return ""
	}
	return path.Dir(g.Nodes[at[0]].File.Rel)
}

// NamesIn returns the names in the searched directories, sorted.
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

// Unseen reports whether a missing file may exist outside of the checked paths: in a plugin outside of the
// workspace, in a file that was not discovered, or in a directory that was not requested.
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
		return true // its siblings are outside of the root
	}
	v := g.views[viewOf(m)]
	return v.unseen || slices.ContainsFunc(v.folders, func(dir string) bool { return mayHold(tree, dir, name) })
}

// A view is what was discovered of the directories that may contain the targets of a file: its parents, and
// clients' directories in them. Files of one directory share it.
type view struct {
	unseen  bool     // one of them was not discovered
	folders []string // the others
}

type viewKey struct {
	tree         *analysis.Tree
	dir, targets string
}

func viewOf(m Missing) viewKey { return viewKey{m.File.Tree, path.Dir(m.File.Rel), m.Rule.Targets} }

// views returns the views of all missing names.
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
	whole := k.tree.Walked(path.Dir(k.dir)) // the directory of its siblings was requested
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

// mayHold reports whether a directory contains, or may contain, a file with a name.
func mayHold(tree *analysis.Tree, dir, name string) bool {
	return tree.Unlisted(dir) ||
		tree.HasName(name) && (tree.Unlisted(path.Join(dir, name)) || tree.Exists(path.Join(dir, name, "SKILL.md"))) ||
		tree.HasName(name+".md") && tree.Exists(path.Join(dir, name+".md"))
}

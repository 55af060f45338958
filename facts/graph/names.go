package graph

import (
	"path"
	"slices"
	"sort"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/sorting"
	"github.com/skilllint/skilllint/schema"
)

// names finds nodes by their names, in about constant time.
type names struct {
	nodes   []Node
	at      map[name][]int                // files, then entries of registries, each sorted by path
	folders map[folder]bool               // directories that contain a node, at any depth
	groups  map[grouping]map[string][]int // of names that many nodes share: by directory
}

// A name is the name of an entry of a kind within a tree.
type name struct {
	tree *analysis.Tree
	kind string // as in schema.Dependency.Targets
	name string
}

// A folder is the name of a directory, anywhere in a tree.
type folder struct {
	tree *analysis.Tree
	name string
}

// A grouping is how the nodes with one name are grouped: by the path of the directory, or by the name of
// each directory on that path.
type grouping struct {
	name
	byPath bool
}

// crowd is the number of nodes with one name from which on they are grouped.
const crowd = 4

func newNames(nodes []Node) *names {
	n := &names{nodes: nodes, at: map[name][]int{}, folders: map[folder]bool{}, groups: map[grouping]map[string][]int{}}
	seen := map[folder]bool{} // here by path
	for i, node := range nodes {
		for _, called := range node.Entry.Names {
			key := name{node.File.Tree, node.Kind.String(), called}
			n.at[key] = append(n.at[key], i)
		}
		for dir := path.Dir(node.File.Rel); !seen[folder{node.File.Tree, dir}]; dir = path.Dir(dir) {
			seen[folder{node.File.Tree, dir}] = true
			n.folders[folder{node.File.Tree, path.Base(dir)}] = true
		}
	}
	for key, bearers := range n.at {
		sorting.By(bearers, n.compare)
		for _, byPath := range []bool{true, false} {
			if g := (grouping{key, byPath}); len(bearers) > crowd {
				n.groups[g] = n.grouped(g)
			}
		}
	}
	return n
}

func (n *names) compare(a, b int) int {
	if x, y := n.listed(a), n.listed(b); x != y {
		if x {
			return 1
		}
		return -1
	}
	return strings.Compare(n.nodes[a].File.Rel, n.nodes[b].File.Rel)
}

// listed reports whether a node exists only in a registry.
func (n *names) listed(node int) bool { return n.nodes[node].File.Kind == analysis.Registry }

// lookup returns the node of a name in a file.
func (n *names) lookup(in *analysis.File, called string, rule *schema.Dependency) (int, bool) {
	key, plugin := name{in.Tree, rule.Targets, called}, ""
	if len(n.at[key]) == 0 {
		// "plugin:skill"; other names have no colon.
		if plugin, key.name, _ = strings.Cut(called, ":"); plugin == "" || plugin == called {
			return 0, false
		}
	}
	switch {
	case len(rule.In) > 0:
		return n.nearest(in, n.within(key, plugin, folders(in, rule)))
	case plugin != "":
		return n.nearest(in, n.group(grouping{key, false}, plugin))
	}
	return n.nearest(in, n.at[key])
}

// folders returns the directories that a client searches for a name in a file.
func folders(in *analysis.File, rule *schema.Dependency) []string {
	base := path.Base(in.Rel)
	persona := strings.TrimPrefix(strings.TrimSuffix(base, path.Ext(base)), "_persona_")
	var dirs []string
	for _, dir := range rule.In {
		dirs = append(dirs, path.Join(path.Dir(in.Rel), strings.ReplaceAll(dir, "{persona}", persona)))
	}
	return dirs
}

// within returns the first nodes with a name in each of some directories. With a plugin, the directory or
// one of its parents must have the name of the plugin.
func (n *names) within(of name, plugin string, dirs []string) []int {
	var firsts []int
	for _, dir := range dirs {
		bearers := n.group(grouping{of, true}, dir)
		if len(bearers) > 0 && (plugin == "" || slices.Contains(strings.Split(dir, "/"), plugin)) {
			firsts = append(firsts, bearers[0])
		}
	}
	sorting.By(firsts, n.compare)
	return firsts
}

// group returns the nodes of a group.
func (n *names) group(g grouping, key string) []int {
	if groups, ok := n.groups[g]; ok {
		return groups[key]
	}
	return n.grouped(g)[key]
}

func (n *names) grouped(g grouping) map[string][]int {
	groups := map[string][]int{}
	for _, i := range n.at[g.name] {
		dir := path.Dir(n.nodes[i].File.Rel)
		keys := []string{dir}
		if !g.byPath {
			keys = strings.Split(dir, "/")
			slices.Sort(keys)
			keys = slices.Compact(keys)
		}
		for _, key := range keys {
			groups[key] = append(groups[key], i)
		}
	}
	return groups
}

// nearest returns the node that shares the most directories with a file, the first of several. In sorted
// order it is next to the file's own path.
func (n *names) nearest(in *analysis.File, bearers []int) (int, bool) {
	best, most := 0, -1
	files := sort.Search(len(bearers), func(i int) bool { return n.listed(bearers[i]) })
	for _, run := range [][]int{bearers[:files], bearers[files:]} {
		from := func(rel string) int {
			return sort.Search(len(run), func(i int) bool { return n.nodes[run[i]].File.Rel >= rel })
		}
		beside := from(in.Rel)
		for _, i := range run[max(0, beside-1):min(len(run), beside+1)] {
			if shared := sharedFolders(in.Rel, n.nodes[i].File.Rel); shared > most {
				best, most = run[from(topFolders(in.Rel, shared))], shared
			}
		}
	}
	return best, most >= 0
}

// topFolders returns the first directories of a path, each with "/".
func topFolders(rel string, count int) string {
	end := 0
	for range count {
		end += strings.IndexByte(rel[end:], '/') + 1
	}
	return rel[:end]
}

// sharedFolders returns how many directories two paths share from the root.
func sharedFolders(a, b string) int {
	shared := 0
	for i := 0; i < min(len(a), len(b)) && a[i] == b[i]; i++ {
		if a[i] == '/' {
			shared++
		}
	}
	return shared
}

// all returns the names of all nodes of a kind in a tree, sorted.
func (n *names) all(tree *analysis.Tree, targets string) []string {
	var all []string
	for key := range n.at {
		if key.tree == tree && key.kind == targets {
			all = append(all, key.name)
		}
	}
	slices.Sort(all)
	return all
}

// hasFolder reports whether a node of a tree is in a directory with a name.
func (n *names) hasFolder(tree *analysis.Tree, called string) bool {
	return n.folders[folder{tree, called}]
}

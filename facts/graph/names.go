package graph

import (
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/schema"
)

// names finds nodes by what they are called.
type names struct {
	nodes []Node
	at    map[name][]int // nodes in the order of their paths
}

// A name is what something of a kind is called within a tree.
type name struct {
	tree *analysis.Tree
	kind string // as schema.Dependency.Targets says it
	name string
}

func newNames(nodes []Node) names {
	n := names{nodes, map[name][]int{}}
	for i, node := range nodes {
		for _, called := range node.Entry.Names {
			key := name{node.File.Tree, node.Kind.String(), called}
			n.at[key] = append(n.at[key], i)
		}
	}
	return n
}

// lookup returns the node that a name in a file means.
func (n names) lookup(in *analysis.File, called string, rule *schema.Dependency) (int, bool) {
	bearers := n.at[name{in.Tree, rule.Targets, called}]
	if len(bearers) == 0 {
		// "plugin:skill"; a name of its own has no colon.
		plugin, last, ok := strings.Cut(called, ":")
		if !ok {
			return 0, false
		}
		for _, i := range n.at[name{in.Tree, rule.Targets, last}] {
			if slices.Contains(strings.Split(n.nodes[i].File.Rel, "/"), plugin) {
				bearers = append(bearers, i)
			}
		}
	}
	if len(rule.In) > 0 {
		bearers = within(n.nodes, bearers, folders(in, rule))
	}
	return n.nearest(in, bearers)
}

// folders returns the folders in which a loader looks for what a file names.
func folders(in *analysis.File, rule *schema.Dependency) []string {
	base := path.Base(in.Rel)
	persona := strings.TrimPrefix(strings.TrimSuffix(base, path.Ext(base)), "_persona_")
	var dirs []string
	for _, dir := range rule.In {
		dirs = append(dirs, path.Join(path.Dir(in.Rel), strings.ReplaceAll(dir, "{persona}", persona)))
	}
	return dirs
}

// within returns those nodes whose files lie in one of some folders.
func within(nodes []Node, bearers []int, dirs []string) []int {
	var inside []int
	for _, i := range bearers {
		if slices.Contains(dirs, path.Dir(nodes[i].File.Rel)) {
			inside = append(inside, i)
		}
	}
	return inside
}

// nearest returns the node that shares the most folders with a file; of several the first.
func (n names) nearest(in *analysis.File, bearers []int) (int, bool) {
	best, most := 0, -1
	for _, i := range bearers {
		if shared := sharedFolders(in.Rel, n.nodes[i].File.Rel); shared > most {
			best, most = i, shared
		}
	}
	return best, most >= 0
}

// sharedFolders returns how many folders two paths have in common from the top.
func sharedFolders(a, b string) int {
	shared := 0
	for i := 0; i < min(len(a), len(b)) && a[i] == b[i]; i++ {
		if a[i] == '/' {
			shared++
		}
	}
	return shared
}

// all returns the names of a tree's nodes of a kind, sorted.
func (n names) all(tree *analysis.Tree, targets string) []string {
	var all []string
	for key := range n.at {
		if key.tree == tree && key.kind == targets {
			all = append(all, key.name)
		}
	}
	slices.Sort(all)
	return all
}

// hasFolder reports whether a node of a tree lies in a folder of a name.
func (n names) hasFolder(tree *analysis.Tree, folder string) bool {
	return slices.ContainsFunc(n.nodes, func(node Node) bool {
		return node.File.Tree == tree && slices.Contains(strings.Split(path.Dir(node.File.Rel), "/"), folder)
	})
}

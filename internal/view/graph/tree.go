package graph

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/graph"
	"github.com/skilllint/skilllint/internal/sorting"
)

// maxDepth limits the depth of a tree; deeper parts become separate trees.
const maxDepth = 12

// A branch is a line of a tree.
type branch struct {
	depth    int  // 0 for a root
	last     bool // the last branch of its parent
	node     int  // index of Graph.nodes; -1 if missing
	missing  *graph.MissingRelation
	arrow    arrow // the arrow from its parent; zero for a root
	omission omission
}

// An omission is the reason why a branch does not show the targets of its node.
type omission int

const (
	none   omission = iota // none: they are shown
	above                  // they were shown before
	around                 // the node is an ancestor: a cycle
	below                  // they are shown in a later tree
)

// A treeBuilder builds the trees of a graph. Each node is expanded only once.
type treeBuilder struct {
	g        *Graph
	shown    []bool
	path     []bool // ancestors of the current node
	deferred []int  // too deep nodes, to be shown as roots
	missing  [][]*graph.MissingRelation
	lines    []branch
}

// trees returns the trees of a graph as lines, and the unconnected nodes.
func (g *Graph) trees() (lines []branch, alone []int) {
	p := &treeBuilder{g: g, shown: make([]bool, len(g.nodes)), path: make([]bool, len(g.nodes)), missing: make([][]*graph.MissingRelation, len(g.nodes))}
	for i := range g.missing {
		m := &g.missing[i]
		p.missing[m.From] = append(p.missing[m.From], m)
	}
	needed := make([]bool, len(g.nodes))
	for _, e := range g.edges {
		needed[e.To] = true
	}
	var order []int
	for i := range g.nodes {
		if p.hasTargets(i) {
			order = append(order, i)
		} else if !needed[i] {
			alone = append(alone, i)
		}
	}
	byKind := func(x, y int) int { return cmp.Or(rankOf(&g.nodes[x])-rankOf(&g.nodes[y]), x-y) }
	sorting.By(order, byKind)
	sorting.By(alone, byKind)
	for _, inner := range []bool{false, true} { // roots first, then nodes that are only in cycles
		for _, n := range order {
			if needed[n] == inner && !p.shown[n] {
				p.root(n)
			}
		}
	}
	return p.lines, alone
}

func rankOf(n *node) int {
	if i := slices.Index(NodeKinds(), n.kind()); i >= 0 {
		return i
	}
	return len(NodeKinds())
}

func (p *treeBuilder) hasTargets(n int) bool { return len(p.g.out[n])+len(p.missing[n]) > 0 }

// root builds a tree, then those for its deeper parts.
func (p *treeBuilder) root(n int) {
	for p.deferred = []int{n}; len(p.deferred) > 0; {
		next := p.deferred[0]
		if p.deferred = p.deferred[1:]; !p.shown[next] {
			p.lines = append(p.lines, branch{node: next, last: true})
			p.expand(next, 1)
		}
	}
}

// expand adds the targets of a node recursively.
func (p *treeBuilder) expand(n, depth int) {
	p.shown[n], p.path[n] = true, true
	children := p.children(n)
	for i, b := range children {
		b.depth, b.last = depth, i == len(children)-1
		switch {
		case b.node < 0 || !p.hasTargets(b.node):
		case p.path[b.node]:
			b.omission = around
		case p.shown[b.node]:
			b.omission = above
		case depth == maxDepth:
			b.omission = below
			p.deferred = append(p.deferred, b.node)
		}
		p.lines = append(p.lines, b)
		if b.node >= 0 && b.omission == none {
			p.expand(b.node, depth+1)
		}
	}
	p.path[n] = false
}

// children returns the targets of a node, one branch per kind of edge, then its missing targets.
func (p *treeBuilder) children(n int) []branch {
	var edges []graph.Relation
	for _, i := range p.g.out[n] {
		edges = append(edges, p.g.edges[i])
	}
	var all []branch
	for _, a := range arrows(edges) {
		all = append(all, branch{node: a.to, arrow: a})
	}
	for _, m := range p.missing[n] {
		all = append(all, branch{node: -1, missing: m, arrow: arrow{from: n, kind: m.Kind, places: []analysis.Location{m.At}}})
	}
	return all
}

// counts returns the number of visible nodes by kind, in words.
func (g *Graph) counts() string {
	nodes, edges := map[string]int{}, map[string]int{}
	for i := range g.nodes {
		nodes[g.nodes[i].kind()]++
	}
	for _, e := range g.edges {
		edges[string(e.Kind)]++
	}
	return countsByKind(quote.Plural(len(g.nodes), "node"), nodes, NodeKinds()) + ", " + countsByKind(quote.Plural(len(g.edges), "edge"), edges, EdgeKinds())
}

// countsByKind appends the counts of kinds in parentheses. Kinds that are not in order are added up.
func countsByKind(whole string, counts map[string]int, order []string) string {
	others := 0
	for kind, n := range counts {
		if !slices.Contains(order, kind) {
			others += n
		}
	}
	var parts []string
	for _, kind := range order {
		if n := counts[kind]; n > 0 {
			parts = append(parts, fmt.Sprintf("%s %d", kind, n))
		}
	}
	if others > 0 {
		parts = append(parts, fmt.Sprintf("other %d", others))
	}
	if len(parts) == 0 {
		return whole
	}
	return whole + " (" + strings.Join(parts, ", ") + ")"
}

// cycleNames returns the names of a cycle. The first one is also the last.
func (g *Graph) cycleNames(c graph.Cycle) []string {
	var names []string
	for _, e := range c.Edges {
		names = append(names, g.nodes[g.edges[e].From].Name)
	}
	return append(names, names[0])
}

// layers returns the nodes in load order by layer, and the nodes without load order.
func (g *Graph) layers() (layers [][]int, unordered []int) {
	ordered := make([]bool, len(g.nodes))
	for _, e := range g.edges {
		if e.Kind.Orders() {
			ordered[e.From], ordered[e.To] = true, true
		}
	}
	for i := range g.nodes {
		layer := g.nodes[i].Layer
		switch {
		case !ordered[i]:
			continue
		case layer < 0:
			unordered = append(unordered, i)
			continue
		}
		for len(layers) <= layer {
			layers = append(layers, nil)
		}
		layers[layer] = append(layers[layer], i)
	}
	for _, nodes := range layers {
		sorting.By(nodes, func(x, y int) int { return g.nodes[x].order - g.nodes[y].order })
	}
	return layers, unordered
}

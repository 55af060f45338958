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
	depth   int  // 0: a root
	last    bool // of the branches of its parent
	node    int  // of Graph.nodes; -1: what is missing
	missing *graph.MissingRelation
	arrow   arrow // the arrow from its parent; zero for a root
	again   again
}

// An again is the reason why the targets of a node are not shown below it.
type again int

const (
	whole  again = iota // it is shown
	above               // it was shown before
	around              // it is an ancestor: a cycle
	below               // it will be shown further down
)

// A planter builds the trees of a graph. Each node is expanded in one place only.
type planter struct {
	g       *Graph
	shown   []bool
	path    []bool // ancestors of the current node
	waiting []int  // nodes that are too deep
	missing [][]*graph.MissingRelation
	grown   []branch
}

// trees returns the trees of a graph as lines, and the unconnected nodes.
func (g *Graph) trees() (lines []branch, alone []int) {
	p := &planter{g: g, shown: make([]bool, len(g.nodes)), path: make([]bool, len(g.nodes)), missing: make([][]*graph.MissingRelation, len(g.nodes))}
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
		if p.leads(i) {
			order = append(order, i)
		} else if !needed[i] {
			alone = append(alone, i)
		}
	}
	byKind := func(x, y int) int { return cmp.Or(rankOf(&g.nodes[x])-rankOf(&g.nodes[y]), x-y) }
	sorting.By(order, byKind)
	sorting.By(alone, byKind)
	for _, inner := range []bool{false, true} { // then nodes that are only in cycles
		for _, n := range order {
			if needed[n] == inner && !p.shown[n] {
				p.root(n)
			}
		}
	}
	return p.grown, alone
}

func rankOf(n *node) int {
	if i := slices.Index(NodeKinds(), n.kind()); i >= 0 {
		return i
	}
	return len(NodeKinds())
}

func (p *planter) leads(n int) bool { return len(p.g.out[n])+len(p.missing[n]) > 0 }

// root builds a tree, then those for its deeper parts.
func (p *planter) root(n int) {
	for p.waiting = []int{n}; len(p.waiting) > 0; {
		next := p.waiting[0]
		if p.waiting = p.waiting[1:]; !p.shown[next] {
			p.grown = append(p.grown, branch{node: next, last: true})
			p.grow(next, 1)
		}
	}
}

// grow adds the targets of a node.
func (p *planter) grow(n, depth int) {
	p.shown[n], p.path[n] = true, true
	children := p.children(n)
	for i, b := range children {
		b.depth, b.last = depth, i == len(children)-1
		switch {
		case b.node < 0 || !p.leads(b.node):
		case p.path[b.node]:
			b.again = around
		case p.shown[b.node]:
			b.again = above
		case depth == maxDepth:
			b.again = below
			p.waiting = append(p.waiting, b.node)
		}
		p.grown = append(p.grown, b)
		if b.node >= 0 && b.again == whole {
			p.grow(b.node, depth+1)
		}
	}
	p.path[n] = false
}

// children returns the targets of a node, once for each kind of edge, then the missing ones.
func (p *planter) children(n int) []branch {
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
	return tally(quote.Plural(len(g.nodes), "node"), nodes, NodeKinds()) + ", " + tally(quote.Plural(len(g.edges), "edge"), edges, EdgeKinds())
}

// tally returns counts of kinds in parentheses, kinds without order last.
func tally(whole string, counts map[string]int, order []string) string {
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

// around returns a cycle as a → b → a.
func (g *Graph) around(c graph.Cycle) []string {
	var names []string
	for _, e := range c.Edges {
		names = append(names, g.nodes[g.edges[e].From].Name)
	}
	return append(names, names[0])
}

// layers returns the nodes in the load order by layers, and those without one.
func (g *Graph) layers() (layers [][]int, never []int) {
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
			never = append(never, i)
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
	return layers, never
}

package graph

import (
	"slices"

	"github.com/skilllint/skilllint/internal/sorting"
)

// A Cycle is the shortest cycle of nodes that require each other, directly or indirectly. Each such group of
// nodes has one.
type Cycle struct {
	Edges []int // of the graph or the map, in order; the last ends where the first begins
	Size  int   // number of connected nodes
}

// An ordering is the edges that determine the load order, one for each pair of nodes.
type ordering struct {
	next [][]int        // by node: the nodes that it requires
	edge map[[2]int]int // from and to → the edge
}

func newOrdering(nodes int) *ordering {
	return &ordering{make([][]int, nodes), map[[2]int]int{}}
}

func (o *ordering) add(edge, from, to int) {
	pair := [2]int{from, to}
	if _, twice := o.edge[pair]; !twice {
		o.edge[pair] = edge
		o.next[from] = append(o.next[from], to)
	}
}

// cycles returns a cycle for each component that has one, sorted by their first edge, and the components.
func (o *ordering) cycles() (found []Cycle, components [][]int) {
	for _, targets := range o.next {
		slices.Sort(targets)
	}
	components = Components(o.next)
	for _, component := range components {
		nodes := Shortest(component, o.next)
		c := Cycle{Size: len(component)}
		for i, from := range nodes {
			c.Edges = append(c.Edges, o.edge[[2]int{from, nodes[(i+1)%len(nodes)]}])
		}
		found = append(found, c)
	}
	sorting.By(found, func(a, b Cycle) int { return a.Edges[0] - b.Edges[0] })
	return found, components
}

// Components returns the strongly connected components with a cycle: those of several nodes, and single
// nodes with an edge to themselves. next[i] are the targets of node i. The nodes of a component are sorted.
// It is Tarjan's algorithm without recursion, in linear time.
func Components(next [][]int) [][]int {
	t := tarjan{next: next, index: make([]int, len(next)), low: make([]int, len(next)), onStack: make([]bool, len(next))}
	for node := range next {
		if t.index[node] == 0 {
			t.visit(node)
		}
	}
	return t.found
}

type tarjan struct {
	next       [][]int
	index, low []int // from 1 in the order of discovery; 0: not visited
	onStack    []bool
	stack      []int
	count      int
	found      [][]int
}

// A frame is a node that is being visited, and the number of edges that were followed.
type frame struct{ node, followed int }

func (t *tarjan) visit(root int) {
	frames := []frame{t.enter(root)}
	for len(frames) > 0 {
		f := &frames[len(frames)-1]
		if f.followed < len(t.next[f.node]) {
			to := t.next[f.node][f.followed]
			f.followed++
			switch {
			case t.index[to] == 0:
				frames = append(frames, t.enter(to))
			case t.onStack[to]:
				t.low[f.node] = min(t.low[f.node], t.index[to])
			}
			continue
		}
		node := f.node
		frames = frames[:len(frames)-1]
		if len(frames) > 0 {
			parent := frames[len(frames)-1].node
			t.low[parent] = min(t.low[parent], t.low[node])
		}
		if t.low[node] == t.index[node] {
			t.leave(node)
		}
	}
}

func (t *tarjan) enter(node int) frame {
	t.count++
	t.index[node], t.low[node] = t.count, t.count
	t.stack, t.onStack[node] = append(t.stack, node), true
	return frame{node: node}
}

// leave removes the component of a node from the stack.
func (t *tarjan) leave(node int) {
	first := len(t.stack) - 1
	for t.stack[first] != node {
		first--
	}
	component := slices.Clone(t.stack[first:])
	t.stack = t.stack[:first]
	for _, member := range component {
		t.onStack[member] = false
	}
	if len(component) > 1 || slices.Contains(t.next[node], node) {
		slices.Sort(component)
		t.found = append(t.found, component)
	}
}

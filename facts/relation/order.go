package relation

import (
	"cmp"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/facts/graph"
	"github.com/skilllint/skilllint/internal/sorting"
)

// Settle finds the cycles of a map, and the order in which everything can be loaded.
func (m *Map) Settle() {
	next := make([][]int, len(m.Nodes))
	first := map[[2]int]int{} // from and to → the first edge that says so
	for i, e := range m.Edges {
		pair := [2]int{e.From, e.To}
		if _, twice := first[pair]; !twice && e.Kind.Orders() {
			first[pair] = i
			next[e.From] = append(next[e.From], e.To)
		}
	}
	component := make([]int, len(m.Nodes)) // from 1; 0: in no cycle
	for i, members := range graph.Components(sorted(next)) {
		for _, n := range members {
			component[n], m.Nodes[n].InCycle = i+1, true
		}
		c := Cycle{Size: len(members)}
		around := graph.Shortest(members, next)
		for j, from := range around {
			c.Edges = append(c.Edges, first[[2]int{from, around[(j+1)%len(around)]}])
		}
		m.Cycles = append(m.Cycles, c)
	}
	sorting.By(m.Cycles, func(a, b Cycle) int { return a.Edges[0] - b.Edges[0] })
	for i := range m.Edges {
		e := &m.Edges[i]
		e.InCycle = e.Kind.Orders() && component[e.From] > 0 && component[e.From] == component[e.To]
	}
	m.layers(next)
}

func sorted(next [][]int) [][]int {
	for _, targets := range next {
		slices.Sort(targets)
	}
	return next
}

// layers says of each node when it can be loaded: what needs nothing first, then what needs only
// that, and so on. What is in a cycle, or needs something that is, never gets its turn.
func (m *Map) layers(next [][]int) {
	needed := make([][]int, len(next)) // by which nodes
	open := make([]int, len(next))     // how many of its needs are not loaded yet
	var ready []int
	for from, targets := range next {
		m.Nodes[from].Order, m.Nodes[from].Layer = -1, -1
		open[from] = len(targets)
		for _, to := range targets {
			needed[to] = append(needed[to], from)
		}
		if len(targets) == 0 {
			ready = append(ready, from)
		}
	}
	order := 0
	for layer := 0; len(ready) > 0; layer++ {
		sorting.By(ready, func(x, y int) int { return cmp.Or(strings.Compare(m.Nodes[x].Name, m.Nodes[y].Name), x-y) })
		var after []int
		for _, n := range ready {
			m.Nodes[n].Order, m.Nodes[n].Layer = order, layer
			order++
			for _, from := range needed[n] {
				if open[from]--; open[from] == 0 {
					after = append(after, from)
				}
			}
		}
		ready = after
	}
}

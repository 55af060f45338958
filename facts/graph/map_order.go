package graph

import (
	"cmp"
	"strings"

	"github.com/skilllint/skilllint/internal/sorting"
)

// FindOrder computes the cycles and the load order of a map.
func (m *Map) FindOrder() {
	order := newOrdering(len(m.Nodes))
	for i, e := range m.Edges {
		if e.Kind.Orders() {
			order.add(i, e.From, e.To)
		}
	}
	var components [][]int
	m.Cycles, components = order.cycles()
	component := make([]int, len(m.Nodes)) // from 1; 0: not in a cycle
	for i, members := range components {
		for _, n := range members {
			component[n], m.Nodes[n].InCycle = i+1, true
		}
	}
	for i := range m.Edges {
		e := &m.Edges[i]
		e.InCycle = e.Kind.Orders() && component[e.From] > 0 && component[e.From] == component[e.To]
	}
	m.layers(order.next)
}

// layers computes when each node can be loaded: first those without dependencies, then those that depend
// only on them, and so on. Nodes that are in a cycle or depend on one have no layer.
func (m *Map) layers(next [][]int) {
	needed := make([][]int, len(next)) // by which nodes
	open := make([]int, len(next))     // number of dependencies that are not loaded yet
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

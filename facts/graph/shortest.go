package graph

import "slices"

// maxVisits is the number of edges that the search for the shortest cycle of a component visits. Over the limit, the
// shortest one so far is returned. An exact search may need nodes times edges; real components have a handful of both.
const maxVisits = 4_000_000

// Shortest returns the nodes of a shortest cycle in a strongly connected component, starting with the smallest one. Of
// several it returns the one with the smallest start that a breadth-first search over sorted edges finds first.
func Shortest(component []int, next [][]int) []int {
	s := newSearch(component, next)
	var best []int
	for start := range component {
		if !s.alive[start] {
			continue
		}
		if c := s.through(start, len(best)); c != nil {
			best = c
		}
		if len(best) == 1 || best != nil && s.visits > maxVisits {
			break
		}
		s.remove(start)
	}
	nodes := make([]int, len(best))
	for i, node := range best {
		nodes[i] = component[node]
	}
	return nodes
}

// A search searches for cycles in a component, with nodes numbered from 0. A node whose shortest cycle is known is
// dead, and so are nodes that are then not in a cycle.
type search struct {
	next, before [][]int // edges within the component, forwards and backwards
	in, out      []int   // number of edges to and from live nodes
	alive        []bool
	came         []int // predecessors in a breadth-first search
	round        []int // the last search that visited a node
	rounds       int
	visits       int
}

func newSearch(component []int, next [][]int) *search {
	n := len(component)
	s := &search{next: make([][]int, n), before: make([][]int, n), in: make([]int, n), out: make([]int, n),
		alive: make([]bool, n), came: make([]int, n), round: make([]int, n)}
	for from, node := range component {
		s.alive[from] = true
		for _, target := range next[node] {
			to, ok := slices.BinarySearch(component, target)
			if !ok {
				continue
			}
			s.next[from] = append(s.next[from], to)
			s.before[to] = append(s.before[to], from)
			s.out[from]++
			s.in[to]++
		}
	}
	return s
}

// remove removes a node, then all nodes without incoming or outgoing edges.
func (s *search) remove(node int) {
	queue := []int{node}
	s.alive[node] = false
	drop := func(neighbours, edges []int) {
		for _, n := range neighbours {
			edges[n]--
			if s.alive[n] && edges[n] == 0 {
				s.alive[n] = false
				queue = append(queue, n)
			}
		}
	}
	for len(queue) > 0 {
		last := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		drop(s.next[last], s.in)
		drop(s.before[last], s.out)
	}
}

// through returns the shortest cycle through a node, or nil if it is not shorter than a limit (0: no limit).
func (s *search) through(start, limit int) []int {
	s.rounds++
	queue := []int{start}
	for length := 1; len(queue) > 0 && (limit == 0 || length < limit); length++ {
		var further []int
		for _, from := range queue {
			for _, to := range s.next[from] {
				s.visits++
				if to == start {
					return s.path(start, from)
				}
				if s.alive[to] && s.round[to] != s.rounds {
					s.round[to], s.came[to] = s.rounds, from
					further = append(further, to)
				}
			}
		}
		queue = further
	}
	return nil
}

// path returns the nodes of a search from start to last.
func (s *search) path(start, last int) []int {
	var nodes []int
	for node := last; node != start; node = s.came[node] {
		nodes = append(nodes, node)
	}
	nodes = append(nodes, start)
	slices.Reverse(nodes)
	return nodes
}

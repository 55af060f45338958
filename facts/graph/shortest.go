package graph

import "slices"

// maxVisits limits the search for the shortest cycle of one component, in edges: then the shortest one found
// so far is used. An exact search takes nodes times edges, which are few in practice.
const maxVisits = 4_000_000

// Shortest returns the nodes of a shortest cycle within a strongly connected component, starting with the
// smallest node. Of several it returns the one with the smallest start, and then the first one of a breadth-
// first search over sorted edges.
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

// A search finds cycles in a component, whose nodes are numbered from 0. A node whose shortest cycle is
// known is dead, as are those that are then on no cycle.
type search struct {
	next, before [][]int // edges within the component, forwards and backwards
	in, out      []int   // number of edges from and to live nodes
	alive        []bool
	came         []int // predecessors in one breadth-first search
	round        []int // the search that visited a node last
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

// remove removes a node, then all nodes that are then on no cycle.
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

// through returns the shortest cycle through a node if it is shorter than a limit (0: none), else nil.
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

// path returns the nodes from start to last on the search path.
func (s *search) path(start, last int) []int {
	var nodes []int
	for node := last; node != start; node = s.came[node] {
		nodes = append(nodes, node)
	}
	nodes = append(nodes, start)
	slices.Reverse(nodes)
	return nodes
}

package graph

import (
	"fmt"
	"math/rand"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestComponents(t *testing.T) {
	tests := []struct {
		name string
		next [][]int
		want [][]int // a shortest cycle of each component, by its smallest node
	}{
		{"nothing", nil, nil},
		{"a chain", [][]int{{1}, {2}, {}}, nil},
		{"a diamond", [][]int{{1, 2}, {3}, {3}, {}}, nil},
		{"self", [][]int{{}, {1}}, [][]int{{1}}},
		{"two", [][]int{{1}, {0}}, [][]int{{0, 1}}},
		{"a ring", [][]int{{2}, {0}, {1}}, [][]int{{0, 2, 1}}},
		{"a shorter one inside", [][]int{{1}, {2}, {3}, {0, 2}}, [][]int{{2, 3}}},
		{"self inside a ring", [][]int{{1}, {1, 2}, {0}}, [][]int{{1}}},
		{"two components, one leading to the other", [][]int{{1}, {0, 2}, {3}, {2}}, [][]int{{0, 1}, {2, 3}}},
		{"equally short: the smaller beginning", [][]int{{1, 2}, {0}, {3}, {2, 0}}, [][]int{{0, 1}}},
		{"equally short from one node: the smaller second", [][]int{{2, 1}, {0}, {0}}, [][]int{{0, 1}}},
	}
	for _, test := range tests {
		for _, targets := range test.next {
			slices.Sort(targets)
		}
		var got [][]int
		for _, c := range Components(test.next) {
			got = append(got, Shortest(c, test.next))
		}
		slices.SortFunc(got, slices.Compare)
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s: %v (-want +got)\n%s", test.name, test.next, diff)
		}
	}
}

// TestPlanted plants components into random graphs without cycles and compares what is found with
// an independent reading: distances between all pairs.
func TestPlanted(t *testing.T) {
	for seed := range int64(400) {
		r := rand.New(rand.NewSource(seed))
		next, planted := plant(r)
		found := Components(next)
		slices.SortFunc(found, slices.Compare)
		slices.SortFunc(planted, slices.Compare)
		if diff := cmp.Diff(planted, found); diff != "" {
			t.Fatalf("seed %d: %v (-planted +found)\n%s", seed, next, diff)
		}
		distance := distances(next)
		for _, component := range found {
			cycle := Shortest(component, next)
			if problem := wrongCycle(cycle, component, next, distance); problem != "" {
				t.Fatalf("seed %d: %v in component %v of %v: %s", seed, cycle, component, next, problem)
			}
		}
	}
}

// plant returns a graph with edges from higher to lower groups only, and within each planted group
// a ring with some chords.
func plant(r *rand.Rand) (next [][]int, planted [][]int) {
	group := []int{} // of each node
	for g := range 1 + r.Intn(12) {
		size := 1
		if r.Intn(2) == 0 {
			size = 1 + r.Intn(9)
		}
		for range size {
			group = append(group, g)
		}
	}
	names := r.Perm(len(group)) // so that the order of nodes tells nothing
	next = make([][]int, len(group))
	link := func(from, to int) {
		if !slices.Contains(next[names[from]], names[to]) {
			next[names[from]] = append(next[names[from]], names[to])
		}
	}
	for from := range group {
		for to := range group {
			if group[from] > group[to] && r.Intn(6) == 0 {
				link(from, to)
			}
		}
	}
	for first := 0; first < len(group); {
		last := first
		for last+1 < len(group) && group[last+1] == group[first] {
			last++
		}
		if last > first || r.Intn(3) == 0 {
			var members []int
			for node := first; node <= last; node++ {
				link(node, first+(node-first+1)%(last-first+1))
				members = append(members, names[node])
			}
			for range r.Intn(3) {
				link(first+r.Intn(len(members)), first+r.Intn(len(members)))
			}
			slices.Sort(members)
			planted = append(planted, members)
		}
		first = last + 1
	}
	for _, targets := range next {
		slices.Sort(targets)
	}
	return next, planted
}

const far = 1 << 20

// distances returns the number of edges from each node to each other, by Floyd and Warshall. That
// of a node to itself is its shortest cycle.
func distances(next [][]int) [][]int {
	d := make([][]int, len(next))
	for i := range d {
		d[i] = make([]int, len(next))
		for j := range d[i] {
			d[i][j] = far
		}
		for _, to := range next[i] {
			d[i][to] = 1
		}
	}
	for k := range d {
		for i := range d {
			for j := range d {
				d[i][j] = min(d[i][j], d[i][k]+d[k][j])
			}
		}
	}
	return d
}

func wrongCycle(cycle, component []int, next, distance [][]int) string {
	shortest := far
	for _, node := range component {
		shortest = min(shortest, distance[node][node])
	}
	if len(cycle) != shortest {
		return fmt.Sprintf("its length is %d, that of the shortest %d", len(cycle), shortest)
	}
	for i, node := range cycle {
		to := cycle[(i+1)%len(cycle)]
		if !slices.Contains(next[node], to) {
			return fmt.Sprintf("%d does not lead to %d", node, to)
		}
		if !slices.Contains(component, node) || slices.Index(cycle, node) != i {
			return fmt.Sprintf("%d is not in the component, or twice in the cycle", node)
		}
	}
	if cycle[0] != slices.Min(cycle) {
		return "it does not begin with its smallest node"
	}
	return ""
}

// TestDeep has chains and rings that a recursive search would not survive, and a dense graph in
// which the exact search would take too long.
func TestDeep(t *testing.T) {
	const n = 200_000
	ring := make([][]int, n)
	for i := range ring {
		ring[i] = []int{(i + 1) % n}
	}
	components := Components(ring)
	if len(components) != 1 || len(Shortest(components[0], ring)) != n {
		t.Errorf("a ring of %d nodes was not found", n)
	}
	ring[n-1] = nil
	if found := Components(ring); len(found) != 0 {
		t.Errorf("a chain has %d components", len(found))
	}
	layers := make([][]int, 6_000) // each node leads to all of the next layer of 100
	for i := range layers {
		for j := range 100 {
			layers[i] = append(layers[i], ((i/100+1)%60)*100+j)
		}
	}
	if got := len(Shortest(Components(layers)[0], layers)); got != 60 {
		t.Errorf("the shortest cycle has %d nodes, want 60", got)
	}
}

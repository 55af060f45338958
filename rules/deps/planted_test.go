package deps_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/internal/finding"
	"github.com/skilllint/skilllint/internal/report"
	"github.com/skilllint/skilllint/rules"
	"github.com/skilllint/skilllint/rules/deps"
)

// A randomGraph is a set of skills with random dependencies. They are acyclic, except for the planted components.
type randomGraph struct {
	needs   [][]int
	planted [][]int
	of      []int // the planted component of each skill, or -1
}

// newRandomGraph returns a graph of n skills with at least one component of each size from 1 to 9. Each is a cycle with chords.
// All other edges go from a later component to an earlier one.
func newRandomGraph(r *rand.Rand, n int) *randomGraph {
	t := &randomGraph{needs: make([][]int, n), of: make([]int, n)}
	names := r.Perm(n) // makes the order of names random
	sizes := []int{1, 2, 3, 4, 5, 6, 7, 8, 9}
	for range r.Intn(30) {
		sizes = append(sizes, 1+r.Intn(9))
	}
	rings := len(sizes)
	for left := n - sum(sizes); left > 0; left-- {
		sizes = append(sizes, 0) // a skill outside of cycles
	}
	order := r.Perm(len(sizes))
	var before []int // the skills of earlier components
	for _, i := range order {
		members := names[:max(1, sizes[i])]
		names = names[len(members):]
		for _, m := range members {
			t.of[m] = -1
			for range min(len(before), r.Intn(4)) {
				t.link(m, before[r.Intn(len(before))])
			}
		}
		if i < rings {
			t.ring(r, members)
		}
		before = append(before, members...)
	}
	return t
}

func sum(numbers []int) (total int) {
	for _, n := range numbers {
		total += n
	}
	return total
}

func (t *randomGraph) link(from, to int) {
	if !slices.Contains(t.needs[from], to) {
		t.needs[from] = append(t.needs[from], to)
	}
}

func (t *randomGraph) ring(r *rand.Rand, members []int) {
	for i, m := range members {
		t.of[m] = len(t.planted)
		t.link(m, members[(i+1)%len(members)])
	}
	for range r.Intn(3) {
		t.link(members[r.Intn(len(members))], members[r.Intn(len(members))])
	}
	t.planted = append(t.planted, members)
}

// shortest returns the length of the shortest cycle of a component, by a breadth-first search from each skill.
func (t *randomGraph) shortest(component int) int {
	best := len(t.planted[component]) + 1
	for _, start := range t.planted[component] {
		distance, queue := map[int]int{start: 0}, []int{start}
		for len(queue) > 0 {
			at := queue[0]
			queue = queue[1:]
			for _, to := range t.needs[at] {
				if to == start {
					best = min(best, distance[at]+1)
				}
				if _, seen := distance[to]; !seen && t.of[to] == component {
					distance[to] = distance[at] + 1
					queue = append(queue, to)
				}
			}
		}
	}
	return best
}

func (t *randomGraph) frontmatter() map[string]string {
	frontmatter := map[string]string{"skills/leaf-a/SKILL.md": "name: leaf-a\n", "skills/leaf-b/SKILL.md": "name: leaf-b\n"}
	for i, needs := range t.needs {
		var names []string
		for _, n := range needs {
			if names = append(names, fmt.Sprintf("s%04d", n)); n == i {
				names = append(names, "leaf-a", "leaf-b") // most names refer to other skills
			}
		}
		frontmatter[fmt.Sprintf("skills/s%04d/SKILL.md", i)] = fmt.Sprintf("name: s%04d\ndependencies: [%s]\n", i, strings.Join(names, ", "))
	}
	return frontmatter
}

// check returns the component of a finding, and a problem of the finding.
func (t *randomGraph) check(f *finding.Finding) (component int, problem string) {
	var cycle []int
	for i, step := range f.Related {
		var at, from, to int
		if _, err := fmt.Sscanf(step.Message, `"s%d" requires "s%d"`, &from, &to); err != nil {
			return -1, fmt.Sprintf("step %q: %v", step.Message, err)
		}
		if _, err := fmt.Sscanf(step.Place.Path, "skills/s%d/SKILL.md", &at); err != nil || at != from {
			return -1, fmt.Sprintf("step %q is in %s", step.Message, step.Place.Path)
		}
		if !slices.Contains(t.needs[from], to) {
			return -1, fmt.Sprintf("%d does not need %d", from, to)
		}
		if i > 0 && cycle[i] != from {
			return -1, fmt.Sprintf("step %d begins at %d, and the one before ends at %d", i, from, cycle[i])
		}
		if i == 0 {
			cycle = append(cycle, from)
		}
		cycle = append(cycle, to)
	}
	component = t.of[cycle[0]]
	switch {
	case !f.Flow:
		return component, "it is no flow"
	case component < 0:
		return component, "nothing was planted there"
	case cycle[0] != cycle[len(cycle)-1]:
		return component, fmt.Sprintf("%v is not a cycle", cycle)
	case len(f.Related) != t.shortest(component):
		return component, fmt.Sprintf("cycle of length %d, want the shortest of length %d", len(f.Related), t.shortest(component))
	case f.Related[0].Place.Path != f.Place.Path || f.Related[0].Place.Range != f.Place.Range:
		return component, "it does not begin where it is reported"
	}
	return component, ""
}

// TestPlantedCycles checks that each component is reported exactly once, with a shortest cycle, and no other.
func TestPlantedCycles(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	graphs := 2
	if os.Getenv("SKILLLINT_THOROUGH") != "" {
		graphs = 20
	}
	for seed := range int64(graphs) {
		randomGraph := newRandomGraph(rand.New(rand.NewSource(seed)), 2_000)
		found := lint(t, deps.Cycle, randomGraph.frontmatter())
		times := make([]int, len(randomGraph.planted))
		for i := range found {
			component, problem := randomGraph.check(&found[i])
			if problem != "" {
				t.Errorf("graph %d: %s: %s", seed, found[i].Message, problem)
			}
			if component >= 0 {
				times[component]++
			}
		}
		for i, n := range times {
			if n != 1 {
				t.Errorf("graph %d: component %v reported %d times", seed, randomGraph.planted[i], n)
			}
		}
	}
}

// TestCycleInSARIF checks that a code flow of SARIF contains each edge of a cycle.
func TestCycleInSARIF(t *testing.T) {
	randomGraph := newRandomGraph(rand.New(rand.NewSource(1)), 400)
	found := lint(t, deps.Cycle, randomGraph.frontmatter())
	var out bytes.Buffer
	if err := report.Write(&out, "sarif", &finding.Report{Rules: rules.All(), Findings: found}, report.Options{}); err != nil {
		t.Fatal(err)
	}
	type location struct {
		PhysicalLocation struct{ ArtifactLocation struct{ URI string } }
		Message          struct{ Text string }
	}
	var log struct {
		Runs []struct {
			Results []struct {
				RelatedLocations []location
				CodeFlows        []struct {
					ThreadFlows []struct{ Locations []struct{ Location location } }
				}
			}
		}
	}
	if err := json.Unmarshal(out.Bytes(), &log); err != nil {
		t.Fatal(err)
	}
	results := log.Runs[0].Results
	if len(results) != len(randomGraph.planted) || len(results) < 9 {
		t.Fatalf("%d results, %d planted", len(results), len(randomGraph.planted))
	}
	for i, result := range results {
		if len(result.CodeFlows) != 1 || len(result.CodeFlows[0].ThreadFlows) != 1 {
			t.Fatalf("result %d: no single flow: %v", i, result)
		}
		steps := result.CodeFlows[0].ThreadFlows[0].Locations
		if len(steps) != len(found[i].Related) || len(result.RelatedLocations) != len(steps) {
			t.Fatalf("result %d: %d steps and %d related locations for %d edges", i, len(steps), len(result.RelatedLocations), len(found[i].Related))
		}
		for j, step := range steps {
			edge := found[i].Related[j]
			for _, got := range []location{step.Location, result.RelatedLocations[j]} {
				if got.PhysicalLocation.ArtifactLocation.URI != edge.Place.Path || got.Message.Text != edge.Message+"." {
					t.Errorf("result %d, edge %d: %v, want %s in %s", i, j, got, edge.Message, edge.Place.Path)
				}
			}
		}
	}
}

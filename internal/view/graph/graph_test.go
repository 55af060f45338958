package graph

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/graph"
	"github.com/skilllint/skilllint/internal/escape"
	"github.com/skilllint/skilllint/internal/memtemp"
	"github.com/skilllint/skilllint/internal/view/viewtest"
)

func TestMain(m *testing.M) {
	memtemp.Use()
	m.Run()
}

// sampleMap returns a map of skills with the given names and edges, each "from to kind".
func sampleMap(names []string, edges ...string) *graph.Map {
	m := &graph.Map{}
	for i, name := range names {
		path := fmt.Sprintf("skills/s%d/SKILL.md", i)
		at := analysis.Location{Path: path, Start: analysis.Position{Line: 2, Column: 7}, End: analysis.Position{Line: 2, Column: 9}}
		m.Nodes = append(m.Nodes, graph.MapNode{File: &analysis.File{Path: path, Rel: path, Kind: analysis.Skill}, Kind: analysis.Skill,
			Dialect: "agentskills", Name: name, Names: []string{name}, At: at})
	}
	for i, e := range edges {
		var from, to int
		var kind string
		if _, err := fmt.Sscan(e, &from, &to, &kind); err != nil {
			panic(err)
		}
		at := analysis.Location{Path: m.Nodes[from].File.Path, Range: analysis.Range{Start: i, End: i + 1},
			Start: analysis.Position{Line: 4 + i, Column: 3}, End: analysis.Position{Line: 4 + i, Column: 4}}
		m.Edges = append(m.Edges, graph.Relation{From: from, To: to, Kind: graph.RelationKind(kind), Field: "dependencies", At: at})
	}
	m.FindOrder()
	return m
}

// formatsOf returns a map in each format.
func formatsOf(t *testing.T, m *graph.Map, o Options) map[string]string {
	t.Helper()
	g, err := New(m, o)
	if err != nil {
		t.Fatal(err)
	}
	written := map[string]string{}
	write := func(format string, write func(io.Writer) error) {
		var b strings.Builder
		if err := write(&b); err != nil {
			t.Fatal(err)
		}
		written[format] = b.String()
	}
	write("text", func(w io.Writer) error { return g.Text(w, true) })
	write("dot", g.DOT)
	write("mermaid", g.Mermaid)
	write("html", g.HTML)
	write("json", func(w io.Writer) error {
		out := bufio.NewWriter(w)
		return errors.Join(escape.EncodeJSON(out, "", g.JSON()), out.WriteByte('\n'), out.Flush())
	})
	return written
}

// hostileMap returns a map with hostile names.
func hostileMap() *graph.Map {
	m := sampleMap([]string{viewtest.Hostile, `"]; a -> b; subgraph x [label="`, "end", "</script><img src=x onerror=alert(1)>", `back\slash\`, ""},
		"0 1 depends", "1 2 depends", "2 0 depends", "3 4 references", "4 5 loads")
	m.Missing = []graph.MissingRelation{{From: 3, Name: viewtest.Hostile + "?", Kind: graph.Depends, Field: "dependencies", At: m.Nodes[3].At},
		{From: 4, Name: "--> n0", Kind: graph.Loads, Field: "skills", At: m.Nodes[4].At, Unseen: true}}
	return m
}

// styleAndScript are the parts of a page that do not depend on the graph.
var styleAndScript = regexp.MustCompile(`(?s)<style>.*?</style>|<script>.*</script>|sha256-[^']*`)

func TestGraphHostile(t *testing.T) {
	written := formatsOf(t, hostileMap(), Options{})
	for format, text := range written {
		for _, r := range []string{"\x1b", "\u202e", "\r"} {
			if strings.Contains(text, r) {
				t.Errorf("%s contains %q", format, r)
			}
		}
		if format == "html" {
			text = styleAndScript.ReplaceAllString(text, "")
		}
		viewtest.Golden(t, "hostile."+format, text)
	}
	page := styleAndScript.ReplaceAllString(written["html"], "")
	for _, element := range []string{"<img", "<b>", "</script><"} {
		if strings.Contains(page, element) {
			t.Errorf("the page contains an untrusted element: %s", element)
		}
	}
	for _, line := range strings.Split(written["mermaid"], "\n") {
		if label, ok := strings.CutPrefix(strings.TrimSpace(line), "n"); ok && strings.Count(label, `"`) > 2 {
			t.Errorf("a name ends its Mermaid label: %s", line)
		}
	}
}

func TestGraphText(t *testing.T) {
	tests := []struct{ text, dot, mermaid string }{
		{"code-review", `"code-review"`, "code-review"},
		{`a"b\n`, `"a\"b\\n"`, "a#34;b#92;n"},
		{"end", `"end"`, "end"},
		{"1. first", `"1. first"`, "1#46; first"},
		{"- item", `"- item"`, "#45; item"},
		{"`**x**`", "\"`**x**`\"", "#96;#42;#42;x#42;#42;#96;"},
		{"a_b __c__", `"a_b __c__"`, "a_b #95;#95;c#95;#95;"},
		{"<b>&amp;", `"<b>&amp;amp;"`, "#60;b#62;#38;amp#59;"},
		{"#quot;", `"#quot;"`, "#35;quot#59;"},
		{"a\nb", `"a\\nb"`, "a#92;nb"},
		{"日本", `"日本"`, "日本"},
		{"", `""`, "#160;"},
		{"\xff", `"\\xff"`, "#92;xff"},
	}
	for _, test := range tests {
		if got := dotText(test.text); got != test.dot {
			t.Errorf("dotText(%q) = %s, want %s", test.text, got, test.dot)
		}
		if got := mermaidText(test.text); got != test.mermaid {
			t.Errorf("mermaidText(%q) = %s, want %s", test.text, got, test.mermaid)
		}
	}
}

type decodedGraph struct {
	Nodes []struct {
		ID, Name     string
		Order, Layer *int
		Cycle        bool
	}
	Edges   []struct{ From, To, Kind string }
	Missing []struct{ From, Name, Kind string }
	Cycles  []struct{ Nodes []string }
}

// TestGraphRandom compares the formats of random graphs with each other, and the load order with the edges.
func TestGraphRandom(t *testing.T) {
	arrow := regexp.MustCompile(`(?m)^  n(\d+) (?:-> n(\d+) \[label="(\w+)"|-\.?->?\|(\w+)\| n(\d+)$|-->\|(\w+)\| n(\d+)$)`)
	for seed := range int64(60) {
		r := rand.New(rand.NewSource(seed))
		m := randomMap(r)
		written := formatsOf(t, m, Options{})
		var g decodedGraph
		if err := json.Unmarshal([]byte(written["json"]), &g); err != nil {
			t.Fatal(err)
		}
		place, want := map[string]int{}, []string{}
		for i, n := range g.Nodes {
			place[n.ID] = i
		}
		for _, e := range g.Edges {
			want = append(want, fmt.Sprintf("%d %d %s", place[e.From], place[e.To], e.Kind))
		}
		missing := map[string]int{}
		for _, m := range g.Missing {
			if _, known := missing[m.Name]; !known {
				missing[m.Name] = len(g.Nodes) + len(missing)
			}
			want = append(want, fmt.Sprintf("%d %d %s", place[m.From], missing[m.Name], m.Kind))
		}
		slices.Sort(want)
		want = slices.Compact(want)
		for _, format := range []string{"dot", "mermaid"} {
			var got []string
			for _, found := range arrow.FindAllStringSubmatch(written[format], -1) {
				got = append(got, fmt.Sprintf("%s %s %s", found[1], found[2]+found[5]+found[7], found[3]+found[4]+found[6]))
			}
			if slices.Sort(got); !slices.Equal(got, want) {
				t.Fatalf("seed %d: %s has edges %q, json %q", seed, format, got, want)
			}
		}
		if len(g.Nodes) != len(m.Nodes) || len(g.Edges) != len(m.Edges) {
			t.Fatalf("seed %d: json has %d nodes and %d edges of %d and %d", seed, len(g.Nodes), len(g.Edges), len(m.Nodes), len(m.Edges))
		}
		if problem := wrongOrder(&g, place); problem != "" {
			t.Fatalf("seed %d: %s\n%s", seed, problem, written["json"])
		}
		if problem := wrongLinks(written["html"]); problem != "" {
			t.Fatalf("seed %d: %s", seed, problem)
		}
		if problem := wrongTree(written["text"], &g, want); problem != "" {
			t.Fatalf("seed %d: %s\n%s", seed, problem, written["text"])
		}
	}
}

func randomMap(r *rand.Rand) *graph.Map {
	names := make([]string, 1+r.Intn(40))
	for i := range names {
		names[i] = fmt.Sprintf("name-%d", r.Intn(100))
	}
	var edges []string
	for range r.Intn(3 * len(names)) {
		from, to := r.Intn(len(names)), r.Intn(len(names))
		if r.Intn(20) > 0 && from < to { // few cycles
			from, to = to, from
		}
		edges = append(edges, fmt.Sprintf("%d %d %s", from, to, graph.RelationKinds()[min(r.Intn(12), len(graph.RelationKinds())-1)]))
	}
	m := sampleMap(names, edges...)
	for from := range min(r.Intn(4), len(names)) {
		m.Missing = append(m.Missing, graph.MissingRelation{From: from, Name: fmt.Sprintf("gone-%d", from/2), Kind: graph.Loads, At: m.Nodes[from].At})
	}
	return m
}

// wrongOrder describes an error in the load order and layers, or returns "". It computes the layers by iterating to a fixed point.
func wrongOrder(g *decodedGraph, place map[string]int) string {
	needs := make([][]int, len(g.Nodes))
	for _, e := range g.Edges {
		if e.Kind == "depends" || e.Kind == "loads" {
			needs[place[e.From]] = append(needs[place[e.From]], place[e.To])
		}
	}
	layers := make([]int, len(g.Nodes))
	for i := range layers {
		layers[i] = -1
	}
	for changed := true; changed; {
		changed = false
		for i := range layers {
			layer := 0
			for _, to := range needs[i] {
				if layers[to] < 0 {
					layer = -1
					break
				}
				layer = max(layer, layers[to]+1)
			}
			if layer >= 0 && layers[i] < 0 {
				layers[i], changed = layer, true
			}
		}
	}
	taken := map[int]bool{}
	for i, n := range g.Nodes {
		switch {
		case (n.Layer == nil) != (layers[i] < 0), (n.Order == nil) != (n.Layer == nil):
			return fmt.Sprintf("node %d has layer %v, want %d", i, n.Layer, layers[i])
		case n.Layer == nil:
			continue
		case *n.Layer != layers[i]:
			return fmt.Sprintf("node %d has layer %d, want %d", i, *n.Layer, layers[i])
		case taken[*n.Order] || *n.Order < 0 || *n.Order >= len(g.Nodes):
			return fmt.Sprintf("node %d has order %d", i, *n.Order)
		case n.Cycle:
			return fmt.Sprintf("node %d is in a cycle and has an order", i)
		}
		taken[*n.Order] = true
		for _, to := range needs[i] {
			if *g.Nodes[to].Order >= *n.Order {
				return fmt.Sprintf("node %d precedes %d, which it requires", i, to)
			}
		}
	}
	for _, c := range g.Cycles {
		for i, id := range c.Nodes {
			if next := place[c.Nodes[(i+1)%len(c.Nodes)]]; !slices.Contains(needs[place[id]], next) {
				return fmt.Sprintf("%s does not require the next node of its cycle", id)
			}
		}
	}
	return ""
}

// wrongTree describes an error in the text, or returns "". Each edge must be one line, and each node must occur.
func wrongTree(text string, g *decodedGraph, edges []string) string {
	trees, _, _ := strings.Cut(text, "\norder of loading")
	branches := 0
	for _, line := range strings.Split(trees, "\n") {
		if strings.Contains(line, "|- ") || strings.Contains(line, "`- ") || strings.Contains(line, "├─ ") || strings.Contains(line, "└─ ") {
			branches++
		}
	}
	if branches != len(edges) {
		return fmt.Sprintf("the text has %d branches, want %d", branches, len(edges))
	}
	for _, n := range g.Nodes {
		if !strings.Contains(trees, n.Name) {
			return "the text does not have " + n.Name
		}
	}
	return ""
}

// wrongLinks describes a link of a page whose target does not exist or is ambiguous, or returns "".
func wrongLinks(page string) string {
	page = styleAndScript.ReplaceAllString(page, "")
	for _, link := range regexp.MustCompile(`href="#([^"]*)"`).FindAllStringSubmatch(page, -1) {
		if n := strings.Count(page, `id="`+link[1]+`"`); n != 1 {
			return fmt.Sprintf("%d elements of the page have the id %s", n, link[1])
		}
	}
	return ""
}

// TestGraphDeep checks the size of the output for a long chain and a dense graph.
func TestGraphDeep(t *testing.T) {
	const n = 3000
	names, edges := make([]string, n), []string{}
	for i := range names {
		names[i] = "n" + strconv.Itoa(i)
		if i > 0 {
			edges = append(edges, fmt.Sprintf("%d %d depends", i-1, i))
		}
	}
	written := formatsOf(t, sampleMap(names, edges...), Options{})
	for format, size := range map[string]int{"text": 600_000, "html": 2_000_000} {
		if len(written[format]) > size {
			t.Errorf("a chain of %d nodes is %d bytes as %s", n, len(written[format]), format)
		}
	}
	if got := strings.Count(written["text"], " … (shown below)"); got != n/maxDepth-1 && got != n/maxDepth {
		t.Errorf("the chain is continued %d times", got)
	}
	edges = nil
	for from := range 150 {
		for to := range from {
			edges = append(edges, fmt.Sprintf("%d %d depends", from, to))
		}
	}
	written = formatsOf(t, sampleMap(names[:150], edges...), Options{})
	if got := strings.Count(written["text"], "depends"); got < len(edges) || got > len(edges)+2 {
		t.Errorf("a dense graph has %d branches, want %d", got, len(edges))
	}
}

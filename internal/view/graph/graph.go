// Package graph shows the dependency graph of skills, subagents, registries and files as text, DOT, Mermaid, JSON and
// HTML, and the commands that run files.
package graph

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/graph"
	"github.com/skilllint/skilllint/internal/config"
	"github.com/skilllint/skilllint/internal/escape"
	"github.com/skilllint/skilllint/internal/finding"
	"github.com/skilllint/skilllint/internal/sorting"
	"github.com/skilllint/skilllint/internal/view"
)

// Options select the part of a map to show.
type Options struct {
	From, To string   // only nodes reachable from the first name, and from which the second is reachable; "" for all
	Kinds    []string // of nodes and edges; empty for all
}

// Collect returns an analyzer that stores the map of the workspace in m.
func Collect(m *graph.Map) *analysis.Analyzer {
	return view.Collect("graph", func(pass *analysis.Pass) error {
		*m = *graph.MapFact.Of(pass)
		return nil
	}, graph.MapFact.Analyzer)
}

// NodeKinds are the kinds of nodes in display order.
func NodeKinds() []string {
	return []string{"marketplace", "plugin", "registry", "persona", "agent", "command", "skill", "manifest", "protocol", "reference", "output"}
}

// EdgeKinds are the kinds of edges, the most important first.
func EdgeKinds() []string {
	var words []string
	for _, k := range graph.RelationKinds() {
		words = append(words, string(k))
	}
	return words
}

// A Graph is the visible part of a map.
type Graph struct {
	Options
	nodes     []node // in the order of the map
	edges     []graph.Relation
	missing   []graph.MissingRelation // From is an index of nodes
	cycles    []graph.Cycle           // completely visible cycles; Edges are indexes of edges
	total     int                     // number of nodes of the map
	out       [][]int                 // outgoing edges of each node
	ambiguous map[string]bool         // names of several nodes
}

// A node is a visible node: a node of the map or a missing one.
type node struct {
	*graph.MapNode
	id      string // unique
	missing bool   // a missing node
	unseen  bool   // a missing node that may exist in a directory that was not read
	order   int    // like Order, but among visible nodes
}

func (n *node) kind() string {
	if n.missing {
		return "missing"
	}
	return n.Kind.String()
}

// title returns the displayed name of a node.
func (n *node) title() string {
	if strings.TrimSpace(n.Name) == "" {
		return "(no name)"
	}
	return escape.String(n.Name)
}

// where returns the displayed path of a node, with the line for nodes without a file.
func (n *node) where() string {
	if n.missing {
		return ""
	}
	if n.Unfiled {
		return fmt.Sprintf("%s:%d", n.At.Path, n.At.Start.Line)
	}
	return n.File.Path
}

// New returns the part of a map that the options select.
func New(m *graph.Map, o Options) (*Graph, error) {
	kept := make([]bool, len(m.Nodes))
	for i := range kept {
		kept[i] = true
	}
	edges := func(k graph.RelationKind) bool { return isSelected(o.Kinds, EdgeKinds(), string(k)) }
	for _, end := range []struct {
		flag, name string
		back       bool
	}{{"--from", o.From, false}, {"--to", o.To, true}} {
		if end.name == "" {
			continue
		}
		starts, err := findNodes(m, end.flag, end.name)
		if err != nil {
			return nil, err
		}
		reached := reach(m, starts, end.back, edges)
		for i := range kept {
			kept[i] = kept[i] && reached[i]
		}
	}
	touched := make([]bool, len(m.Nodes))
	for _, e := range m.Edges {
		if edges(e.Kind) && kept[e.From] && kept[e.To] {
			touched[e.From], touched[e.To] = true, true
		}
	}
	for _, n := range m.Missing {
		touched[n.From] = touched[n.From] || edges(n.Kind)
	}
	onlyEdges := len(o.Kinds) > 0 && !slices.ContainsFunc(o.Kinds, func(k string) bool { return slices.Contains(NodeKinds(), k) })
	for i, n := range m.Nodes {
		kept[i] = kept[i] && isSelected(o.Kinds, NodeKinds(), n.Kind.String()) && (!onlyEdges || touched[i] || o.From+o.To != "")
	}
	g := &Graph{Options: o, total: len(m.Nodes), ambiguous: map[string]bool{}}
	g.addNodes(m, kept, edges, o.To == "")
	return g, nil
}

// isSelected reports whether a word is selected: it is in the list, or the list contains no words of its sort.
func isSelected(selected, all []string, word string) bool {
	return slices.Contains(selected, word) || !slices.ContainsFunc(selected, func(k string) bool { return slices.Contains(all, k) })
}

// addNodes adds the selected nodes to a graph.
func (g *Graph) addNodes(m *graph.Map, kept []bool, edges func(graph.RelationKind) bool, withMissing bool) {
	place, ids, names := make([]int, len(m.Nodes)), map[string]bool{}, map[string]bool{}
	for i := range m.Nodes {
		if n := &m.Nodes[i]; kept[i] {
			g.ambiguous[n.Name] = names[n.Name]
			names[n.Name] = true
			place[i] = len(g.nodes)
			g.nodes = append(g.nodes, node{MapNode: n, id: uniqueID(ids, idOf(n)), order: -1})
		}
	}
	g.number()
	placeOfEdge := make([]int, len(m.Edges))
	for i, e := range m.Edges {
		if placeOfEdge[i] = -1; kept[e.From] && kept[e.To] && edges(e.Kind) {
			e.From, e.To = place[e.From], place[e.To]
			placeOfEdge[i] = len(g.edges)
			g.edges = append(g.edges, e)
		}
	}
	for _, c := range m.Cycles {
		cycle := graph.Cycle{Size: c.Size}
		for _, e := range c.Edges {
			cycle.Edges = append(cycle.Edges, placeOfEdge[e])
		}
		if !slices.Contains(cycle.Edges, -1) {
			g.cycles = append(g.cycles, cycle)
		}
	}
	for _, n := range m.Missing {
		if withMissing && kept[n.From] && edges(n.Kind) {
			n.From = place[n.From]
			g.missing = append(g.missing, n)
		}
	}
	g.linkEdges()
}

// number numbers the visible nodes in load order.
func (g *Graph) number() {
	var loaded []int
	for i := range g.nodes {
		if g.nodes[i].Order >= 0 {
			loaded = append(loaded, i)
		}
	}
	sorting.By(loaded, func(x, y int) int { return g.nodes[x].Order - g.nodes[y].Order })
	for order, i := range loaded {
		g.nodes[i].order = order
	}
}

// linkEdges determines the outgoing edges of each node, the most important kinds first.
func (g *Graph) linkEdges() {
	g.out = make([][]int, len(g.nodes))
	for i, e := range g.edges {
		g.out[e.From] = append(g.out[e.From], i)
	}
	kinds := graph.RelationKinds()
	for _, out := range g.out {
		sorting.By(out, func(x, y int) int {
			return slices.Index(kinds, g.edges[x].Kind) - slices.Index(kinds, g.edges[y].Kind)
		})
	}
}

// idOf returns the identifier of a node: the path of its file or, for a node that only a registry lists, the path of the registry and
// the name.
func idOf(n *graph.MapNode) string {
	if n.Unfiled {
		return n.File.Path + "#" + n.Name
	}
	return n.File.Path
}

// uniqueID returns a unique identifier based on id, and adds it to taken.
func uniqueID(taken map[string]bool, id string) string {
	free := id
	for i := 2; taken[free]; i++ {
		free = fmt.Sprintf("%s#%d", id, i)
	}
	taken[free] = true
	return free
}

// findNodes returns the nodes with a name or path.
func findNodes(m *graph.Map, flag, name string) ([]int, error) {
	clean := path.Clean(strings.ReplaceAll(name, `\`, "/"))
	var found []int
	var names []string
	for i := range m.Nodes {
		n := &m.Nodes[i]
		isFile := !n.Unfiled && (n.File.Path == clean || n.Kind&(analysis.Skill|analysis.Agent) != 0 && path.Dir(n.File.Path) == clean && isNamedByDirectory(n.File.Path))
		if isFile || slices.Contains(n.Names, name) || n.Unfiled && idOf(n) == name {
			found = append(found, i)
		}
		if len(name) <= 256 {
			names = append(names, n.Names...)
		}
	}
	if len(found) > 0 {
		return found, nil
	}
	if hint := config.Suggestion(name, names); hint != "" {
		return nil, fmt.Errorf("%s: unknown name %s%s", flag, quote.Text(name), hint)
	}
	return nil, fmt.Errorf("%s: unknown name %s; `skilllint graph` shows all names", flag, quote.Text(name))
}

func isNamedByDirectory(file string) bool {
	base := path.Base(file)
	return strings.EqualFold(base, "SKILL.md") || base == "AGENT.md"
}

// reach reports which nodes are reachable along edges, or against their direction if back is set.
func reach(m *graph.Map, starts []int, back bool, edges func(graph.RelationKind) bool) []bool {
	next := make([][]int, len(m.Nodes))
	for _, e := range m.Edges {
		switch {
		case !edges(e.Kind):
		case back:
			next[e.To] = append(next[e.To], e.From)
		default:
			next[e.From] = append(next[e.From], e.To)
		}
	}
	reached := make([]bool, len(m.Nodes))
	for queue := starts; len(queue) > 0; {
		n := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		if !reached[n] {
			reached[n] = true
			queue = append(queue, next[n]...)
		}
	}
	return reached
}

// An arrow represents all edges of one kind between two nodes.
type arrow struct {
	from, to int
	kind     graph.RelationKind
	inCycle  bool
	places   []analysis.Location
}

// arrows merges edges of one kind between the same nodes, in order.
func arrows(edges []graph.Relation) []arrow {
	type key struct {
		from, to int
		kind     graph.RelationKind
	}
	var all []arrow
	known := map[key]int{}
	for _, e := range edges {
		k := key{e.From, e.To, e.Kind}
		i, ok := known[k]
		if !ok {
			i = len(all)
			known[k] = i
			all = append(all, arrow{from: e.From, to: e.To, kind: e.Kind, inCycle: e.InCycle})
		}
		all[i].places = append(all[i].places, e.At)
	}
	return all
}

// drawing returns all nodes, the missing ones last, and the arrows between them.
func (g *Graph) drawing() ([]node, []arrow) {
	nodes, edges := slices.Clone(g.nodes), slices.Clone(g.edges)
	missing := map[node]int{}
	for _, m := range g.missing {
		added := node{id: m.Name, missing: true, unseen: m.Unseen, order: -1}
		to, ok := missing[added]
		if !ok {
			to = len(nodes)
			missing[added] = to
			added.MapNode = &graph.MapNode{Name: m.Name, Order: -1, Layer: -1}
			nodes = append(nodes, added)
		}
		edges = append(edges, graph.Relation{From: m.From, To: to, Kind: m.Kind, At: m.At})
	}
	return nodes, arrows(edges)
}

// mermaidEdges is the limit of Mermaid's default configuration, which GitHub uses.
const mermaidEdges = 500

// Notices returns notices about edges that a format omits and about an empty graph.
func (g *Graph) Notices(format string) []finding.Notice {
	var notices []finding.Notice
	if len(g.edges) > mermaidEdges && format == "mermaid" {
		notices = append(notices, finding.Notice{Message: fmt.Sprintf("Mermaid draws at most %d edges by default, and this graph has %d; filter with --from, --to or --kind, or use --format html", mermaidEdges, len(g.edges))})
	}
	if len(g.nodes) == 0 && g.From != "" && g.To != "" {
		notices = append(notices, finding.Notice{Message: fmt.Sprintf("no path from %s to %s", quote.Text(g.From), quote.Text(g.To))})
	}
	return notices
}

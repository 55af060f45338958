package graph

import (
	"github.com/skilllint/skilllint/facts/graph"
	"github.com/skilllint/skilllint/internal/view"
)

type jsonNode struct {
	ID      string `json:"id"`
	Kind    string `json:"kind"`
	Name    string `json:"name"`
	Path    string `json:"path"`    // for a node without file, that of the registry
	Line    int    `json:"line"`    // of the name
	File    bool   `json:"file"`    // false if only a registry lists it
	Dialect string `json:"dialect"` // empty without a dialect
	Order   *int   `json:"order"`   // among visible nodes; null for nodes in a cycle or that require one
	Layer   *int   `json:"layer"`   // in the whole graph; null like Order
	Cycle   bool   `json:"cycle"`
}

type jsonEdge struct {
	From  string             `json:"from"`
	To    string             `json:"to"`
	Kind  graph.RelationKind `json:"kind"`
	Field string             `json:"field"` // the field that declares it; for references: link, image, html, code, variable or @
	Path  string             `json:"path"`
	Range view.Range         `json:"range"`
	Cycle bool               `json:"cycle"`
}

type jsonMissing struct {
	From  string             `json:"from"`
	Name  string             `json:"name"`
	Kind  graph.RelationKind `json:"kind"`
	Field string             `json:"field"`
	Path  string             `json:"path"`
	Range view.Range         `json:"range"`
	State string             `json:"state"` // "missing", or "unseen" if in a directory that was not read
}

type jsonCycle struct {
	Nodes []string   `json:"nodes"` // each requires the next, the last the first
	Edges []jsonEdge `json:"edges"`
	Size  int        `json:"size"` // number of connected nodes
}

// JSON returns the value for --format json.
func (g *Graph) JSON() any {
	out := struct {
		Version int           `json:"version"`
		Nodes   []jsonNode    `json:"nodes"`
		Edges   []jsonEdge    `json:"edges"`
		Missing []jsonMissing `json:"missing"`
		Cycles  []jsonCycle   `json:"cycles"`
	}{1, []jsonNode{}, []jsonEdge{}, []jsonMissing{}, []jsonCycle{}}
	for i := range g.nodes {
		n := &g.nodes[i]
		node := jsonNode{n.id, n.kind(), n.Name, n.File.Path, n.At.Start.Line, !n.Unfiled, n.Dialect, nil, nil, n.InCycle}
		if n.order >= 0 {
			node.Order, node.Layer = &n.order, &n.Layer
		}
		out.Nodes = append(out.Nodes, node)
	}
	for _, e := range g.edges {
		out.Edges = append(out.Edges, g.jsonEdge(e))
	}
	for _, m := range g.missing {
		state := map[bool]string{true: "unseen", false: "missing"}[m.Unseen]
		out.Missing = append(out.Missing, jsonMissing{g.nodes[m.From].id, m.Name, m.Kind, m.Field, m.At.Path, view.RangeOf(m.At), state})
	}
	for _, c := range g.cycles {
		cycle := jsonCycle{Size: c.Size}
		for _, e := range c.Edges {
			cycle.Nodes = append(cycle.Nodes, g.nodes[g.edges[e].From].id)
			cycle.Edges = append(cycle.Edges, g.jsonEdge(g.edges[e]))
		}
		out.Cycles = append(out.Cycles, cycle)
	}
	return out
}

func (g *Graph) jsonEdge(e graph.Relation) jsonEdge {
	return jsonEdge{g.nodes[e.From].id, g.nodes[e.To].id, e.Kind, e.Field, e.At.Path, view.RangeOf(e.At), e.InCycle}
}

package graph

import (
	"cmp"
	"path"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/link"
	"github.com/skilllint/skilllint/facts/registry"
	"github.com/skilllint/skilllint/internal/cleo/manifest"
	"github.com/skilllint/skilllint/internal/sorting"
)

// A RelationKind is the meaning of an edge.
type RelationKind string

// The kinds of edges.
const (
	Depends    RelationKind = "depends"    // must be loaded after it
	Loads      RelationKind = "loads"      // is started with it
	Delegates  RelationKind = "delegates"  // runs in that subagent, or delegates work to it
	Calls      RelationKind = "calls"      // its text calls load_skill with that name
	ChainsTo   RelationKind = "chains_to"  // continues the work with it
	Related    RelationKind = "related"    // mentions it as related
	Lists      RelationKind = "lists"      // lists it as a part
	References RelationKind = "references" // a link, a path or an @reference in its text
)

// RelationKinds are the kinds of edges, the most informative first.
func RelationKinds() []RelationKind {
	return []RelationKind{Depends, Loads, Delegates, Calls, ChainsTo, Related, Lists, References}
}

// Orders reports whether the target of an edge must be loaded first.
func (k RelationKind) Orders() bool { return k == Depends || k == Loads }

// A Map is the files of a workspace and their relations.
type Map struct {
	Nodes   []MapNode         // sorted by path, then in the order of the file
	Edges   []Relation        // sorted by From, then by place
	Missing []MissingRelation // the same
	Cycles  []Cycle           // of edges that define an order; one for each group of connected nodes
}

// A MapNode is a file or entry that refers to others or is referred to.
type MapNode struct {
	File     *analysis.File
	Kind     analysis.Kind
	Dialect  string // "": none
	Name     string
	Names    []string          // all its names; the first is Name
	At       analysis.Location // its name, or the start of its file
	Unfiled  bool              // a registry lists it, but its file does not exist: File is the registry
	InCycle  bool              // it depends on itself, directly or indirectly
	Order    int               // position in the load order, ties by name; -1: in a cycle, or depends on one
	Layer    int               // 0: no dependencies; else one more than the highest of its dependencies; -1 as Order
	explicit bool              // it is shown without edges
}

// A Relation is an edge from a reference to its target.
type Relation struct {
	From, To int // of Map.Nodes
	Kind     RelationKind
	Field    string // with the name; of references: their form
	At       analysis.Location
	InCycle  bool
}

// A MissingRelation is a name or path without a target.
type MissingRelation struct {
	From   int // of Map.Nodes
	Name   string
	Kind   RelationKind
	Field  string
	At     analysis.Location
	Unseen bool // it may exist outside of the checked paths
}

// MapFact is the map of the workspace.
var MapFact = analysis.NewFact("relation", "relations between all files",
	analysis.PerWorkspace, 0, buildMap, Fact.Analyzer, registry.Fact.Analyzer, registry.PluginFact.Analyzer,
	registry.MarketplaceFact.Analyzer, link.Fact.Analyzer, link.ReferenceFact.Analyzer, mentionFact.Analyzer, manifest.EntriesFact.Analyzer)

// standalone are the kinds of files that are shown without edges.
const standalone = analysis.Skill | analysis.Agent | analysis.Persona | analysis.Command | analysis.Registry |
	analysis.Manifest | analysis.Plugin | analysis.Marketplace | analysis.Reference

func buildMap(pass *analysis.Pass) (*Map, error) {
	b := &mapBuilder{pass: pass, graph: Fact.Of(pass), find: registry.NewFinder(pass.Workspace), m: &Map{},
		byFile: map[*analysis.File]int{}, byPlace: map[place]int{}}
	b.nodes()
	b.named()
	b.mentioned()
	b.registries()
	b.plugins()
	b.marketplaces()
	b.manifests()
	b.links()
	b.inlined()
	b.finish()
	return b.m, nil
}

// A place is a path in a tree.
type place struct {
	tree *analysis.Tree
	rel  string
}

// A mapBuilder collects nodes, then edges, then sorts them.
type mapBuilder struct {
	pass    *analysis.Pass
	graph   *Graph
	find    *registry.Finder
	m       *Map
	byFile  map[*analysis.File]int
	byPlace map[place]int
	ofGraph []int // node of the graph → node of the map
	globs   int   // number of resolved patterns
}

func (b *mapBuilder) nodes() {
	for _, f := range b.pass.Workspace.Files {
		if f.Tree == nil {
			continue
		}
		n := MapNode{File: f, Kind: f.Kind, Name: b.nameOf(f), At: startOf(f), explicit: f.Kind&standalone != 0}
		if f.Dialect != nil {
			n.Dialect = f.Dialect.Name
		}
		n.Names = []string{n.Name}
		b.byFile[f], b.byPlace[place{f.Tree, f.Rel}] = len(b.m.Nodes), len(b.m.Nodes)
		b.m.Nodes = append(b.m.Nodes, n)
	}
	b.ofGraph = make([]int, len(b.graph.Nodes))
	for i, g := range b.graph.Nodes {
		at, ok := b.byFile[g.File]
		if !ok || g.File.Kind == analysis.Registry {
			at = len(b.m.Nodes)
			b.m.Nodes = append(b.m.Nodes, MapNode{File: g.File, Kind: g.Kind, Unfiled: true, explicit: true})
		}
		n := &b.m.Nodes[at]
		n.Name, n.Names, n.At = strings.TrimSpace(g.Entry.Name), g.Entry.Names, g.Entry.At
		if g.Dialect != nil {
			n.Dialect = g.Dialect.Name
		}
		b.ofGraph[i] = at
	}
}

// nameOf returns the name of a file without one: its path within its skill, or its name and directory.
func (b *mapBuilder) nameOf(f *analysis.File) string {
	if f.Kind == analysis.Reference {
		switch owner := b.find.Owner(f); {
		case owner != nil && path.Dir(owner.Rel) == ".":
			return f.Rel
		case owner != nil:
			return strings.TrimPrefix(f.Rel, path.Dir(owner.Rel)+"/")
		}
	}
	if f.Kind&(analysis.Plugin|analysis.Marketplace) != 0 {
		if home := path.Base(registry.Home(f)); home != "." && home != "/" {
			return home
		}
	}
	return path.Join(path.Base(path.Dir(f.Rel)), path.Base(f.Rel))
}

// startOf returns the start of a file.
func startOf(f *analysis.File) analysis.Location {
	one := analysis.Position{Line: 1, Column: 1}
	return analysis.Location{Path: f.Path, Start: one, End: one}
}

func (b *mapBuilder) edge(from, to int, kind RelationKind, field string, at analysis.Location) {
	b.m.Edges = append(b.m.Edges, Relation{From: from, To: to, Kind: kind, Field: field, At: at})
}

// finish removes nodes without edges, sorts the others, and computes the load order.
func (b *mapBuilder) finish() {
	touched := make([]bool, len(b.m.Nodes))
	for _, e := range b.m.Edges {
		touched[e.From], touched[e.To] = true, true
	}
	for _, m := range b.m.Missing {
		touched[m.From] = true
	}
	var order []int
	for i, n := range b.m.Nodes {
		if n.explicit || touched[i] {
			order = append(order, i)
		}
	}
	sorting.By(order, func(x, y int) int {
		p, q := &b.m.Nodes[x], &b.m.Nodes[y]
		return cmp.Or(strings.Compare(p.File.Path, q.File.Path), cmp.Compare(p.At.Range.Start, q.At.Range.Start))
	})
	place, nodes := make([]int, len(b.m.Nodes)), make([]MapNode, len(order))
	for i, old := range order {
		place[old], nodes[i] = i, b.m.Nodes[old]
	}
	b.m.Nodes = nodes
	for i := range b.m.Edges {
		e := &b.m.Edges[i]
		e.From, e.To = place[e.From], place[e.To]
	}
	for i := range b.m.Missing {
		b.m.Missing[i].From = place[b.m.Missing[i].From]
	}
	sorting.By(b.m.Edges, func(x, y Relation) int {
		return cmp.Or(x.From-y.From, byPlace(x.At, y.At), x.To-y.To, strings.Compare(string(x.Kind), string(y.Kind)))
	})
	sorting.By(b.m.Missing, func(x, y MissingRelation) int { return cmp.Or(x.From-y.From, byPlace(x.At, y.At)) })
	b.m.FindOrder()
}

func byPlace(x, y analysis.Location) int {
	return cmp.Or(strings.Compare(x.Path, y.Path), cmp.Compare(x.Range.Start, y.Range.Start))
}

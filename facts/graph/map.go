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

// A RelationKind says what an edge means: how what it comes from stands to what it leads to.
type RelationKind string

// The kinds of edges.
const (
	Depends    RelationKind = "depends"    // needs it to be loaded first
	Loads      RelationKind = "loads"      // is started with it
	Delegates  RelationKind = "delegates"  // runs in that agent, or hands work to it
	Calls      RelationKind = "calls"      // its text calls load_skill with that name
	ChainsTo   RelationKind = "chains_to"  // work goes on there
	Related    RelationKind = "related"    // people may want that too
	Lists      RelationKind = "lists"      // names it as a part
	References RelationKind = "references" // a link, a path or an @reference in its text
)

// RelationKinds are the kinds of edges, those first that tell the most.
func RelationKinds() []RelationKind {
	return []RelationKind{Depends, Loads, Delegates, Calls, ChainsTo, Related, Lists, References}
}

// Orders reports whether what an edge leads to has to be there first.
func (k RelationKind) Orders() bool { return k == Depends || k == Loads }

// A Map is what a workspace holds, and how it hangs together.
type Map struct {
	Nodes   []MapNode         // sorted by path, then in the order of the file
	Edges   []Relation        // sorted by From, then by place
	Missing []MissingRelation // the same
	Cycles  []Cycle           // of edges that order; one for all nodes that need one another
}

// A MapNode is something that names others or is named.
type MapNode struct {
	File     *analysis.File
	Kind     analysis.Kind
	Dialect  string // "": none
	Name     string
	Names    []string          // all that it goes by; the first is Name
	At       analysis.Location // where its name stands, or the start of its file
	Unfiled  bool              // a registry lists it, and there is no file of it: File is the registry
	InCycle  bool              // it needs itself, by way of others or not
	Order    int               // what it needs comes before it; ties by name. -1: in a cycle or behind one
	Layer    int               // 0: it needs nothing; else one more than the highest that it needs. -1 as Order
	explicit bool              // it is shown although no edge touches it
}

// An Relation leads from what names to what is named.
type Relation struct {
	From, To int // of Map.Nodes
	Kind     RelationKind
	Field    string // that holds the name; of references: their form
	At       analysis.Location
	InCycle  bool
}

// A MissingRelation is a name or path that leads to nothing.
type MissingRelation struct {
	From   int // of Map.Nodes
	Name   string
	Kind   RelationKind
	Field  string
	At     analysis.Location
	Unseen bool // it may well be where this run did not look
}

// MapFact is the map of the workspace.
var MapFact = analysis.NewFact("relation", "how everything hangs together",
	analysis.PerWorkspace, 0, buildMap, Fact.Analyzer, registry.Fact.Analyzer, registry.PluginFact.Analyzer,
	registry.MarketplaceFact.Analyzer, link.Fact.Analyzer, link.ReferenceFact.Analyzer, mentionFact.Analyzer, manifest.EntriesFact.Analyzer)

// standalone are the kinds of files that are shown even if nothing refers to them and they to nothing.
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

// A place is a path of a tree.
type place struct {
	tree *analysis.Tree
	rel  string
}

// A mapBuilder collects nodes, then edges, then brings them into order.
type mapBuilder struct {
	pass    *analysis.Pass
	graph   *Graph
	find    *registry.Finder
	m       *Map
	byFile  map[*analysis.File]int
	byPlace map[place]int
	ofGraph []int // node of the graph → node of the map
	globs   int   // how many patterns were followed
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

// nameOf returns what a file is called that gives itself no name: its path within its skill, or its
// own name and its folder's.
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

// startOf is the first place of a file.
func startOf(f *analysis.File) analysis.Location {
	one := analysis.Position{Line: 1, Column: 1}
	return analysis.Location{Path: f.Path, Start: one, End: one}
}

func (b *mapBuilder) edge(from, to int, kind RelationKind, field string, at analysis.Location) {
	b.m.Edges = append(b.m.Edges, Relation{From: from, To: to, Kind: kind, Field: field, At: at})
}

// finish leaves out what no edge touches and nobody looks for, sorts the rest, and finds out what
// is loaded in which order.
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

// Package graph builds the dependency graph of a workspace.
//
// An Entry is the names of a skill, subagent, persona or command, and the names of its dependencies. The
// Graph resolves them. Its nodes are files, and entries of registries without a file; its edges are the
// names with their locations. A name is resolved within its tree to the nearest file that has it. The Map
// adds all other relations between files: links, references, lists and mentions. Rules read the Graph; the
// Map is slower and is for the command graph. Everything is sorted, so equal workspaces produce equal
// graphs.
package graph

import (
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/registry"
	"github.com/skilllint/skilllint/internal/sorting"
	"github.com/skilllint/skilllint/schema"
)

// A Graph is the skills of a workspace and their dependencies.
type Graph struct {
	Nodes   []Node // files sorted by path, then entries of registries without a file
	Edges   []Edge // sorted by From, then in the order of declaration
	Missing []Missing
	Cycles  []Cycle // of edges that determine the load order; sorted by their first edge

	names *names
	views map[viewKey]view // by the place of a missing name
}

// A Node is a skill, subagent, persona or command.
type Node struct {
	File    *analysis.File // of a skill that exists only in a registry: the registry
	Kind    analysis.Kind
	Dialect *schema.Dialect // of its fields: that of the registry that lists it, if any
	Entry   Entry
}

// An Edge is a resolved name.
type Edge struct {
	From, To int // of Nodes
	Need     Need
	Rule     *schema.Dependency
}

// A Missing is an unresolved name.
type Missing struct {
	From int            // of Nodes
	File *analysis.File // that contains the name
	Need Need
	Rule *schema.Dependency
}

// Fact is the graph of the workspace.
var Fact = analysis.NewFact("graph", "dependencies between skills, subagents, personas and commands",
	analysis.PerWorkspace, 0, build, EntryFact.Analyzer, registry.Fact.Analyzer, registry.ListedFact.Analyzer)

func build(pass *analysis.Pass) (*Graph, error) {
	b := builder{graph: &Graph{}, find: registry.NewFinder(pass.Workspace), listed: registry.ListedFact.Of(pass),
		byFile: map[*analysis.File]int{}, named: map[int]map[string]bool{}}
	for file, entries := range EntryFact.All(pass.Store) {
		if file.Kind != analysis.Registry {
			b.file(file, entries[0])
		}
	}
	for file, entries := range EntryFact.All(pass.Store) {
		if file.Kind == analysis.Registry {
			b.registry(file, entries)
		}
	}
	b.graph.names = newNames(b.graph.Nodes)
	for _, d := range b.withoutPackages(b.declared) {
		b.resolve(d)
	}
	sorting.By(b.graph.Edges, func(x, y Edge) int { return x.From - y.From })
	b.graph.views = views(b.graph.Missing)
	order := newOrdering(len(b.graph.Nodes))
	for i, e := range b.graph.Edges {
		if e.Rule.Order {
			order.add(i, e.From, e.To)
		}
	}
	b.graph.Cycles, _ = order.cycles()
	return b.graph, nil
}

// A builder collects all nodes and declarations before the first name is resolved.
type builder struct {
	graph    *Graph
	find     *registry.Finder
	listed   registry.Listed
	byFile   map[*analysis.File]int
	named    map[int]map[string]bool // names of the nodes that a registry lists
	declared []declaration
}

// A declaration is the dependencies of a node in one file.
type declaration struct {
	from    int
	file    *analysis.File
	dialect *schema.Dialect
	needs   []Need
}

func (b *builder) file(f *analysis.File, e Entry) {
	dialect := f.Dialect
	if l, ok := b.listed[f]; ok {
		dialect = l.Registry.Dialect
	}
	b.byFile[f] = len(b.graph.Nodes)
	b.add(Node{File: f, Kind: f.Kind, Dialect: dialect, Entry: e}, f)
}

func (b *builder) add(n Node, declaredIn *analysis.File) {
	from := len(b.graph.Nodes)
	b.graph.Nodes = append(b.graph.Nodes, n)
	b.declare(from, declaredIn, n.Dialect, n.Entry.Needs)
}

func (b *builder) declare(from int, f *analysis.File, dialect *schema.Dialect, needs []Need) {
	if len(needs) > 0 {
		b.declared = append(b.declared, declaration{from, f, dialect, needs})
	}
}

func (b *builder) registry(f *analysis.File, entries []Entry) {
	for _, e := range entries {
		if skill := b.find.Skill(f, e.Path, e.Name); skill != nil {
			if from, ok := b.byFile[skill]; ok {
				b.name(from, e.Name)
				b.declare(from, f, f.Dialect, e.Needs)
				continue
			}
		}
		b.add(Node{File: f, Kind: analysis.Skill, Dialect: f.Dialect, Entry: e}, f)
	}
}

// name adds a registry's name of a node. The names of a file are shared, so they are copied once.
func (b *builder) name(node int, called string) {
	names := &b.graph.Nodes[node].Entry.Names
	if b.named[node] == nil {
		b.named[node] = map[string]bool{}
		for _, own := range *names {
			b.named[node][own] = true
		}
		*names = slices.Clone(*names)
	}
	if !b.named[node][called] {
		b.named[node][called] = true
		*names = append(*names, called)
	}
}

// resolve resolves the names of a declaration.
func (b *builder) resolve(d declaration) {
	for _, need := range d.needs {
		rule := ruleOf(d.dialect, d.file.Kind, need.Field)
		if to, ok := b.graph.names.lookup(d.file, need.Name, rule); ok {
			b.graph.Edges = append(b.graph.Edges, Edge{d.from, to, need, rule})
			continue
		}
		b.graph.Missing = append(b.graph.Missing, Missing{From: d.from, File: d.file, Need: need, Rule: rule})
	}
}

// ruleOf returns the dialect's rule for a field. No client reads unknown fields.
func ruleOf(d *schema.Dialect, kind analysis.Kind, field string) *schema.Dependency {
	if d != nil {
		for i := range d.Dependencies {
			if dep := &d.Dependencies[i]; dep.Kind == kind.String() && dep.Field == field {
				return dep
			}
		}
	}
	return unread
}

// unread is a field with dependencies in a dialect whose client does not read it.
var unread = &schema.Dependency{Targets: "skill", Order: true, Missing: "warning", Loose: true,
	Effect: "nothing finds it", Cycle: "no order of loading works"}

// Names returns the names in a tree for a kind of target, sorted.
func (g *Graph) Names(tree *analysis.Tree, targets string) []string {
	return g.names.all(tree, targets)
}

// Resolve returns the node of a name in a file, resolved by the rule of its field.
func (g *Graph) Resolve(in *analysis.File, called string, rule *schema.Dependency) (int, bool) {
	return g.names.lookup(in, called, rule)
}

// Label returns the name of a node in messages.
func (g *Graph) Label(node int) string { return strings.TrimSpace(g.Nodes[node].Entry.Name) }

package language

import (
	"context"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/graph"
	"github.com/skilllint/skilllint/facts/invocation"
	"github.com/skilllint/skilllint/facts/link"
	"github.com/skilllint/skilllint/facts/placeholder"
	"github.com/skilllint/skilllint/facts/registry"
	"github.com/skilllint/skilllint/internal/driver"
	"github.com/skilllint/skilllint/internal/fields"
)

// Facts are the facts of a run. Facts about the workspace are computed when a feature first reads them, because most runs follow a
// keystroke and need none of them.
type Facts struct {
	workspace *analysis.Workspace
	store     *analysis.Store
	facts     analysis.FactSet
	missing   map[*analysis.Analyzer]bool
	headers   map[*analysis.File]*registry.Header
	files     map[place]*analysis.File
	resolver  *link.Resolver
	finder    *registry.Finder
	calls     *invocation.Resolver
	config    *fields.Schema // of configuration files; kept between runs
}

// A place is a path in a tree.
type place struct {
	tree *analysis.Tree
	rel  string
}

// workspaceFacts are the facts about the workspace that features read.
var workspaceFacts = []*analysis.Analyzer{graph.Fact.Analyzer, graph.MapFact.Analyzer, link.Fact.Analyzer, registry.ListedFact.Analyzer}

// documentFacts are the facts about single files that features read for all files.
var documentFacts = []*analysis.Analyzer{link.AnchorFact.Analyzer, link.TargetFact.Analyzer, link.ReferenceFact.Analyzer, placeholder.Fact.Analyzer,
	placeholder.DeclaredFact.Analyzer, registry.Fact.Analyzer, registry.HeaderFact.Analyzer, registry.PluginFact.Analyzer,
	registry.MarketplaceFact.Analyzer, graph.EntryFact.Analyzer}

// Collect returns an analyzer that runs with the rules and stores the facts of each run in f.
func (f *Facts) Collect() *analysis.Analyzer {
	return &analysis.Analyzer{Name: "language/facts", Doc: "collects the facts of a workspace for editors", Scope: analysis.PerWorkspace,
		Requires: requirements(), Uncached: true,
		Run: func(pass *analysis.Pass) error {
			*f = Facts{workspace: pass.Workspace, store: pass.Store, missing: map[*analysis.Analyzer]bool{}, config: f.config}
			return nil
		}}
}

// requirements returns the facts about single files that features require, directly or indirectly.
func requirements() []*analysis.Analyzer {
	var all []*analysis.Analyzer
	seen := map[*analysis.Analyzer]bool{}
	var visit func([]*analysis.Analyzer)
	visit = func(list []*analysis.Analyzer) {
		for _, x := range list {
			if seen[x] {
				continue
			}
			seen[x] = true
			if x.Scope == analysis.PerDocument {
				all = append(all, x)
			} else {
				visit(x.Requires)
			}
		}
	}
	visit(workspaceFacts)
	visit(documentFacts)
	return all
}

// workspaceFact returns a fact about the workspace, and whether it could be computed.
func workspaceFact[T any](f *Facts, fact analysis.Fact[T]) (value T, ok bool) {
	if f == nil || f.store == nil || !f.compute(fact.Analyzer) {
		return value, false
	}
	value, ok = f.facts.Value(fact.Analyzer).(T)
	return value, ok
}

func (f *Facts) compute(x *analysis.Analyzer) bool {
	switch {
	case f.missing[x]:
		return false
	case x.Scope != analysis.PerWorkspace || f.facts.Has(x):
		return true
	}
	for _, need := range x.Requires {
		if !f.compute(need) {
			f.missing[x] = true
			return false
		}
	}
	pass := analysis.NewPass(context.Background(), x, &f.facts, func(analysis.Diagnostic) {})
	pass.Workspace, pass.Store = f.workspace, f.store
	if driver.Guard(func() error { return f.facts.Compute(pass) }) != nil {
		f.missing[x] = true
		return false
	}
	return true
}

// headers returns the frontmatter of each skill and subagent.
func (s *Snapshot) headers() map[*analysis.File]*registry.Header {
	f := s.Facts
	if f.headers == nil && f.store != nil {
		f.headers = map[*analysis.File]*registry.Header{}
		for file, h := range registry.HeaderFact.All(f.store) {
			f.headers[file] = &h
		}
	}
	return f.headers
}

// fileAt returns the file of the run at a path of a tree, or nil.
func (s *Snapshot) fileAt(tree *analysis.Tree, rel string) *analysis.File {
	f := s.Facts
	if f.files == nil {
		f.files = map[place]*analysis.File{}
		for _, file := range s.Result.Files {
			f.files[place{file.Tree, file.Rel}] = file
		}
	}
	return f.files[place{tree, rel}]
}

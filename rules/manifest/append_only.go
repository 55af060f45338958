package manifest

import (
	"fmt"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
)

// AppendOnly reports changes of a ledger's past: with a git base (--base), every line that the base
// has must still be there, byte for byte and in its order, and lines that it has not come after them.
//
// Who coordinates the work reads a ledger from where it stopped, and others have its entries in
// their context already: what is changed before that place is never read again. And two branches
// that both only append are merged by taking both; one that rewrites lines conflicts with all.
//
// Restore the lines and append an entry that corrects them. Told apart are a line that was edited,
// that was only written anew (the same JSON value), that is gone, that stands elsewhere; one that
// is new and not at the end; the lines that a union merge took from both sides; and an entry at
// the end that has the id of an earlier one.
//
// Left alone: line ends, a byte order mark, blank lines, and lines of the base that are no entry:
// mending them loses nothing.
var AppendOnly = &analysis.Analyzer{
	Name:     "manifest/append-only",
	Doc:      "change of a ledger's past, against a git base",
	Severity: analysis.Error,
	Scope:    analysis.PerWorkspace,
	Kinds:    analysis.Manifest,
	Source: analysis.Source{Kind: analysis.Specification,
		Name: "CLEO subagent protocol 1.0.0, BASE-001; git 2.39, merge=union", Checked: "2026-11-21"},
	Requires: []*analysis.Analyzer{changesFact.Analyzer},
	Run:      appendOnly,
}

// changesFact is what a manifest changes of the base's.
var changesFact = comparing(analysis.NewFact("manifest-changes", "what a manifest changes of what the git base has",
	analysis.PerDocument, analysis.Manifest, compareWithBase, recordsFact.Analyzer))

// comparing says that a fact reads the base.
func comparing[T any](f analysis.Fact[T]) analysis.Fact[T] {
	f.Compares = true
	return f
}

func compareWithBase(pass *analysis.Pass) ([]analysis.Diagnostic, error) {
	c := &comparison{now: recordsFact.Of(pass), path: pass.File.Path, ref: pass.Base.Ref}
	if err := pass.Base.Lines(c.see); err != nil {
		return nil, err
	}
	return c.changes(), nil
}

func appendOnly(pass *analysis.Pass) error {
	for _, changes := range changesFact.All(pass.Store) {
		for _, d := range changes {
			pass.Report(d)
		}
	}
	for _, g := range pass.Workspace.Gone {
		top := analysis.Position{Line: 1, Column: 1}
		pass.Report(analysis.Diagnostic{Location: &analysis.Location{Path: g.Path, Start: top, End: top},
			Message: fmt.Sprintf("%s has this ledger and the tree has not, so all its entries are lost; restore it: git restore --source=%.12s -- %s",
				g.Ref, g.Commit, quote.Text(g.Path))})
	}
	return nil
}

package manifest

import (
	"fmt"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
)

// AppendOnly reports changes to the history of a manifest, compared with a git base (--base).
//
// The orchestrator reads a manifest from where it last stopped, and other clients have its entries in
// their context already. Changes above that position are never read. Two branches that only append entries
// merge without loss. A branch that rewrites lines conflicts with every other branch.
//
// Every line of the base must still exist, byte for byte and in the same order, and new lines must follow
// it. The finding states whether lines were changed, reformatted without changing their values, deleted,
// moved, inserted before the end, or duplicated by a merge. It also reports new entries that use the id of
// an earlier entry.
//
// Restore the lines, and append an entry that corrects them.
//
// The manifest is part of CLEO's first edition, of January 2026.
//
// Not reported:
//   - line ends, a byte order mark and empty lines
//   - lines of the base that are not valid entries
var AppendOnly = &analysis.Analyzer{
	Name:     "manifest/append-only",
	Doc:      "changed history of a manifest",
	Severity: analysis.Error,
	Scope:    analysis.PerWorkspace,
	Kinds:    analysis.Manifest,
	Source: analysis.Source{Kind: analysis.Specification,
		Name: "CLEO subagent protocol 1.0.0, BASE-001; git 2.39, merge=union", Checked: "2026-11-21"},
	Requires: []*analysis.Analyzer{changesFact.Analyzer},
	Run:      appendOnly,
}

// changesFact computes the changes to the lines of the base.
var changesFact = comparing(analysis.NewFact("manifest-changes", "changes of a manifest to the lines of the git base",
	analysis.PerDocument, analysis.Manifest, compareWithBase, recordsFact.Analyzer))

// comparing declares that a fact reads the base.
func comparing[T any](f analysis.Fact[T]) analysis.Fact[T] {
	f.Compares = true
	return f
}

func compareWithBase(pass *analysis.Pass) ([]analysis.Diagnostic, error) {
	c := &comparison{now: recordsFact.Of(pass), path: pass.File.Path, ref: pass.Base.Ref}
	if err := pass.Base.Lines(c.next); err != nil {
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
	for _, g := range pass.Workspace.Deleted {
		top := analysis.Position{Line: 1, Column: 1}
		pass.Report(analysis.Diagnostic{Location: &analysis.Location{Path: g.Path, Start: top, End: top},
			Message: fmt.Sprintf("manifest was deleted (it exists in %s)", g.Ref), Effect: "all entries are lost",
			Help: fmt.Sprintf("restore it with `git restore --source=%.12s -- %s`", g.Commit, quote.Argument(g.Path))})
	}
	return nil
}

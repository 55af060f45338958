package budget

import (
	"cmp"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/registry"
	"github.com/skilllint/skilllint/internal/sorting"
	"github.com/skilllint/skilllint/internal/tokenizer"
)

// ReferenceTokens is the cost of a Markdown file of a skill other than its SKILL.md, in tokens by
// characters / 4. There is none for a file that was not read.
var ReferenceTokens = analysis.NewFact("reference-cost", "what a reference of a skill costs a context window",
	analysis.PerDocument, analysis.Reference, func(pass *analysis.Pass) (int, error) {
		if pass.Document.Source == nil {
			return 0, analysis.ErrNoFact
		}
		return tokenizer.Chars4(pass.Document.Source), nil
	})

// A Reference is a Markdown file of a skill with its cost.
type Reference struct {
	File   *analysis.File
	Tokens int
}

// References are those of each skill of a workspace, the heaviest first: every Markdown file in the
// skill's folder or below it that is no skill's of its own.
var References = analysis.NewFact("references", "which references belong to which skill, and what they cost",
	analysis.PerWorkspace, 0, references, ReferenceTokens.Analyzer)

func references(pass *analysis.Pass) (map[*analysis.File][]Reference, error) {
	find := registry.NewFinder(pass.Workspace)
	all := map[*analysis.File][]Reference{}
	for file, tokens := range ReferenceTokens.All(pass.Store) {
		if skill := find.Owner(file); skill != nil {
			all[skill] = append(all[skill], Reference{file, tokens})
		}
	}
	for _, refs := range all {
		sorting.By(refs, func(a, b Reference) int { return cmp.Compare(b.Tokens, a.Tokens) })
	}
	return all, nil
}

// ProtocolTokens is the cost of a tree's own base protocol, in tokens by characters / 4.
var ProtocolTokens = analysis.NewFact("protocol-cost", "what a base protocol costs a context window",
	analysis.PerDocument, analysis.BaseProtocol, func(pass *analysis.Pass) (int, error) {
		if pass.Document.Source == nil {
			return 0, analysis.ErrNoFact
		}
		return tokenizer.Chars4(pass.Document.Source), nil
	})

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
var ReferenceTokens = analysis.NewFact("reference-cost", "tokens of a reference",
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

// References are those of each skill, the heaviest first: every Markdown file in or below the skill's
// directory that does not belong to a nested skill.
var References = analysis.NewFact("references", "references of each skill with their tokens",
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

// ProtocolTokens is the cost of a workspace's own base protocol, in tokens by characters / 4.
var ProtocolTokens = analysis.NewFact("protocol-cost", "tokens of a base protocol",
	analysis.PerDocument, analysis.BaseProtocol, func(pass *analysis.Pass) (int, error) {
		if pass.Document.Source == nil {
			return 0, analysis.ErrNoFact
		}
		return tokenizer.Chars4(pass.Document.Source), nil
	})

package budget

import (
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/budget"
)

const maxSizes = 10 // of skills with one name that are compared

// originals returns the skills whose size is reported: of identical skills, and of those with the same name and nearly the same size in
// directories of clients, only the first by path; no translations;
// and no skills in directories for retired skills.
func originals(skills []*analysis.File, tokens map[*analysis.File]int) map[*analysis.File]bool {
	type text struct {
		tree *analysis.Tree
		hash [32]byte
	}
	type name struct {
		tree *analysis.Tree
		name string
	}
	untranslated := map[name]bool{}
	for _, f := range skills {
		if !budget.IsTranslated(f.Rel) {
			untranslated[name{f.Tree, path.Base(path.Dir(f.Rel))}] = true
		}
	}
	seen, sizes := map[text]bool{}, map[name][]int{}
	all := map[*analysis.File]bool{}
	var derived [3][]*analysis.File
	for _, f := range skills {
		if !budget.IsRetired(f.Rel) {
			n := derivation(f.Rel)
			derived[n] = append(derived[n], f)
		}
	}
	for _, f := range slices.Concat(derived[:]...) {
		t := text{f.Tree, f.Hash}
		switch {
		case budget.IsTranslated(f.Rel) && untranslated[name{f.Tree, path.Base(path.Dir(f.Rel))}]:
		case f.Hash != [32]byte{} && seen[t]:
		case derivation(f.Rel) > 0 && slices.ContainsFunc(sizes[name{f.Tree, path.Base(path.Dir(f.Rel))}], func(n int) bool { return 100*max(n-tokens[f], tokens[f]-n) <= n }):
		default:
			all[f], seen[t] = true, true
			own := name{f.Tree, path.Base(path.Dir(f.Rel))}
			if len(sizes[own]) < maxSizes {
				sizes[own] = append(sizes[own], tokens[f])
			}
		}
	}
	return all
}

// derivation returns 2 for a path in a directory of built files, 1 for a path in a hidden directory, which often contains
// copies for a client, and otherwise 0.
func derivation(rel string) int {
	derived := 0
	for part := range strings.SplitSeq(path.Dir(rel), "/") {
		switch {
		case part == "dist" || part == "build" || part == "out":
			return 2
		case strings.HasPrefix(part, "."):
			derived = 1
		}
	}
	return derived
}

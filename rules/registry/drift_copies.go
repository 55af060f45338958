package registry

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/placeholder"
	"github.com/skilllint/skilllint/internal/sorting"
)

// Limits of the copies that are compared.
const (
	maxCopy   = 256 << 10 // bytes of a file
	maxCopies = 32 << 20  // bytes of all files
)

// A copyKey identifies a text that a project keeps in a file for each of several clients.
type copyKey struct {
	place
	kind analysis.Kind
	name string // of the skill, subagent, command or rule; empty for the instructions of a directory
}

// copyKeyOf returns the key of a file in the directory of a client or, for skills and instructions, of the project.
func copyKeyOf(f *analysis.File) (copyKey, bool) {
	dir, base := path.Split(f.Rel)
	parts := strings.Split(strings.TrimSuffix(dir, "/"), "/")
	hidden := slices.IndexFunc(parts, func(part string) bool { return len(part) > 1 && part[0] == '.' })
	key := func(n int, name string) (copyKey, bool) {
		kind := f.Kind
		if kind == analysis.CursorRule {
			kind = analysis.Instructions
		}
		return copyKey{place{f.Tree, strings.Join(parts[:n], "/")}, kind, name}, true
	}
	stem, _, _ := strings.Cut(base, ".")
	switch {
	case f.Hash == [32]byte{} || f.Size > maxCopy || placeholder.IsTemplatePath(f.Rel):
	case f.Kind == analysis.Skill && base == "SKILL.md" && len(parts) > 1 && parts[len(parts)-2] == "skills":
		if n := len(parts) - 3; n >= 0 && n == hidden {
			return key(n, parts[len(parts)-1])
		}
		if hidden < 0 {
			return key(len(parts)-2, parts[len(parts)-1])
		}
	case f.Kind == analysis.Instructions && hidden < 0 && !strings.Contains(base, ".local.") && !strings.Contains(base, ".override."):
		return key(len(parts), "")
	case f.Kind == analysis.Instructions && hidden == len(parts)-1 && !strings.Contains(base, ".instructions."):
		return key(hidden, "")
	case f.Kind&(analysis.Instructions|analysis.CursorRule|analysis.Agent|analysis.Command) != 0 && hidden >= 0 && hidden == len(parts)-2 && stem != "":
		return key(hidden, stem)
	}
	return copyKey{}, false
}

// checkCopies reports copies of a text for several clients that differ in single passages.
func checkCopies(pass *analysis.Pass) {
	groups, order := map[copyKey][]*analysis.File{}, []copyKey(nil)
	number := map[place]int{} // of files in the directory of a client
	for _, f := range pass.Workspace.Files {
		if key, ok := copyKeyOf(f); ok {
			if groups[key] == nil {
				order = append(order, key)
			}
			groups[key] = append(groups[key], f)
			number[place{f.Tree, clientDir(f)}]++
		}
	}
	same, found, bytes := map[[2]place]int{}, map[[2]place][]drifted{}, int64(0)
	var pairs [][2]place
	for _, key := range order {
		for _, c := range pairsOf(key, groups[key], number) {
			between := [2]place{{c[0].Tree, clientDir(c[0])}, {c[1].Tree, clientDir(c[1])}}
			if c[0].Hash == c[1].Hash {
				same[between]++
				continue
			}
			if bytes += c[0].Size + c[1].Size; bytes > maxCopies {
				return
			}
			if d := compareCopies(c[0], c[1]); d.passages != nil || key.kind == analysis.Skill {
				if found[between] == nil {
					pairs = append(pairs, between)
				}
				found[between] = append(found[between], d)
			}
		}
	}
	for _, between := range pairs {
		all := found[between]
		if len(all) > max(2, same[between]-1) {
			continue // the texts are adapted to the clients
		}
		for _, d := range all {
			if d.passages != nil || same[between] > max(1, len(all)) {
				d.report(pass)
			}
		}
	}
}

// clientDir returns the directory of a client that contains a file.
func clientDir(f *analysis.File) string {
	dir := path.Dir(f.Rel)
	if f.Kind == analysis.Skill {
		dir = path.Dir(dir)
	}
	return dir
}

// pairsOf returns the pairs of files to compare: each text with that which most files have or, if several are as frequent, with that in
// the fullest directory.
func pairsOf(key copyKey, files []*analysis.File, number map[place]int) [][2]*analysis.File {
	equal := map[[32]byte]int{}
	for _, f := range files {
		equal[f.Hash]++
	}
	full := func(f *analysis.File) int { return number[place{f.Tree, clientDir(f)}] }
	sorting.By(files, func(a, b *analysis.File) int {
		return cmp.Or(equal[b.Hash]-equal[a.Hash], full(b)-full(a), cmp.Compare(b.Size, a.Size), -strings.Compare(a.Rel, b.Rel))
	})
	var pairs [][2]*analysis.File
	seen := map[[32]byte]bool{}
	for _, f := range files[1:] {
		if key.kind == analysis.Instructions && key.name == "" && f.Dialect == files[0].Dialect {
			continue // budget/instructions reports what one client reads twice
		}
		if f.Hash == files[0].Hash || !seen[f.Hash] {
			seen[f.Hash] = true
			pairs = append(pairs, [2]*analysis.File{files[0], f})
		}
	}
	return pairs
}

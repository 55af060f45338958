package graph

import (
	"path"
	"slices"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/link"
)

// links adds the targets of links and paths in the workspace.
func (b *mapBuilder) links() {
	for _, l := range link.Fact.Of(b.pass) {
		from, ok := b.byFile[l.From]
		if !ok || l.Class != link.Local {
			continue
		}
		to := l.To
		if l.Standing != analysis.IsFile && l.Found != "" {
			to = l.Found
		}
		if n, ok := b.document(l.From, to); ok {
			if n != from {
				b.edge(from, n, References, string(l.Form), l.At)
			}
			continue
		}
		if isBroken(&l) {
			b.m.Missing = append(b.m.Missing, MissingRelation{From: from, Name: l.Path, Kind: References, Field: string(l.Form), At: l.At})
		}
	}
}

// document returns the node of a file, and creates one for a document outside of the workspace.
func (b *mapBuilder) document(from *analysis.File, rel string) (int, bool) {
	at := place{from.Tree, rel}
	n, ok := b.byPlace[at]
	if ok || path.Ext(rel) != ".md" || from.Tree.Stat(rel) != analysis.IsFile {
		return n, ok
	}
	shown, ok := shownAs(from, rel)
	if !ok {
		shown = rel
	}
	f := &analysis.File{Path: shown, Rel: rel, Tree: from.Tree, Kind: analysis.Reference}
	n = len(b.m.Nodes)
	b.byPlace[at], b.byFile[f] = n, n
	name := b.nameOf(f)
	b.m.Nodes = append(b.m.Nodes, MapNode{File: f, Kind: f.Kind, Name: name, Names: []string{name}, At: startOf(f)})
	return n, true
}

// isBroken reports whether a link certainly has a missing target. links/broken reports other problems.
func isBroken(l *link.Link) bool {
	return l.Standing == analysis.Absent && !l.External && l.Found == "" && (l.Form == link.FormLink || l.Form == link.FormHTML) && path.Ext(l.Path) == ".md" &&
		!l.Teaches && !l.InExample() && l.From.Kind&(analysis.Skill|analysis.Reference) != 0
}

// maxGlobs limits the patterns of a run.
const maxGlobs = 200

// inlined adds the targets of @references.
func (b *mapBuilder) inlined() {
	for file, refs := range link.ReferenceFact.All(b.pass.Store) {
		dir := path.Dir(file.Rel)
		if owner := b.find.Owner(file); owner != nil {
			dir = path.Dir(owner.Rel)
		}
		for _, r := range refs.Places {
			if !r.Quoted {
				b.inline(file, dir, r)
			}
		}
	}
}

func (b *mapBuilder) inline(file *analysis.File, dir string, r link.PlacedReference) {
	from, tree := b.byFile[file], file.Tree
	candidates := r.Candidates(dir)
	if rules := file.Rules(); rules != nil && rules.Imports != nil {
		candidates = candidates[max(0, len(candidates)-1):] // relative to the file
	}
	for _, to := range candidates {
		found := []string{to}
		if r.Glob {
			if b.globs++; b.globs > maxGlobs {
				return
			}
			found = link.Glob(to, tree.Entries, func(rel string) bool { return tree.Stat(rel) == analysis.IsFile })
		} else if tree.Stat(to) != analysis.IsFile {
			continue
		}
		for _, rel := range found {
			if n, ok := b.document(file, rel); ok && n != from {
				b.edge(from, n, References, "@", r.At)
			}
		}
		if len(found) > 0 {
			return
		}
	}
	gone := func(to string) bool { return tree.Stat(to) == analysis.Absent }
	if file.Dialect != nil && file.Dialect.Name == "cleo" && file.Kind == analysis.Skill && r.Sure && !r.Glob &&
		len(candidates) > 0 && !slices.ContainsFunc(candidates, func(to string) bool { return !gone(to) }) {
		b.m.Missing = append(b.m.Missing, MissingRelation{From: from, Name: r.Path, Kind: References, Field: "@", At: r.At})
	}
}

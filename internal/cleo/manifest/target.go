package manifest

import (
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
)

// A Verdict is what an entry's path resolves to.
type Verdict uint8

// The verdicts. Unseen: outside of the checked paths.
const (
	Unseen Verdict = iota
	Found
	Dir       // a directory
	OtherCase // a file whose path differs only in case
	Missing
	Outside  // outside of the repository
	Absolute // absolute, with a drive, or below a home directory
	Address  // a URL
)

// A Target is the resolved path of an entry.
type Target struct {
	Verdict Verdict
	Rel     string // path relative to the root of the tree, even if the file is missing
	Base    string // the directory above the manifest to which the path is relative; "": that of the manifest
	Other   string // for a missing file: its path relative to the base of most entries if that differs, or ""
}

// A Resolver resolves the paths of one manifest.
type Resolver struct {
	tree     *analysis.Tree
	dir      string          // directory of the manifest, relative to the root of its tree
	bases    []string        // the directories above it, the base of most entries first
	baseFits bool            // some entries are relative to the first base
	hidden   map[string]bool // by directory: whether it is outside of the checked paths

	hasVerdict bool    // verdict is set
	verdict    Verdict // verdict on names that no path ends in

	present bool // the configuration requires the files, so paths do not refer to directories above the root
}

// Limits of the search for the base of most entries.
const (
	mostBases   = 8     // directories above the manifest
	mostSamples = 2_000 // entries
)

// NewResolver returns a resolver for a manifest with these entries.
func NewResolver(manifest *analysis.File, entries *Entries) *Resolver {
	r := &Resolver{tree: manifest.Tree, dir: path.Dir(manifest.Rel), hidden: map[string]bool{}, present: manifest.Present}
	if r.dir == "." {
		return r
	}
	r.bases = []string{"."}
	for dir := path.Dir(r.dir); dir != "." && len(r.bases) < mostBases; dir = path.Dir(dir) {
		r.bases = append(r.bases, dir)
	}
	if len(r.bases) > 1 && entries != nil {
		r.sort(entries)
	}
	return r
}

// sort sorts the directories above a manifest by the number of entries relative to them.
func (r *Resolver) sort(entries *Entries) {
	fits := map[string]int{}
	samples := 0
	for e := range entries.All {
		file := e.Get(File)
		if strings.IndexByte(file, '/') < 0 || analysis.IsAbsolutePath(file) {
			continue
		}
		for _, base := range r.bases {
			if rel := path.Join(base, file); r.isInside(rel) || verdictAt(r.tree, rel) == Found {
				fits[base]++
			}
		}
		if samples++; samples == mostSamples {
			break
		}
	}
	slices.SortStableFunc(r.bases, func(a, b string) int { return fits[b] - fits[a] })
	r.baseFits = fits[r.bases[0]] > 0
}

// isInside reports whether a path is below the manifest's directory.
func (r *Resolver) isInside(rel string) bool {
	return r.dir == "." && !analysis.LeavesRoot(rel) || strings.HasPrefix(rel, r.dir+"/")
}

// Resolve resolves the path of an entry: relative to the manifest, then to the directories above it, up to
// the repository root. Published manifests use all of these. The root of a tree that is not a repository
// depends on the arguments, so paths above it are unseen.
func (r *Resolver) Resolve(file string) Target {
	switch {
	case strings.Contains(file, "://"):
		return Target{Verdict: Address}
	case analysis.IsAbsolutePath(file):
		return Target{Verdict: Absolute}
	}
	if isName(file) && !r.tree.HasNameInAnyCase(file) {
		return r.missingName(file)
	}
	near := r.join(file)
	if outside, known := r.isOutside(near); outside {
		if known {
			return Target{Verdict: Outside}
		}
		return Target{}
	}
	if v := verdictAt(r.tree, near); v != Missing {
		return Target{Verdict: v, Rel: near}
	}
	for _, base := range r.bases {
		if rel := r.resolveFrom(base, file); rel != near {
			if v := verdictAt(r.tree, rel); v != Missing {
				return Target{Verdict: v, Rel: rel, Base: base}
			}
		}
	}
	if t, ok := r.otherCase(near, file); ok {
		return t
	}
	return r.missing(near, file)
}

// isOutside reports whether a path is outside of the repository or, without one, of the requested directory. known
// is false if only files were requested.
func (r *Resolver) isOutside(rel string) (outside, known bool) {
	if r.tree.RootName == "" {
		return analysis.LeavesRoot(rel), true
	}
	known = r.tree.Walked(r.dir)
	return analysis.LeavesRoot(rel) || known && !r.tree.Walked(rel) && !r.tree.Exists(rel), known
}

// otherCase resolves a path that differs from that of a file only in case.
func (r *Resolver) otherCase(near, file string) (Target, bool) {
	if other := r.tree.OtherCase(near); other != "" && !r.tree.IsDir(other) {
		return Target{Verdict: OtherCase, Rel: other}, true
	}
	for _, base := range r.bases {
		if other := r.tree.OtherCase(r.resolveFrom(base, file)); other != "" && !r.tree.IsDir(other) {
			return Target{Verdict: OtherCase, Rel: other, Base: base}, true
		}
	}
	return Target{}, false
}

// missing resolves a path of a missing file. One that ignore files match need not exist.
func (r *Resolver) missing(near, file string) Target {
	t := r.findMissing(near, file)
	if t.Verdict == Missing && r.tree.Ignored(t.Rel) {
		return Target{}
	}
	return t
}

// findMissing resolves a path of a missing file. If it begins with the manifest's directory, it is relative to a
// directory above, even if no other path is.
func (r *Resolver) findMissing(near, file string) Target {
	for _, base := range r.bases {
		if rel := path.Join(base, file); r.isInside(rel) {
			return Target{Verdict: Missing, Rel: rel, Base: base}
		}
	}
	if rest, ok := r.belowFolder(file); ok && r.isInside(rest) {
		return Target{Verdict: Missing, Rel: rest, Base: "."}
	}
	first, _, below := strings.Cut(path.Clean(file), "/")
	known := !below || first == ".." || r.tree.IsDir(r.join(first))
	target := Target{Verdict: Missing, Rel: near}
	for i, base := range r.bases {
		rel := r.resolveFrom(base, file)
		if i == 0 && rel != near {
			target.Other = rel
		}
		if (i == 0 || !r.baseFits) && r.isHidden(rel) {
			return Target{}
		}
		known = known || r.tree.IsDir(path.Join(base, first))
	}
	if r.isHidden(near) || r.tree.RootName != "" && !known && !r.present {
		return Target{}
	}
	return target
}

// isName reports whether a path is a name, which does not begin with a period.
func isName(file string) bool {
	return file != "" && file[0] != '.' && strings.IndexByte(file, '/') < 0
}

// missingName resolves a name that no path ends in. The verdict depends only on directories, so it is computed
// once. In most workspaces, either all entries of a manifest are such names or none is.
func (r *Resolver) missingName(file string) Target {
	verdict := r.missingVerdict(file)
	if verdict == Unseen || r.tree.Ignored(r.join(file)) {
		return Target{}
	}
	target := Target{Verdict: verdict, Rel: r.join(file)}
	if len(r.bases) > 0 {
		target.Other = joinName(r.bases[0], file)
	}
	return target
}

func (r *Resolver) missingVerdict(file string) Verdict {
	if !r.hasVerdict {
		r.hasVerdict, r.verdict = true, r.findMissing(r.join(file), file).Verdict
	}
	return r.verdict
}

// Misses reports whether a path is a name that no path ends in and that Resolve finds missing. It allocates nothing.
func (r *Resolver) Misses(file string) bool {
	return isName(file) && !analysis.IsAbsolutePath(file) && !r.tree.HasNameInAnyCase(file) && r.missingVerdict(file) == Missing && !r.tree.Ignored(r.join(file))
}

// join joins the manifest's directory and a path. Most paths are bare names.
func (r *Resolver) join(file string) string {
	if isName(file) {
		return joinName(r.dir, file)
	}
	return path.Join(r.dir, file)
}

// joinName is path.Join for a name.
func joinName(dir, name string) string {
	if dir == "." {
		return name
	}
	return dir + "/" + name
}

// verdictAt returns Here, Folder or Missing for a path of the tree.
func verdictAt(t *analysis.Tree, rel string) Verdict {
	switch {
	case !t.Exists(rel):
		return Missing
	case t.IsDir(rel):
		return Dir
	}
	return Found
}

// resolveFrom returns the path in the tree for a path relative to a directory. If only a directory of the repository
// is checked, the path may begin with its name.
func (r *Resolver) resolveFrom(base, file string) string {
	rel := path.Join(base, file)
	if base != "." || r.tree.Exists(rel) {
		return rel
	}
	if rest, ok := r.belowFolder(file); ok && r.tree.Exists(rest) {
		return rest
	}
	return rel
}

// belowFolder returns the rest of a path after the name of the tree's root.
func (r *Resolver) belowFolder(file string) (rest string, ok bool) {
	if r.tree.RootName == "" {
		return "", false
	}
	_, rest, ok = strings.Cut("/"+path.Clean(file), "/"+r.tree.RootName+"/")
	return rest, ok
}

// isHidden reports whether a path is outside of the checked paths or ignored.
func (r *Resolver) isHidden(rel string) bool {
	dir := path.Dir(rel)
	hidden, known := r.hidden[dir]
	if !known {
		parent := dir
		for parent != "." && parent != "/" && !r.tree.IsDir(parent) {
			parent = path.Dir(parent)
		}
		hidden = r.tree.IsDir(parent) && (r.tree.Unlisted(parent) || !r.tree.Walked(parent))
		r.hidden[dir] = hidden
	}
	return hidden
}

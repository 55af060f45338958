package manifest

import (
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
)

// A Verdict is what an entry's path resolves to.
type Verdict uint8

// The verdicts. Unseen: it is outside of the checked paths.
const (
	Unseen Verdict = iota
	Here
	Folder    // a directory
	OtherCase // a file whose path differs only in case
	Missing
	Outside  // outside of the repository
	Absolute // absolute, with a drive, or below a home directory
	Address  // a URL
)

// A Target is the resolved path of an entry.
type Target struct {
	Verdict Verdict
	Rel     string // path from the root of the tree, also of a missing file
	Base    string // the directory above the manifest that the path is relative to; "" for that of the manifest
	Other   string // of a missing file: its path relative to the base of most entries if that differs, or ""
}

// A Resolver resolves the paths of one manifest.
type Resolver struct {
	tree   *analysis.Tree
	dir    string          // of the manifest, from the root of its tree
	bases  []string        // the directories above it, that of most entries first
	fits   bool            // some entries fit the first
	hidden map[string]bool // directories, by whether they are outside of the checked paths

	missed  bool    // a name that no path ends in was resolved
	verdict Verdict // of such names

	present bool // the configuration requires the files, so nothing above the root is meant
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

// sort sorts the directories above a manifest by the number of entries that fit.
func (r *Resolver) sort(entries *Entries) {
	fits := map[string]int{}
	samples := 0
	for e := range entries.All {
		file := e.Get(File)
		if strings.IndexByte(file, '/') < 0 || analysis.IsAbsolutePath(file) {
			continue
		}
		for _, base := range r.bases {
			if rel := path.Join(base, file); r.isInside(rel) || look(r.tree, rel) == Here {
				fits[base]++
			}
		}
		if samples++; samples == mostSamples {
			break
		}
	}
	slices.SortStableFunc(r.bases, func(a, b string) int { return fits[b] - fits[a] })
	r.fits = fits[r.bases[0]] > 0
}

// isInside reports whether a path is below the manifest's directory.
func (r *Resolver) isInside(rel string) bool {
	return r.dir == "." && !analysis.LeavesRoot(rel) || strings.HasPrefix(rel, r.dir+"/")
}

// Resolve resolves the path of an entry: relative to the manifest, then to the directories above it, up to
// the repository root. Published manifests use all of them. The root of a tree that is not a repository
// depends on the arguments, so what may be above it is unseen.
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
	if leaves, known := r.leaves(near); leaves {
		if known {
			return Target{Verdict: Outside}
		}
		return Target{}
	}
	if v := look(r.tree, near); v != Missing {
		return Target{Verdict: v, Rel: near}
	}
	for _, base := range r.bases {
		if rel := r.from(base, file); rel != near {
			if v := look(r.tree, rel); v != Missing {
				return Target{Verdict: v, Rel: rel, Base: base}
			}
		}
	}
	if t, ok := r.otherCase(near, file); ok {
		return t
	}
	return r.missing(near, file)
}

// leaves reports whether a path leaves the repository or, without one, the directory that was asked for.
// It is unknown if only files were.
func (r *Resolver) leaves(rel string) (leaves, known bool) {
	if r.tree.Folder == "" {
		return analysis.LeavesRoot(rel), true
	}
	known = r.tree.Walked(r.dir)
	return analysis.LeavesRoot(rel) || known && !r.tree.Walked(rel) && !r.tree.Exists(rel), known
}

// otherCase resolves a path that differs only in case from that of a file.
func (r *Resolver) otherCase(near, file string) (Target, bool) {
	if other := r.tree.OtherCase(near); other != "" && !r.tree.IsDir(other) {
		return Target{Verdict: OtherCase, Rel: other}, true
	}
	for _, base := range r.bases {
		if other := r.tree.OtherCase(r.from(base, file)); other != "" && !r.tree.IsDir(other) {
			return Target{Verdict: OtherCase, Rel: other, Base: base}, true
		}
	}
	return Target{}, false
}

// missing resolves a path to no file. A path that begins with the manifest's own directory is relative to
// what is above it, even if nothing else is.
func (r *Resolver) missing(near, file string) Target {
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
		rel := r.from(base, file)
		if i == 0 && rel != near {
			target.Other = rel
		}
		if (i == 0 || !r.fits) && r.hides(rel) {
			return Target{}
		}
		known = known || r.tree.IsDir(path.Join(base, first))
	}
	if r.hides(near) || r.tree.Folder != "" && !known && !r.present {
		return Target{}
	}
	return target
}

// isName reports whether a path is a name, which does not begin with a period.
func isName(file string) bool {
	return file != "" && file[0] != '.' && strings.IndexByte(file, '/') < 0
}

// missingName resolves a name that no path ends in. Only the directories determine the verdict, so it is that
// of the first such name. In most workspaces, these are all entries of the manifest or none.
func (r *Resolver) missingName(file string) Target {
	verdict := r.missingVerdict(file)
	if verdict == Unseen {
		return Target{}
	}
	target := Target{Verdict: verdict, Rel: r.join(file)}
	if len(r.bases) > 0 {
		target.Other = joinName(r.bases[0], file)
	}
	return target
}

func (r *Resolver) missingVerdict(file string) Verdict {
	if !r.missed {
		r.missed, r.verdict = true, r.missing(r.join(file), file).Verdict
	}
	return r.verdict
}

// Misses reports whether a path is a name that no path ends in and that Resolve finds missing. It allocates nothing.
func (r *Resolver) Misses(file string) bool {
	return isName(file) && !analysis.IsAbsolutePath(file) && !r.tree.HasNameInAnyCase(file) && r.missingVerdict(file) == Missing
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

// look returns what exists at a path of the tree.
func look(t *analysis.Tree, rel string) Verdict {
	switch {
	case !t.Exists(rel):
		return Missing
	case t.IsDir(rel):
		return Folder
	}
	return Here
}

// from returns a path of the tree for one relative to a directory. If only a directory of the repository is
// checked, the path may begin with its name.
func (r *Resolver) from(base, file string) string {
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
	if r.tree.Folder == "" {
		return "", false
	}
	_, rest, ok = strings.Cut("/"+path.Clean(file), "/"+r.tree.Folder+"/")
	return rest, ok
}

// hides reports whether a path is outside of the checked paths or ignored.
func (r *Resolver) hides(rel string) bool {
	dir := path.Dir(rel)
	hidden, known := r.hidden[dir]
	if !known {
		there := dir
		for there != "." && there != "/" && !r.tree.IsDir(there) {
			there = path.Dir(there)
		}
		hidden = r.tree.IsDir(there) && (r.tree.Unlisted(there) || !r.tree.Walked(there))
		r.hidden[dir] = hidden
	}
	return hidden
}

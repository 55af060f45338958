package manifest

import (
	"path"
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
	Verdict  Verdict
	Rel      string // path from the root of the tree, also of a missing file
	FromRoot bool   // the path is relative to the root, not to the manifest
	Other    string // of a missing file: its path relative to the root if that differs, or ""
}

// A Resolver resolves the paths of one manifest.
type Resolver struct {
	tree   *analysis.Tree
	dir    string          // of the manifest, from the root of its tree
	hidden map[string]bool // directories, by whether they are outside of the checked paths
}

// NewResolver returns a resolver for a manifest.
func NewResolver(manifest *analysis.File) *Resolver {
	return &Resolver{manifest.Tree, path.Dir(manifest.Rel), map[string]bool{}}
}

// Resolve resolves the path of an entry: relative to the manifest, then to the repository root. Published
// manifests use both.
func (r *Resolver) Resolve(file string) Target {
	switch {
	case strings.Contains(file, "://"):
		return Target{Verdict: Address}
	case analysis.IsAbsolutePath(file):
		return Target{Verdict: Absolute}
	}
	near := r.join(file)
	if analysis.LeavesRoot(near) {
		return Target{Verdict: Outside}
	}
	if v := look(r.tree, near); v != Missing {
		return Target{Verdict: v, Rel: near}
	}
	far := fromRoot(r.tree, file)
	if v := look(r.tree, far); far != near && v != Missing {
		return Target{Verdict: v, Rel: far, FromRoot: true}
	}
	for _, rel := range []string{near, far} {
		if other := r.tree.OtherCase(rel); other != "" && !r.tree.IsDir(other) {
			return Target{Verdict: OtherCase, Rel: other, FromRoot: rel == far && far != near}
		}
	}
	if r.hides(near) || r.hides(far) {
		return Target{}
	}
	target := Target{Verdict: Missing, Rel: near}
	if far != near {
		target.Other = far
	}
	return target
}

// join joins the manifest's directory and a path. Most paths are bare names.
func (r *Resolver) join(file string) string {
	if r.dir != "." && file != "" && file[0] != '.' && strings.IndexByte(file, '/') < 0 {
		return r.dir + "/" + file
	}
	return path.Join(r.dir, file)
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

// fromRoot returns a path of the tree for one relative to the repository root. If only a directory of the
// repository is checked, the path may begin with its name.
func fromRoot(t *analysis.Tree, file string) string {
	file = path.Clean(file)
	if t.Folder == "" || t.Exists(file) {
		return file
	}
	if _, rest, ok := strings.Cut("/"+file, "/"+t.Folder+"/"); ok && t.Exists(rest) {
		return rest
	}
	return file
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

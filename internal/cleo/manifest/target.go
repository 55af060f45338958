package manifest

import (
	"path"
	"strings"

	"github.com/skilllint/skilllint/analysis"
)

// A Verdict is what stands where an entry's file should.
type Verdict uint8

// The verdicts. Unseen: it lies where nothing was looked at, so nobody knows.
const (
	Unseen Verdict = iota
	Here
	Folder    // a directory
	OtherCase // there is one that differs in case only
	Missing
	Outside  // it leaves the repository
	Absolute // it begins at a root, a drive or a home
	Address  // it is no path at all
)

// A Target is where the file of an entry leads.
type Target struct {
	Verdict  Verdict
	Rel      string // what is there, from the root of the tree; of a missing one where it should be
	FromRoot bool   // the path leads there from the root, and not from the manifest's folder
	Other    string // of a missing one: where it would be from the root; "" when that is the same
}

// A Resolver follows the paths of the entries of one manifest.
type Resolver struct {
	tree   *analysis.Tree
	dir    string          // of the manifest, below the root of its tree
	hidden map[string]bool // folders, by whether nothing was looked at in them
}

// NewResolver returns a resolver for a manifest.
func NewResolver(manifest *analysis.File) *Resolver {
	return &Resolver{manifest.Tree, path.Dir(manifest.Rel), map[string]bool{}}
}

// Resolve follows the path of an entry: from the manifest's folder, then from the root of the
// repository, as published manifests do both.
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

// join joins the manifest's folder and a path. Most paths are bare names.
func (r *Resolver) join(file string) string {
	if r.dir != "." && file != "" && file[0] != '.' && strings.IndexByte(file, '/') < 0 {
		return r.dir + "/" + file
	}
	return path.Join(r.dir, file)
}

// look returns what stands at a path of the tree.
func look(t *analysis.Tree, rel string) Verdict {
	switch {
	case !t.Exists(rel):
		return Missing
	case t.IsDir(rel):
		return Folder
	}
	return Here
}

// fromRoot returns a path of the tree for one that begins at the repository's root. Where only a
// folder of a repository was looked at, it may lead through the name of that folder.
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

// hides reports whether a path lies where nothing was looked at: beside what was asked for, or in
// a folder that is ignored.
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

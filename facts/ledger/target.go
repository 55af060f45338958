package ledger

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

// Resolve follows the path of an entry: from the manifest's folder, then from the root of the
// repository, as published manifests do both.
func Resolve(t *analysis.Tree, dir, file string) Target {
	switch {
	case strings.Contains(file, "://"):
		return Target{Verdict: Address}
	case isAbsolute(file):
		return Target{Verdict: Absolute}
	}
	near := path.Join(dir, file)
	if near == ".." || strings.HasPrefix(near, "../") {
		return Target{Verdict: Outside}
	}
	if v := look(t, near); v == Here || v == Folder {
		return Target{Verdict: v, Rel: near}
	}
	far := fromRoot(t, file)
	if v := look(t, far); far != near && (v == Here || v == Folder) {
		return Target{Verdict: v, Rel: far, FromRoot: true}
	}
	for _, rel := range []string{near, far} {
		if other := t.OtherCase(rel); other != "" && !t.IsDir(other) {
			return Target{Verdict: OtherCase, Rel: other, FromRoot: rel == far && far != near}
		}
	}
	if hides(t, near) || hides(t, far) {
		return Target{}
	}
	target := Target{Verdict: Missing, Rel: near}
	if far != near {
		target.Other = far
	}
	return target
}

// look returns what stands at a path of the tree.
func look(t *analysis.Tree, rel string) Verdict {
	switch {
	case t.IsDir(rel):
		return Folder
	case t.Exists(rel):
		return Here
	}
	return Missing
}

// isAbsolute reports whether a path begins at a root, a drive or somebody's home.
func isAbsolute(file string) bool {
	drive := len(file) > 2 && file[1] == ':' && (file[2] == '\\' || file[2] == '/')
	return drive || strings.HasPrefix(file, "/") || strings.HasPrefix(file, `\`) || file == "~" || strings.HasPrefix(file, "~/")
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
func hides(t *analysis.Tree, rel string) bool {
	for dir := path.Dir(rel); ; dir = path.Dir(dir) {
		if t.IsDir(dir) {
			return t.Unlisted(dir) || !t.Walked(dir)
		}
		if dir == "." || dir == "/" {
			return false
		}
	}
}

package analysis

import "path"

// A Standing is what is known about a path of a tree.
type Standing int

// The standings.
const (
	Absent Standing = iota // it does not exist
	Unseen                 // its directory was not read
	IsFile
	IsFolder
)

// MaxPath is the limit of paths in bytes; longer ones are Unseen.
const MaxPath = 1024

// Look returns what is known about a path. Files in a directory without known entries are Unseen, as it
// may be ignored or outside the run. So are files behind a link that points outside the tree.
func (t *Tree) Look(rel string) Standing {
	if rel = path.Clean(rel); len(rel) > MaxPath {
		return Unseen
	}
	switch {
	case t.IsDir(rel):
		return IsFolder
	case t.Exists(rel):
		return IsFile
	}
	parent := "."
	for i := range len(rel) {
		if rel[i] != '/' {
			continue
		}
		if dir := rel[:i]; t.IsDir(dir) {
			parent = dir
			continue
		} else if t.Exists(dir) {
			return Unseen // a link may lead out of the tree
		}
		break
	}
	if t.Unlisted(parent) {
		return Unseen
	}
	return Absent
}

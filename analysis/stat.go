package analysis

import "path"

// A PathState is what is known about a path of a tree.
type PathState int

// The states of paths.
const (
	Absent  PathState = iota // it does not exist
	Unknown                  // its directory was not read
	IsFile
	IsFolder
)

// MaxPath is the limit of paths in bytes; longer ones are Unknown.
const MaxPath = 1024

// Stat returns what is known about a path. Files in a directory without known entries are Unknown, as it may
// be ignored or outside the run, and so are files behind a link that points outside the tree.
func (t *Tree) Stat(rel string) PathState {
	if rel = path.Clean(rel); len(rel) > MaxPath {
		return Unknown
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
			return Unknown // a link may point outside the tree
		}
		break
	}
	if t.Unlisted(parent) {
		return Unknown
	}
	return Absent
}

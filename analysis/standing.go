package analysis

import "path"

// A Standing is what is known of a path of a tree.
type Standing int

// The standings.
const (
	Absent Standing = iota // surely not there
	Unseen                 // nobody looked where it would be
	IsFile
	IsFolder
)

// MaxPath is how many bytes a path may have; of longer ones nothing is said.
const MaxPath = 1024

// Look says what is known of a path. A folder of which no entry is known is empty, ignored or was
// not asked for, so what would stand in it is not missed; nor is what would stand behind a link
// that leads out of the tree.
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

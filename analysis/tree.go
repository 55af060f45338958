package analysis

import (
	"path"
	"slices"
	"strings"
	"sync"
)

// A Tree is what discovery saw below one root: every path, whatever it is. Paths are relative to
// the root, with "/" and in exact case. PerWorkspace analyzers may read it; before, it grows.
type Tree struct {
	Prefix string // what comes before a path in reports; empty, or ends with "/"

	paths  map[string]bool // true: a directory
	once   sync.Once
	folded map[string][]string
}

// NewTree is for drivers: it returns an empty tree.
func NewTree(prefix string) *Tree {
	return &Tree{Prefix: prefix, paths: map[string]bool{".": true}}
}

// Add is for drivers: it records a path.
func (t *Tree) Add(rel string, dir bool) { t.paths[rel] = dir }

// Exists reports whether a path is there, in exact case.
func (t *Tree) Exists(rel string) bool { _, ok := t.paths[path.Clean(rel)]; return ok }

// IsDir reports whether a path is a directory.
func (t *Tree) IsDir(rel string) bool { return t.paths[path.Clean(rel)] }

// OtherCase returns an existing path that differs in case only, or "".
func (t *Tree) OtherCase(rel string) string {
	t.once.Do(func() {
		t.folded = make(map[string][]string, len(t.paths))
		for p := range t.paths {
			f := strings.ToLower(p)
			t.folded[f] = append(t.folded[f], p)
		}
	})
	same := t.folded[strings.ToLower(path.Clean(rel))]
	if len(same) == 0 {
		return ""
	}
	return slices.Min(same)
}

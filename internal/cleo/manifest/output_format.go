package manifest

import (
	"path"

	"github.com/skilllint/skilllint/analysis"
)

// A format is the format of a manifest.
type format uint8

const (
	noManifest  format = iota // there is no manifest
	ownFormat                 // the format of this protocol
	otherFormat               // another format
)

// manifests are the manifests of a workspace by directory.
type manifests map[treeDir]format

// A treeDir is a directory of a tree.
type treeDir struct {
	tree *analysis.Tree
	dir  string
}

func newManifests(pass *analysis.Pass) manifests {
	l := manifests{}
	for f, protocol := range Fact.All(pass.Store) {
		l[treeDir{f.Tree, path.Dir(f.Rel)}] = map[bool]format{true: ownFormat, false: otherFormat}[protocol]
	}
	return l
}

// nearest returns the format of the nearest manifest in or above a file's directory, and whether it is in that
// directory.
func (l manifests) nearest(f *analysis.File) (v format, beside bool) {
	own := path.Dir(f.Rel)
	for dir := own; ; dir = path.Dir(dir) {
		if v, ok := l[treeDir{f.Tree, dir}]; ok {
			return v, dir == own
		}
		if dir == "." || dir == "/" {
			return noManifest, false
		}
	}
}

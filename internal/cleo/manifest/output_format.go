package manifest

import (
	"path"

	"github.com/skilllint/skilllint/analysis"
)

// A format is what a manifest is.
type format uint8

const (
	noManifest  format = iota // there is none in this run
	ownFormat                 // of this protocol
	otherFormat               // of another format
)

// manifests are the manifests of a workspace by their folders.
type manifests map[place]format

// A place is a folder of a tree.
type place struct {
	tree *analysis.Tree
	dir  string
}

func newManifests(pass *analysis.Pass) manifests {
	l := manifests{}
	for f, protocol := range Fact.All(pass.Store) {
		l[place{f.Tree, path.Dir(f.Rel)}] = map[bool]format{true: ownFormat, false: otherFormat}[protocol]
	}
	return l
}

// of returns what the manifest of a file is, the nearest one at or above it, and whether it stands
// right beside the file.
func (l manifests) of(f *analysis.File) (v format, beside bool) {
	own := path.Dir(f.Rel)
	for dir := own; ; dir = path.Dir(dir) {
		if v, ok := l[place{f.Tree, dir}]; ok {
			return v, dir == own
		}
		if dir == "." || dir == "/" {
			return noManifest, false
		}
	}
}

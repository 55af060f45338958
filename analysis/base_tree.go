package analysis

import (
	"sort"
	"strings"
)

// A BaseTree is a tree at the git base, for rules that compare with history. Errors of git end the run, so
// they are not returned here.
type BaseTree struct {
	Ref string // the revision that the user named, for messages

	// Files returns the paths of all regular files, sorted.
	Files func() []string

	// Read returns the content of a file of at most most bytes, or nil.
	Read func(rel string, most int64) []byte

	// Values returns a file parsed for its values only, or nil if it does not exist.
	Values func(*File) *Document
}

// Below returns the paths below a directory. paths must be sorted.
func Below(paths []string, dir string) []string {
	if dir == "." {
		return paths
	}
	start := sort.SearchStrings(paths, dir+"/")
	end := start + sort.Search(len(paths)-start, func(i int) bool { return !strings.HasPrefix(paths[start+i], dir+"/") })
	return paths[start:end]
}

package link

import (
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
)

const maxCandidates = 20 // but for the skill's own folder

// Candidates returns the paths below the root that a reference may mean, in the order in which they
// are tried: from the root, then from each folder on the way down to the skill's. None of them
// leads out of the root; when there is none, the reference does.
func (r Reference) Candidates(skill string) []string {
	if path.IsAbs(r.Path) || strings.HasPrefix(r.Path, "~") {
		return nil
	}
	var found []string
	add := func(dir string) {
		to := path.Join(dir, r.Path)
		if !analysis.LeavesRoot(to) && !slices.Contains(found, to) {
			found = append(found, to)
		}
	}
	add(".")
	for i := range len(skill) {
		if skill[i] == '/' && len(found) < maxCandidates {
			add(skill[:i])
		}
	}
	if skill != "" && skill != "." {
		add(skill)
	}
	return found
}

// What one pattern may lead to.
const (
	maxMatches = 1_000  // files
	maxFolders = 10_000 // on the way
)

// Glob returns the files that fit a pattern below the root, in byte order. A star stands for no "/",
// and for no dot at the start of a name, as in a shell. names returns the names in a folder, none if
// it is no folder; file reports whether a path is a file.
func Glob(pattern string, names func(dir string) []string, file func(string) bool) []string {
	found := []string{"."}
	parts := strings.Split(pattern, "/")
	for i, part := range parts {
		var next []string
		for _, dir := range found {
			if len(next) >= maxFolders {
				break
			}
			if !strings.ContainsAny(part, "*?") {
				next = append(next, path.Join(dir, part))
				continue
			}
			for _, name := range names(dir) {
				if fits, _ := path.Match(part, name); fits && (name[0] != '.' || part[0] == '.') {
					next = append(next, path.Join(dir, name))
				}
			}
		}
		found = next
		if i == len(parts)-1 {
			found = slices.DeleteFunc(found, func(p string) bool { return !file(p) })
		}
	}
	slices.Sort(found)
	return found[:min(len(found), maxMatches)]
}

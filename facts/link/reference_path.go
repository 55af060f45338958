package link

import (
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
)

const maxCandidates = 20 // without the skill's own directory

// Candidates returns the paths below the root that a reference may mean, in order: relative to the root, then to
// each directory down to the skill's. If there are none, the reference points outside the root.
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

// Limits of the results of a pattern.
const (
	maxMatches = 1_000  // files
	maxDirs    = 10_000 // directories
)

// Glob returns the files below the root that match a pattern, in byte order. As in a shell, "*" matches neither
// "/" nor a dot at the start of a name. names returns the names in a directory; file reports whether a path is a
// file.
func Glob(pattern string, names func(dir string) []string, file func(string) bool) []string {
	found := []string{"."}
	parts := strings.Split(pattern, "/")
	for i, part := range parts {
		var next []string
		for _, dir := range found {
			if len(next) >= maxDirs {
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

package links

import (
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/link"
)

// baseOf returns the directory of which a tree is drawn, and how many of the paths exist: the one in which most exist. It is the root
// or has the name in the first line. inside allows directories below those above the document.
func baseOf(tree *analysis.Tree, dir string, t *drawnTree, inside bool) (base string, exist int) {
	root := path.Clean(strings.Trim(t.root, "`*"))
	isNamed := t.root != "" && root != "."
	if isNamed && isMadeUp(root) {
		return "", 0
	}
	for up := dir; ; up = path.Dir(up) {
		for _, candidate := range []string{path.Join(up, root), up} {
			if candidate != up && (!isNamed || !tree.IsDir(candidate) || !inside && !link.Inside(candidate, dir) && candidate != dir) ||
				candidate == up && isNamed && up != "." && path.Base(up) != path.Base(root) {
				continue
			}
			count := 0
			for _, e := range t.entries {
				if tree.Stat(path.Join(candidate, e.path)) != analysis.Absent {
					count++
				}
			}
			if count > exist {
				base, exist = candidate, count
			}
		}
		if up == "." || up == "/" {
			return base, exist
		}
	}
}

// builtDirs are directories of files that a build or a run creates.
var builtDirs = []string{"dist", "build", "out", "target", "node_modules", "coverage", "logs", "tmp", "temp", "output", "outputs", "results", "cache", "data", "vendor", "venv"}

// builtEntries are extensions of files that programs write.
var builtEntries = []string{".db", ".sqlite", ".log", ".lock", ".csv", ".zip", ".env", ".pid", ".tmp"}

// isLost reports whether a path is that of a file which is missing in an existing directory, and which no build creates.
func isLost(tree *analysis.Tree, rel string) bool {
	name := path.Base(rel)
	if !hasExtension(name) || name[0] == '.' || name == "README.md" || slices.Contains(builtEntries, path.Ext(name)) || tree.Stat(rel) != analysis.Absent || tree.Ignored(rel) {
		return false
	}
	dir := path.Dir(rel)
	return (dir == "." || tree.IsDir(dir)) && tree.Walked(dir) && !slices.ContainsFunc(strings.Split(dir, "/"), func(part string) bool {
		return slices.Contains(builtDirs, part)
	})
}

package registry

import (
	"path"
	"strings"
)

// isBuilt reports whether a path is build output, which may be missing in the source.
func isBuilt(rel string) bool {
	first, _, _ := strings.Cut(path.Clean(rel), "/")
	switch first {
	case "dist", "build", "out", "target", "generated", "node_modules", ".next", "bin", "release":
		return true
	}
	return false
}

// below returns a path relative to a directory, or unchanged if it is outside.
func below(dir, rel string) string {
	if dir == "." {
		return rel
	}
	if rest, ok := strings.CutPrefix(rel, dir+"/"); ok {
		return rest
	}
	return rel
}

package registry

import (
	"path"
	"strings"
)

// isOwn reports whether a text is a path in the repository, not a URL or a template.
func isOwn(text string) bool {
	return strings.TrimSpace(text) != "" && !strings.Contains(text, "://") && !strings.ContainsAny(text, "$<{*?\x00\n") &&
		!strings.HasPrefix(text, "git@")
}

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

package manifest

import (
	"strings"

	"github.com/skilllint/skilllint/internal/cleo/manifest"
)

// resolveFile resolves the path of an entry, if it has a valid one.
func resolveFile(r *manifest.Resolver, e manifest.Entry) manifest.Target {
	file := e.Get(manifest.File)
	if !isPath(file) {
		return manifest.Target{}
	}
	return r.Resolve(file)
}

// isMissing is a quick test for entries whose file is missing. Most missing files pass.
func isMissing(r *manifest.Resolver, e manifest.Entry) bool {
	file := e.Get(manifest.File)
	return isPath(file) && r.Misses(file)
}

// isPath reports whether a text is a path, and neither empty nor a template.
func isPath(file string) bool {
	return file != "" && (isVisible(file[0]) || strings.Trim(file, whitespace) != "") && len(tokensOf(file)) == 0 && leftoverOf(file, true) == ""
}

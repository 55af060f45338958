package manifest

import (
	"strings"

	"github.com/skilllint/skilllint/internal/cleo/manifest"
)

// resolveFile resolves the path of an entry, if it has a valid one.
func resolveFile(r *manifest.Resolver, e manifest.Entry) manifest.Target {
	file := e.Get(manifest.File)
	if file == "" || !isInk(file[0]) && strings.Trim(file, whitespace) == "" || len(tokensOf(file)) > 0 {
		return manifest.Target{}
	}
	return r.Resolve(file)
}

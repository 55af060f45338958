package manifest

import (
	"strings"

	"github.com/skilllint/skilllint/internal/cleo/manifest"
)

// resolveFile follows the path of an entry, if it has one that can be followed.
func resolveFile(r *manifest.Resolver, e manifest.Entry) manifest.Target {
	file := e.Get(manifest.File)
	if strings.Trim(file, blanks) == "" || len(tokensOf(file)) > 0 {
		return manifest.Target{}
	}
	return r.Resolve(file)
}

package registry

import (
	"strings"

	"github.com/skilllint/skilllint/analysis"
)

// IsHome reports whether a file is settings.json in the root of a repository that is copied or linked to ~/.claude. It applies to
// all projects, so relative paths in it are not those of the repository.
func IsHome(f *analysis.File) bool { return f.Kind == analysis.Settings && f.Rel == "settings.json" }

// CutHome returns the path in the repository of a file below ~/.claude that such settings name.
func CutHome(f *analysis.File, p string) (string, bool) {
	if IsHome(f) {
		for _, home := range []string{"~/", "$HOME/", "${HOME}/"} {
			if rest, ok := strings.CutPrefix(p, home+".claude/"); ok {
				return rest, true
			}
		}
	}
	return "", false
}

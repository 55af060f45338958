package discover

import (
	"bytes"
	"path"
	"strings"

	"github.com/skilllint/skilllint/internal/treefs"
)

// isSubmodule reports whether a directory is a submodule of the repository at the root. If it is empty, it was not
// fetched.
func (w *walker) isSubmodule(real string) bool {
	if w.submodules == nil {
		w.submodules = map[string]bool{}
		w.noteRead(".gitmodules")
		for line := range bytes.Lines(treefs.ReadFile(w.root.FS, ".gitmodules", maxIgnoreSize)) {
			if key, value, ok := strings.Cut(string(line), "="); ok && strings.TrimSpace(key) == "path" {
				w.submodules[path.Clean(strings.Trim(strings.TrimSpace(value), `"`))] = true
			}
		}
	}
	return w.submodules[real]
}

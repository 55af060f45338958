package files

import (
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
)

// A sort of files that are not meant for those who install a skill.
type sort struct {
	severity analysis.Severity
	effect   string // completes "NAME …"
	names    []string
	suffixes []string
}

var (
	secrets = sort{analysis.Warning, "holds secrets, and whoever installs the skill gets them; remove it, and change what it held",
		[]string{".env", ".netrc", "_netrc", ".pgpass", "id_rsa", "id_dsa", "id_ecdsa", "id_ed25519"}, []string{".kdbx", ".p12", ".pfx", ".ppk"}}
	folders = sort{analysis.Warning, "is made on each machine anew, and here it is installed with the skill and searched by agents; remove it",
		[]string{"node_modules", "__pycache__", ".git", ".svn", ".hg", ".venv", ".pytest_cache", ".mypy_cache", ".ruff_cache", ".tox", ".idea", "__MACOSX"}, nil}
	leftovers = sort{analysis.Warning, "is a leftover of an editor or a program; remove it",
		[]string{".DS_Store", "Thumbs.db", "desktop.ini", "npm-debug.log"}, []string{".pyc", ".pyo", ".swp", ".swo", ".orig", ".rej", ".bak", "~"}}
	programs = sort{analysis.Warning, "is a program without its source, which nobody who installs the skill can review; put its source here, or say where to get it",
		nil, []string{".exe", ".dll", ".so", ".dylib", ".msi"}}
	archives = sort{analysis.Info, "is an archive, which agents do not look into; put what is in it here, unless a script unpacks it",
		nil, []string{".zip", ".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tar.xz", ".7z", ".rar"}}
)

// sortOf returns what is unexpected about a path, and which part of it is: a file, or one of the
// folders that it lies in. nil: nothing.
func sortOf(rel string) (*sort, string) {
	for i := range len(rel) {
		if rel[i] == '/' && slices.Contains(folders.names, path.Base(rel[:i])) {
			return &folders, rel[:i]
		}
	}
	base := path.Base(rel)
	for _, s := range []*sort{&secrets, &folders, &leftovers, &programs, &archives} {
		if slices.Contains(s.names, base) || slices.ContainsFunc(s.suffixes, func(suffix string) bool {
			return len(base) > len(suffix) && strings.HasSuffix(base, suffix)
		}) {
			return s, rel
		}
	}
	if rest, ok := strings.CutPrefix(base, ".env."); ok && isFilledIn(rest) {
		return &secrets, rel
	}
	return nil, ""
}

// isFilledIn reports whether a variant of .env holds values, and not what they look like.
func isFilledIn(variant string) bool {
	switch variant {
	case "local", "production", "prod", "development", "dev", "staging", "test":
		return true
	}
	return false
}

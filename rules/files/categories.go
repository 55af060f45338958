package files

import (
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
)

// A category is a kind of files that should not be installed with a skill.
type category struct {
	severity analysis.Severity
	message  string // followed by the name
	effect   string
	help     string
	several  string // message, effect and help for several files
	effects  string
	helps    string
	about    string // identity in baselines
	names    []string
	suffixes []string
}

var (
	secrets = category{analysis.Warning, "file with secrets", "users who install the skill get them", "delete it, and revoke the secrets",
		"files with secrets", "users who install the skill get them", "delete them, and revoke the secrets",
		"holds secrets, and whoever installs the skill gets them; remove it, and change what it held",
		[]string{".env", ".netrc", "_netrc", ".pgpass", "id_rsa", "id_dsa", "id_ecdsa", "id_ed25519"}, []string{".kdbx", ".p12", ".pfx", ".ppk"}}
	folders = category{analysis.Warning, "generated directory", "it is installed with the skill, and agents search it", "delete it",
		"generated directories", "they are installed with the skill, and agents search them", "delete them",
		"is made on each machine anew, and here it is installed with the skill and searched by agents; remove it",
		[]string{"node_modules", "__pycache__", ".git", ".svn", ".hg", ".venv", ".pytest_cache", ".mypy_cache", ".ruff_cache", ".tox", ".idea", "__MACOSX"}, nil}
	leftovers = category{analysis.Warning, "temporary file", "it is installed with the skill", "delete it",
		"temporary files", "they are installed with the skill", "delete them",
		"is a leftover of an editor or a program; remove it",
		[]string{".DS_Store", "Thumbs.db", "desktop.ini", "npm-debug.log"}, []string{".pyc", ".pyo", ".swp", ".swo", ".orig", ".rej", ".bak", "~"}}
	archives = category{analysis.Info, "archive", "agents do not read its contents", "include the unpacked files, unless a script unpacks it",
		"archives", "agents do not read their contents", "include the unpacked files, unless a script unpacks them",
		"is an archive, which agents do not look into; put what is in it here, unless a script unpacks it",
		nil, []string{".zip", ".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tar.xz", ".7z", ".rar"}}
)

// categoryOf returns the category of an unexpected path, and its unexpected part: the file, or a directory above
// it. It returns nil for other paths.
func categoryOf(rel string) (*category, string) {
	for i := range len(rel) {
		if rel[i] == '/' && slices.Contains(folders.names, path.Base(rel[:i])) {
			return &folders, rel[:i]
		}
	}
	base := path.Base(rel)
	for _, s := range []*category{&secrets, &folders, &leftovers, &archives} {
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

// isFilledIn reports whether a variant of .env contains values, and is not an example.
func isFilledIn(variant string) bool {
	switch variant {
	case "local", "production", "prod", "development", "dev", "staging", "test":
		return true
	}
	return false
}

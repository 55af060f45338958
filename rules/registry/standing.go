package registry

import (
	"path"
	"strings"

	"github.com/skilllint/skilllint/analysis"
)

// A standing is what is known of a path.
type standing int

const (
	missing standing = iota // surely not there
	unseen                  // nobody looked where it would be
	isFile
	isFolder
)

const maxPath = 1024 // bytes of a path; beyond it nothing is said

// look says what is known of a path of a tree. A folder of which no entry is known is empty, ignored
// or was not asked for, so what would stand in it is not missed.
func look(tree *analysis.Tree, rel string) standing {
	if rel = path.Clean(rel); len(rel) > maxPath {
		return unseen
	}
	switch {
	case tree.IsDir(rel):
		return isFolder
	case tree.Exists(rel):
		return isFile
	}
	parent := "."
	for i := range len(rel) {
		if rel[i] != '/' {
			continue
		}
		if dir := rel[:i]; tree.IsDir(dir) {
			parent = dir
			continue
		} else if tree.Exists(dir) {
			return unseen // a link may lead out of the tree
		}
		break
	}
	if tree.Unlisted(parent) {
		return unseen
	}
	return missing
}

// isOwn reports whether a text is a path in the repository. Addresses and what a tool fills in are
// none.
func isOwn(text string) bool {
	return strings.TrimSpace(text) != "" && !strings.Contains(text, "://") && !strings.ContainsAny(text, "$<{*?\x00\n") &&
		!strings.HasPrefix(text, "git@")
}

// isAbsolute reports whether a path means a place on one machine.
func isAbsolute(text string) bool {
	return strings.HasPrefix(text, "/") || strings.HasPrefix(text, `\`) || text == "~" || strings.HasPrefix(text, "~/") ||
		len(text) > 2 && text[1] == ':' && (text[2] == '\\' || text[2] == '/')
}

// leaves reports whether a relative path leads out of the folder that it begins in.
func leaves(text string) bool {
	clean := path.Clean(text)
	return clean == ".." || strings.HasPrefix(clean, "../")
}

// isBuilt reports whether a path begins in a folder that a build makes, so that it may be missing in
// the source.
func isBuilt(rel string) bool {
	first, _, _ := strings.Cut(path.Clean(rel), "/")
	switch first {
	case "dist", "build", "out", "target", "generated", "node_modules", ".next", "bin", "release":
		return true
	}
	return false
}

// below returns a path as it is seen from a folder that holds it; as it is when none does.
func below(dir, rel string) string {
	if dir == "." {
		return rel
	}
	if rest, ok := strings.CutPrefix(rel, dir+"/"); ok {
		return rest
	}
	return rel
}

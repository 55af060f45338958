package links

import (
	"path"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/link"
)

// isInPackage reports whether a link stays in a directory that some client installs as a whole.
func isInPackage(l *link.Link) bool {
	for dir := path.Dir(path.Dir(l.Skill.Rel)); ; dir = path.Dir(dir) {
		if link.Inside(dir, l.To) && isPackage(l.From.Tree, dir) {
			return true
		}
		if dir == "." || dir == "/" {
			return false
		}
	}
}

func isPackage(tree *analysis.Tree, dir string) bool {
	if tree.IsDir(path.Join(dir, ".codex-plugin")) || tree.IsDir(path.Join(dir, ".cursor-plugin")) ||
		tree.Exists(path.Join(dir, "gemini-extension.json")) || tree.Exists(path.Join(dir, "openclaw.plugin.json")) {
		return true
	}
	manifest := path.Join(dir, "package.json")
	return tree.Exists(manifest) && strings.Contains(strings.Join(strings.Fields(string(tree.Read(manifest, maxManifest))), ""), `"pi":{`)
}

// maxManifest is the number of bytes of a package.json that are searched for the key "pi".
const maxManifest = 64 << 10

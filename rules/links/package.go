package links

import (
	"path"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/link"
)

// isInPackage reports whether the target of a link is in the same directory that a client installs as a whole.
func isInPackage(l *link.Link) bool {
	for dir := path.Dir(path.Dir(l.Skill.Rel)); ; dir = path.Dir(dir) {
		if link.Inside(dir, l.To) && (isPackage(l.From.Tree, dir) || isListed(l, dir)) {
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

// isListed reports whether the manifest in a directory lists both a file and the target of its link, so that they are
// installed together.
func isListed(l *link.Link, dir string) bool {
	manifest := path.Join(dir, "manifest.json")
	if !l.From.Tree.Exists(manifest) {
		return false
	}
	text := string(l.From.Tree.Read(manifest, maxManifest))
	return strings.Contains(text, `"`+analysis.RelativePath(dir, l.From.Rel)+`"`) && strings.Contains(text, `"`+analysis.RelativePath(dir, l.To)+`"`)
}

// maxManifest limits the bytes of a manifest that are searched.
const maxManifest = 64 << 10

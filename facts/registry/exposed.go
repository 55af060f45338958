package registry

import (
	"path"
	"strings"

	"github.com/skilllint/skilllint/analysis"
)

// A component is a default place of Claude Code in the root of a plugin.
type component struct {
	name string // of the file or directory
	kind string // what it contains; empty: anything
}

// components are the default places of Claude Code in the root of a plugin.
var components = []component{{"SKILL.md", ""}, {"skills", "SKILL.md"}, {"commands", ".md"}, {"agents", ".md"}, {"output-styles", ".md"}, {"hooks", "hooks.json"},
	{"workflows", ""}, {"monitors", ""}, {"themes", ""}, {"bin", ""}, {".mcp.json", ""}, {".lsp.json", ""}, {"settings.json", ""}}

// HasComponents reports whether a directory has anything that Claude Code loads of a plugin by default. It also returns true if that
// is unknown.
func HasComponents(tree *analysis.Tree, root string) bool {
	for _, c := range components {
		at := path.Join(root, c.name)
		switch state := tree.Stat(at); {
		case state == analysis.Unknown, state != analysis.Absent && c.kind == "", state == analysis.IsFolder && (tree.Unlisted(at) || c.within(tree, at)):
			return true
		}
	}
	return false
}

// within reports whether a directory contains components.
func (c component) within(tree *analysis.Tree, dir string) bool {
	if c.kind == ".md" {
		for _, rel := range analysis.Below(tree.All(), tree.Real(dir)) {
			if strings.HasSuffix(rel, ".md") {
				return true
			}
		}
		return false
	}
	if c.kind == "hooks.json" {
		return tree.Exists(path.Join(dir, c.kind))
	}
	for _, name := range tree.Entries(dir) {
		if at := path.Join(dir, name); strings.EqualFold(name, c.kind) || tree.Exists(path.Join(at, c.kind)) || tree.Unlisted(at) {
			return true
		}
	}
	return false
}

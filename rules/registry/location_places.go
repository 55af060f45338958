package registry

import (
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/registry"
	"github.com/skilllint/skilllint/schema"
)

// A lostFolder is a directory with skills that a client does not find.
type unsearchedDir struct {
	tree   *analysis.Tree
	dir    string // directory of the skills
	folder string // directory that the client searches
	client string
	depth  int // depth of the search
}

// namedDirs returns the paths of components that plugins and marketplaces list.
func namedDirs(pass *analysis.Pass) map[place]bool {
	named := map[place]bool{}
	add := func(tree *analysis.Tree, root string, paths []registry.Path) {
		for _, p := range paths {
			if isOwn(p.Value) && !analysis.IsAbsolutePath(p.Value) {
				named[place{tree, path.Join(root, p.Value)}] = true
			}
		}
	}
	for file, p := range registry.PluginFact.All(pass.Store) {
		add(file.Tree, registry.Home(file), p.Paths)
	}
	for file, m := range registry.MarketplaceFact.All(pass.Store) {
		for _, e := range m.Entries {
			if e.Source.Value != "" && isOwn(e.Source.Value) {
				add(file.Tree, path.Join(registry.Home(file), e.Source.Value), e.Paths)
				add(file.Tree, path.Join(registry.Home(file), m.Root, e.Source.Value), e.Paths)
			}
		}
	}
	return named
}

// lostIn returns the directory of a skill if the client does not search it.
func lostIn(f *analysis.File, named, above map[place]bool) (unsearchedDir, bool) {
	dir := path.Dir(f.Rel)
	for at := dir; at != "." && at != "/"; at = path.Dir(at) {
		if named[place{f.Tree, at}] {
			return unsearchedDir{}, false // the depth of this search is undocumented
		}
	}
	var l unsearchedDir
	for _, p := range f.Dialect.Discovery {
		folder, ok := folderOf(f, &p)
		if !ok {
			continue
		}
		below := strings.TrimPrefix(strings.TrimPrefix(dir, folder), "/")
		depth := 0
		if below != "" {
			depth = strings.Count(below, "/") + 1
		}
		if p.Depth == schema.AnyDepth || depth <= p.Depth {
			return unsearchedDir{}, false
		}
		if p.Scope == "plugin" && above[place{f.Tree, folder}] {
			return unsearchedDir{}, false // the plugin lists the skills that it exposes; the others are left out on purpose
		}
		first, _, _ := strings.Cut(below, "/")
		l = unsearchedDir{f.Tree, path.Join(folder, first), folder, f.Dialect.Title, p.Depth}
	}
	return l, l.tree != nil
}

// isListed reports whether the client lists all skills in the system prompt and finds no other: a skill inside another one, which
// clients usually read as a chapter, is lost.
func isListed(f *analysis.File) bool {
	if f.Dialect == nil || f.Dialect.Name != "progressive" {
		return false
	}
	return !slices.ContainsFunc(strings.Split(path.Dir(f.Rel), "/"), func(dir string) bool {
		return slices.Contains([]string{"assets", "examples", "references", "templates", "tests"}, dir)
	})
}

// aboveOf returns the directories above listed paths.
func aboveOf(named map[place]bool) map[place]bool {
	above := map[place]bool{}
	for p := range named {
		for dir := path.Dir(p.dir); !above[place{p.tree, dir}]; dir = path.Dir(dir) {
			above[place{p.tree, dir}] = true
		}
	}
	return above
}

// folderOf returns the directory of a dialect that contains a skill.
func folderOf(f *analysis.File, p *schema.Place) (string, bool) {
	if below, ok := strings.CutPrefix(p.Path, ".AGENT/"); ok && p.Kind == "skill" && p.Scope == "project" {
		return unknownClientFolder(f.Rel, strings.TrimSuffix(below, "/"))
	}
	own, flat := strings.CutSuffix(p.Path, "*.md")
	if p.Kind != "skill" || p.Home != "" || !strings.HasSuffix(own, "/") || flat == (path.Base(f.Rel) == "SKILL.md") {
		return "", false
	}
	switch {
	case p.Scope == "project" && strings.HasPrefix(own, "."):
		if i := strings.LastIndex("/"+f.Rel, "/"+own); i >= 0 {
			return f.Rel[:i] + strings.TrimSuffix(own, "/"), true
		}
	case p.Scope == "plugin" && f.Plugin:
		root, ok := pluginRoot(f)
		if folder := path.Join(root, own); ok && strings.HasPrefix(f.Rel, folder+"/") {
			return folder, true
		}
	}
	return "", false
}

// pluginRoot returns the nearest directory above a file with a plugin.json of Claude Code.
func pluginRoot(f *analysis.File) (string, bool) {
	for dir := path.Dir(f.Rel); ; dir = path.Dir(dir) {
		if f.Tree.Exists(path.Join(dir, ".claude-plugin", "plugin.json")) {
			return dir, true
		}
		if dir == "." || dir == "/" {
			return "", false
		}
	}
}

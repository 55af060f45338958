package registry

import (
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/schema"
)

// A Search is where clients search the components of a workspace: the places of their dialects, and the paths that plugins and
// marketplaces list.
type Search struct{ named, above map[place]bool }

// SearchFact is where clients search components.
var SearchFact = analysis.NewFact("search", "where clients search components", analysis.PerWorkspace, 0, readSearch,
	PluginFact.Analyzer, MarketplaceFact.Analyzer)

func readSearch(pass *analysis.Pass) (*Search, error) {
	s := &Search{map[place]bool{}, map[place]bool{}}
	add := func(tree *analysis.Tree, root string, paths []Path) {
		for _, p := range paths {
			if IsOwn(p.Value) && !analysis.IsAbsolutePath(p.Value) {
				s.named[place{tree, path.Join(root, p.Value)}] = true
			}
		}
	}
	for file, p := range PluginFact.All(pass.Store) {
		add(file.Tree, Home(file), p.Paths)
	}
	for file, m := range MarketplaceFact.All(pass.Store) {
		for _, e := range m.Entries {
			if IsOwn(e.Source.Value) {
				for _, root := range m.Sources(file, e.Source.Value) {
					add(file.Tree, root, e.Paths)
				}
			}
		}
	}
	for p := range s.named {
		for dir := path.Dir(p.dir); !s.above[place{p.tree, dir}]; dir = path.Dir(dir) {
			s.above[place{p.tree, dir}] = true
		}
	}
	return s, nil
}

// IsOwn reports whether a text is a path in the repository, not a URL or a template.
func IsOwn(text string) bool {
	return strings.TrimSpace(text) != "" && !strings.Contains(text, "://") && !strings.ContainsAny(text, "$<{*?\x00\n") &&
		!strings.HasPrefix(text, "git@")
}

// Lists reports whether a plugin or marketplace lists a path.
func (s *Search) Lists(tree *analysis.Tree, at string) bool { return s.named[place{tree, at}] }

// ListsBelow reports whether a plugin or marketplace lists a path below a directory.
func (s *Search) ListsBelow(tree *analysis.Tree, dir string) bool { return s.above[place{tree, dir}] }

// isBelowListed reports whether the directory of a file is listed, or below a listed one. The depth of that search is undocumented.
func (s *Search) isBelowListed(f *analysis.File) bool {
	for at := path.Dir(f.Rel); at != "." && at != "/"; at = path.Dir(at) {
		if s.Lists(f.Tree, at) {
			return true
		}
	}
	return false
}

// An Unsearched is a directory with skills that a client does not find.
type Unsearched struct {
	Tree   *analysis.Tree
	Dir    string // directory of the skills
	Folder string // directory that the client searches
	Client string
	Depth  int // depth of the search
}

// TooDeep returns the directory of a skill if its client searches a directory above it, but not as deep.
func (s *Search) TooDeep(f *analysis.File) (Unsearched, bool) {
	if s.isBelowListed(f) {
		return Unsearched{}, false
	}
	dir := path.Dir(f.Rel)
	var l Unsearched
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
			return Unsearched{}, false
		}
		if p.Scope == "plugin" && s.ListsBelow(f.Tree, folder) {
			return Unsearched{}, false // the plugin lists the skills that it exposes; the others are left out on purpose
		}
		first, _, _ := strings.Cut(below, "/")
		if strings.HasPrefix(first, "_") {
			return Unsearched{}, false // not for clients, such as _shared
		}
		l = Unsearched{f.Tree, path.Join(folder, first), folder, f.Dialect.Title, p.Depth}
	}
	return l, l.Tree != nil
}

// Loses reports whether Claude Code does not find a skill of an installed plugin: it is neither in the root, nor in a directory of
// skills/, nor listed.
func (s *Search) Loses(f *analysis.File) bool {
	manifests := path.Join(f.PluginRoot, ".claude-plugin")
	if f.Tree.Exists(path.Join(manifests, "marketplace.json")) && !f.Tree.Exists(path.Join(manifests, "plugin.json")) {
		return false // the directory of a marketplace may have skills for other uses
	}
	if !f.Plugin || f.PluginRoot == "" || IsHiddenIn(f.Rel) || s.isBelowListed(f) || s.Lists(f.Tree, f.Rel) {
		return false
	}
	dir := path.Dir(f.Rel)
	return dir != f.PluginRoot && path.Dir(dir) != path.Join(f.PluginRoot, "skills")
}

// IsHiddenIn reports whether a path has a hidden directory, whose skills belong to a client and not to a plugin.
func IsHiddenIn(rel string) bool {
	return slices.ContainsFunc(strings.Split(path.Dir(rel), "/"), func(part string) bool { return len(part) > 1 && part[0] == '.' })
}

// PluginRoot returns the nearest directory above a file with a plugin.json of Claude Code.
func PluginRoot(f *analysis.File) (string, bool) {
	for dir := path.Dir(f.Rel); ; dir = path.Dir(dir) {
		if f.Tree.Exists(path.Join(dir, ".claude-plugin", "plugin.json")) {
			return dir, true
		}
		if dir == "." || dir == "/" {
			return "", false
		}
	}
}

// folderOf returns the directory of a dialect that contains a skill.
func folderOf(f *analysis.File, p *schema.Place) (string, bool) {
	if below, ok := strings.CutPrefix(p.Path, ".AGENT/"); ok && p.Kind == "skill" && p.Scope == "project" {
		return UnknownClientFolder(f.Rel, strings.TrimSuffix(below, "/"))
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
		root, ok := PluginRoot(f)
		if folder := path.Join(root, own); ok && strings.HasPrefix(f.Rel, folder+"/") {
			return folder, true
		}
	}
	return "", false
}

// UnknownClientFolder returns the innermost directory .NAME/BELOW that contains a file.
func UnknownClientFolder(rel, below string) (string, bool) {
	parts := strings.Split(path.Dir(rel), "/")
	for i := len(parts) - 2; i >= 0; i-- {
		if parts[i+1] == below && len(parts[i]) > 1 && parts[i][0] == '.' {
			return strings.Join(parts[:i+2], "/"), true
		}
	}
	return "", false
}

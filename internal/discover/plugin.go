package discover

import (
	"io"
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/syntax/jsontree"
)

// maxPlugin limits the manifests of plugins and marketplaces that are searched for paths.
const maxPlugin = 1 << 20

// declared are the plugins of marketplaces, and the components that manifests and marketplaces of Claude Code list, by path
// relative to the root.
type declared struct {
	plugins map[string]bool // directories that a marketplace names
	parts   map[string]area // files, and directories of files
	skills  map[string]bool // directories of skills that a plugin lists, and those that contain them
	left    map[string]bool // commands/ and agents/ of plugins that list files instead
}

// lists are the fields that list components, with the kind of their files.
var lists = []struct {
	field string
	kind  analysis.Kind
	ext   string
}{
	{"commands", analysis.Command, ".md"},
	{"agents", analysis.Agent, ".md"},
	{"outputStyles", analysis.OutputStyle, ".md"},
	{"hooks", analysis.Hooks, ".json"},
	{"mcpServers", analysis.MCP, ".json"},
}

// readPlugin records what the manifests in .claude-plugin of a directory declare.
func (w *walker) readPlugin(f *directory) {
	if f.rel != f.real {
		return
	}
	market := w.readJSON(f, ".claude-plugin/marketplace.json")
	bases := []string{f.rel}
	if prefix := market.Lookup("metadata", "pluginRoot"); prefix.IsString() {
		bases = append(bases, path.Join(f.rel, prefix.Text))
	}
	own, manifest := false, w.readJSON(f, ".claude-plugin/plugin.json")
	if plugins := market.Get("plugins"); plugins != nil {
		for _, p := range plugins.Items {
			for _, base := range bases {
				if source := p.Get("source"); source.IsString() {
					if dir, ok := inside(base, source.Text); ok {
						w.declared.plugins[dir] = true
						w.declare(dir, p)
						own = own || dir == f.rel
					}
				}
			}
		}
	}
	if market.Get("plugins") != nil && !own && manifest == nil { // it may also be invalid
		_, real := f.path(".claude-plugin/plugin.json")
		_, err := w.root.FS.Lstat(real)
		f.market = err != nil
	}
	w.declare(f.rel, manifest)
}

// readJSON parses a small JSON file. It returns nil if that fails, which is reported when the file is checked.
func (w *walker) readJSON(f *directory, name string) *analysis.Value {
	_, real := f.path(name)
	if info, err := w.root.FS.Lstat(real); err != nil || !info.Mode().IsRegular() || info.Size() > maxPlugin {
		return nil
	}
	file, err := w.openText(real)
	if err != nil {
		return nil
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, maxPlugin))
	if err != nil {
		return nil
	}
	return jsontree.Parse(analysis.EncodingOf(text).Decode(text), 0).Root
}

// declare records the components that a plugin.json, or an entry of a marketplace, lists.
func (w *walker) declare(plugin string, p *analysis.Value) {
	for _, named := range listedPaths(p.Get("skills")) {
		at, ok := inside(plugin, named)
		for ; ok && !w.declared.skills[at] && at != plugin && at != "."; at = path.Dir(at) {
			w.declared.skills[at] = true
		}
	}
	for _, l := range lists {
		for _, named := range listedPaths(p.Get(l.field)) {
			if part, ok := inside(plugin, named); ok && part != plugin {
				w.declared.left[path.Join(plugin, l.field)] = true
				w.declared.parts[part] = area{kind: l.kind, dialect: claudeCode, ext: l.ext, deep: l.kind == analysis.Command,
					why: l.ext + " file that \"" + l.field + "\" of a plugin lists"}
			}
		}
	}
}

// listedPaths returns the paths in a string, a list, or a mapping of named commands.
func listedPaths(v *analysis.Value) []string {
	if v == nil {
		return nil
	}
	var found []string
	for _, item := range append([]*analysis.Value{v}, v.Items...) {
		if item.IsString() {
			found = append(found, item.Text)
		}
	}
	for _, m := range v.Members {
		if source := m.Value.Get("source"); source.IsString() {
			found = append(found, source.Text)
		}
	}
	return found
}

// inside returns the path of a file or directory that a manifest lists, and whether it is below the directory.
func inside(dir, named string) (string, bool) {
	if len(named) > maxPath || path.IsAbs(named) || strings.ContainsAny(named, "*\\:") {
		return "", false
	}
	at := path.Join(dir, named)
	return at, dir == "." && at != ".." && !strings.HasPrefix(at, "../") || at == dir || strings.HasPrefix(at, dir+"/")
}

// isLeft reports whether a directory has tests of commands or subagents of a plugin that lists its files, so that the client does
// not search it.
func (w *walker) isLeft(f *directory, kind analysis.Kind) bool {
	usual := path.Join(f.pluginRoot, kind.String()+"s")
	if _, whole := w.declared.parts[usual]; whole || !f.inPlugin || !w.declared.left[usual] {
		return false
	}
	return slices.ContainsFunc(strings.Split(strings.TrimPrefix(f.rel, usual), "/"), func(dir string) bool {
		return dir == "evals" || dir == "tests" || dir == "fixtures"
	})
}

// declaredArea returns the area of a file that a plugin lists.
func (w *walker) declaredArea(f *directory, name string) (area, bool) {
	if len(w.declared.parts) == 0 || f.real == "" {
		return area{}, false
	}
	rel, _ := f.path(name)
	a, ok := w.declared.parts[rel]
	return a, ok && strings.HasSuffix(name, a.ext)
}

// applyDeclared applies to a directory what the manifests above it declare: it is a plugin, or contains components.
func (w *walker) applyDeclared(f *directory) {
	if w.declared.plugins[f.rel] && !f.plugin {
		f.plugin, f.inPlugin, f.listed, f.pluginRoot = true, true, true, f.rel
		f.otherPlugin = f.otherPlugin || f.portable
		f.inOtherPlugin = f.inOtherPlugin || f.otherPlugin
		f.home = &home{dialect: claudeCode, why: "in a plugin that a marketplace lists"}
	}
	if f.otherPlugin && !f.plugin && f.inPlugin && !w.declared.skills[f.rel] { // a plugin of another client in the same repository
		f.inPlugin, f.pluginRoot, f.home = false, "", nil
	}
	if a, ok := w.declared.parts[f.rel]; ok && (f.area == nil || f.area.kind != a.kind) {
		f.area = &a
	}
	if f.plugin && !f.listed {
		w.readPlugin(f)
	}
}

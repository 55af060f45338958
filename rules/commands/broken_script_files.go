package commands

import (
	"bytes"
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/placeholder"
	"github.com/skilllint/skilllint/internal/script"
)

// A bundled is a script of a skill, of a plugin or of .claude.
type bundled struct {
	tree   *analysis.Tree
	rel    string
	file   *analysis.File // nil if it is not a document
	script *script.Script
	root   string // of the plugin or skill
	plugin string // the root of the plugin, if known
}

// bundledScripts returns the scripts of a workspace, in order.
func bundledScripts(pass *analysis.Pass) []*bundled {
	type key struct {
		tree *analysis.Tree
		rel  string
	}
	var all []*bundled
	known := map[key]bool{}
	for f, s := range script.Fact.All(pass.Store) {
		if s == nil {
			continue
		}
		known[key{f.Tree, f.Rel}] = true
		b := &bundled{tree: f.Tree, rel: f.Rel, file: f, script: s, root: path.Dir(f.Rel)}
		if f.Plugin {
			b.plugin = f.PluginRoot
		}
		all = append(all, b)
	}
	scripts, roots := script.Of(pass), map[*analysis.Tree][]string{}
	var trees []*analysis.Tree
	for _, f := range pass.Workspace.Files {
		if f.Plugin && !slices.Contains(roots[f.Tree], f.PluginRoot) {
			roots[f.Tree] = append(roots[f.Tree], f.PluginRoot)
		}
		if !slices.Contains(trees, f.Tree) {
			trees = append(trees, f.Tree)
		}
	}
	for _, tree := range trees {
		if tree.Exists(".claude-plugin/marketplace.json") || isConfiguration(tree) {
			roots[tree] = append(roots[tree], "")
		}
		for _, rel := range tree.All() {
			if path.Ext(rel) != "" && script.LanguageOf(rel, nil) == script.Other || known[key{tree, rel}] || tree.IsDir(rel) {
				continue
			}
			root, ok := ownerOf(rel, roots[tree])
			if !ok {
				continue
			}
			if s := scripts.At(tree, rel); s != nil {
				all = append(all, &bundled{tree: tree, rel: rel, script: s, root: root, plugin: root})
			}
		}
	}
	return all
}

// isConfiguration reports whether a repository is a configuration directory of Claude Code: ~/.claude.
func isConfiguration(tree *analysis.Tree) bool {
	return tree.IsFile("settings.json") && (tree.IsDir("commands") || tree.IsDir("agents") || tree.IsDir("skills")) && !tree.Exists("package.json")
}

// ownerOf returns the root of the plugin, or the .claude, in whose directories for scripts a path is.
func ownerOf(rel string, roots []string) (root string, ok bool) {
	for _, root := range append(slices.Clip(roots), ".claude") {
		below := rel
		if root != "" && root != "." {
			if below, ok = strings.CutPrefix(rel, root+"/"); !ok {
				continue
			}
		}
		first, _, _ := strings.Cut(below, "/")
		switch first {
		case "hooks", "scripts", "bin", "lib":
			return root, true
		}
	}
	return "", false
}

// at returns a location in the script.
func (b *bundled) at(r analysis.Range) analysis.Location {
	if b.file != nil {
		return b.file.At(r)
	}
	source := b.tree.Read(b.rel, script.MaxSize)
	return analysis.Location{Path: b.tree.Prefix + b.rel, Range: r, Start: positionIn(source, r.Start), End: positionIn(source, r.End)}
}

func positionIn(source []byte, offset int) analysis.Position {
	before := source[:min(offset, len(source))]
	last := bytes.LastIndexByte(before, '\n') + 1
	return analysis.Position{Line: 1 + bytes.Count(before, []byte("\n")), Column: 1 + len([]rune(string(before[last:])))}
}

// isShown reports whether a script is an example, a reference or a template, is no longer used, or is part of an installed library.
func (b *bundled) isShown() bool {
	for part := range strings.SplitSeq(path.Dir(b.rel), "/") {
		switch part {
		case "archive", "archived", "deprecated", "legacy", "old", "backup", "disabled", "benchmark", "benchmarks", "results", "eval", "evals",
			"site-packages", "dist-packages", "node_modules":
			return true
		}
	}
	if b.file != nil {
		return isShown(b.file)
	}
	return placeholder.IsTemplatePath(strings.TrimPrefix(b.rel, b.root+"/"))
}

// missingFile returns the path of a file that a script needs and that does not exist, or "".
func (b *bundled) missingFile(n script.Need) string {
	dir := path.Dir(b.rel)
	if n.Base == script.FromPlugin {
		if b.plugin == "" && (b.file == nil || !b.file.Plugin) {
			return ""
		}
		dir = b.plugin
	}
	return b.missing(path.Join(dir, n.Path))
}

// missing returns a path if nothing exists there, and nothing creates it later.
func (b *bundled) missing(rel string) string {
	if rel == ".." || strings.HasPrefix(rel, "../") || b.tree.Stat(rel) != analysis.Absent || b.tree.Hidden(rel) || b.tree.Ignored(rel) {
		return ""
	}
	for part := range strings.SplitSeq(strings.ToLower(rel), "/") {
		switch part {
		case "node_modules", "dist", "build", "out", "target", ".venv", "venv", "generated", "__pycache__", ".next":
			return ""
		}
	}
	return rel
}

// missingModule returns the path of a module of the skill or plugin that a script imports and that does not exist, or "".
func (b *bundled) missingModule(i *script.Import) string {
	if i.Optional {
		return ""
	}
	if b.script.Language == script.Python {
		return b.missingPython(i.Path)
	}
	if b.script.Language != script.JavaScript && b.script.Language != script.TypeScript || !strings.HasPrefix(i.Path, "./") && !strings.HasPrefix(i.Path, "../") || strings.ContainsAny(i.Path, "?#!$") {
		return ""
	}
	rel := path.Join(path.Dir(b.rel), i.Path)
	candidates := []string{rel}
	for _, ext := range []string{".js", ".mjs", ".cjs", ".ts", ".mts", ".cts", ".tsx", ".jsx", ".json", ".d.ts", ".node", ".vue", ".svelte"} {
		candidates = append(candidates, rel+ext, rel+"/index"+ext, strings.TrimSuffix(rel, path.Ext(rel))+ext)
	}
	if slices.ContainsFunc(candidates, b.tree.Exists) {
		return ""
	}
	return b.missing(rel)
}

// missingPython returns the path of a module in a package of the script that does not exist, or "".
func (b *bundled) missingPython(module string) string {
	dir, name := path.Dir(b.rel), strings.TrimLeft(module, ".")
	for range len(module) - len(name) - 1 {
		dir = path.Dir(dir)
	}
	if name == module { // a package beside the script
		first, rest, more := strings.Cut(name, ".")
		dir, name = path.Join(dir, first), rest
		if !more || !b.tree.IsDir(dir) || !slices.ContainsFunc(b.tree.Entries(dir), func(name string) bool { return path.Ext(name) == ".py" }) {
			return ""
		}
	}
	for more := true; more && name != ""; {
		var first string
		first, name, more = strings.Cut(name, ".")
		rel := path.Join(dir, first)
		if init := b.tree.Read(path.Join(dir, "__init__.py"), script.MaxSize); b.tree.IsFile(rel+".py") || bytes.Contains(init, []byte(first)) {
			return ""
		}
		if !b.tree.IsDir(rel) {
			return b.missing(rel + ".py")
		}
		dir = rel
	}
	return ""
}

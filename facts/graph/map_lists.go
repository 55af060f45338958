package graph

import (
	"path"
	"sort"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/registry"
	"github.com/skilllint/skilllint/internal/cleo/manifest"
)

// registries adds the entries of registries.
func (b *mapBuilder) registries() {
	unfiled := map[analysis.Location]int{} // location of an entry's name → its node
	for i := range b.m.Nodes {
		if n := &b.m.Nodes[i]; n.Unfiled {
			unfiled[n.At] = i
		}
	}
	for file, r := range registry.Fact.All(b.pass.Store) {
		for i := range r.Entries {
			e := &r.Entries[i]
			at := e.Path.Location
			if e.Path.Value == "" {
				at = e.Name.Location
			}
			to, ok := unfiled[e.Name.Location]
			if skill := b.find.Skill(file, e.Path.Value, e.Name.Value); skill != nil {
				to, ok = b.byFile[skill], true
			}
			if ok {
				b.edge(b.byFile[file], to, Lists, "skills", at)
			}
		}
	}
}

// maxListed limits the files that are checked for one plugin or marketplace.
const maxListed = 100_000

// A lister adds the entries of one file, each once.
type lister struct {
	*mapBuilder
	file *analysis.File
	from int
	seen map[int]bool
	left int // files that may still be checked
}

func (b *mapBuilder) lister(file *analysis.File) *lister {
	return &lister{b, file, b.byFile[file], map[int]bool{}, maxListed}
}

// add adds the files of a kind in or below a path.
func (l *lister) add(to string, kind analysis.Kind, field string, at analysis.Location) {
	files := l.pass.Workspace.Files
	prefix := to + "/"
	if to == "." {
		prefix = ""
	}
	for i := l.first(to); i < len(files) && l.left > 0; i++ {
		f := files[i]
		if l.left--; f.Tree != l.file.Tree {
			continue
		}
		if f.Rel != to && !strings.HasPrefix(f.Rel, prefix) {
			if f.Rel > prefix {
				break
			}
			continue
		}
		if n := l.byFile[f]; f.Kind&kind != 0 && !l.seen[n] && n != l.from {
			l.seen[n] = true
			l.edge(l.from, n, Lists, field, at)
		}
	}
}

// first returns the index of the first file that may be in or below a path. Files are sorted by their path
// in reports, which within one tree is the order of Rel.
func (l *lister) first(to string) int {
	shown, ok := shownAs(l.file, to)
	if to == "." || !ok {
		return 0
	}
	files := l.pass.Workspace.Files
	return sort.Search(len(files), func(i int) bool { return files[i].Path >= shown })
}

// shownAs returns the path in reports of a path in a file's tree, relative to the working directory. It
// returns false for paths next to a working directory inside of the tree.
func shownAs(f *analysis.File, rel string) (string, bool) {
	if above, ok := strings.CutSuffix(f.Path, f.Rel); ok {
		return above + rel, true
	}
	below, ok := strings.CutSuffix(f.Rel, f.Path)
	shown, inside := strings.CutPrefix(rel, below)
	return shown, ok && inside
}

// pluginComponents are the fields of a plugin whose components have nodes.
var pluginComponents = []struct {
	field string
	kind  analysis.Kind
}{{"skills", analysis.Skill}, {"commands", analysis.Command}, {"agents", analysis.Agent}}

// plugin adds the components of a plugin with a root directory: those that it names, and those in the
// default directories, which named commands and subagents replace.
func (l *lister) plugin(root string, p *registry.Plugin) {
	for _, c := range pluginComponents {
		named := false
		for _, to := range p.Paths {
			if joined := path.Join(root, to.Value); to.Field == c.field && !analysis.LeavesRoot(joined) {
				named = true
				l.add(joined, c.kind, c.field, to.Location)
			}
		}
		if !named && (l.file.Dialect == nil || l.file.Dialect.Name != "codex") || c.field == "skills" {
			l.add(path.Join(root, c.field), c.kind, c.field, p.At)
		}
	}
}

func (b *mapBuilder) plugins() {
	for file, p := range registry.PluginFact.All(b.pass.Store) {
		b.rename(file, p.Name)
		b.lister(file).plugin(registry.Home(file), &p)
	}
}

// rename gives a node the name in its file.
func (b *mapBuilder) rename(file *analysis.File, name registry.Text) {
	if n := &b.m.Nodes[b.byFile[file]]; strings.TrimSpace(name.Value) != "" {
		n.Name, n.At = strings.TrimSpace(name.Value), name.Location
		n.Names = []string{n.Name}
	}
}

// marketplaces adds the plugins of marketplaces, and the components of those without a file of their own.
func (b *mapBuilder) marketplaces() {
	homes := map[place][]int{} // roots of plugins → their nodes
	for i := range b.m.Nodes {
		if n := &b.m.Nodes[i]; n.Kind == analysis.Plugin {
			at := place{n.File.Tree, registry.Home(n.File)}
			homes[at] = append(homes[at], i)
		}
	}
	for file, m := range registry.MarketplaceFact.All(b.pass.Store) {
		l, home := b.lister(file), registry.Home(file)
		for i := range m.Entries {
			e := &m.Entries[i]
			to := e.Source.Value
			if to == "" || path.IsAbs(to) || strings.Contains(to, "://") {
				continue
			}
			root := path.Join(home, to)
			if !file.Tree.IsDir(root) && m.Root != "" {
				root = path.Join(home, m.Root, to)
			}
			plugins := homes[place{file.Tree, root}]
			for _, n := range b.ofDialect(plugins, file) {
				if !l.seen[n] {
					l.seen[n] = true
					b.edge(l.from, n, Lists, "plugins", e.Source.Location)
				}
			}
			if len(plugins) == 0 && !analysis.LeavesRoot(root) {
				l.plugin(root, &e.Plugin)
			}
		}
	}
}

// ofDialect returns the plugins of a marketplace's own dialect, or all of them if there are none.
func (b *mapBuilder) ofDialect(plugins []int, marketplace *analysis.File) []int {
	var own []int
	for _, n := range plugins {
		if b.m.Nodes[n].File.Dialect == marketplace.Dialect {
			own = append(own, n)
		}
	}
	if len(own) == 0 {
		return plugins
	}
	return own
}

// manifests adds the existing outputs of manifests.
func (b *mapBuilder) manifests() {
	for file, entries := range manifest.EntriesFact.All(b.pass.Store) {
		l, resolver := b.lister(file), manifest.NewResolver(file, entries)
		for e := range entries.All {
			to := resolver.Resolve(e.Get(manifest.File))
			if to.Verdict != manifest.Found {
				continue
			}
			if n, ok := b.byPlace[place{file.Tree, to.Rel}]; ok && !l.seen[n] && n != l.from {
				l.seen[n] = true
				b.edge(l.from, n, Lists, "file", e.Where(file.Path, manifest.File))
			}
		}
	}
}

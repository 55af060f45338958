package invocation

import (
	"path"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/registry"
)

// A marketplace is the directories of the plugins of a marketplace, relative to the repository root.
type marketplace struct {
	tree    *analysis.Tree
	home    string
	sources []string
}

func readMarketplaces(store *analysis.Store) []marketplace {
	var all []marketplace
	for file, m := range registry.MarketplaceFact.All(store) {
		own := marketplace{tree: file.Tree, home: registry.Home(file)}
		for _, e := range m.Entries {
			if to := e.Source.Value; to != "" && !analysis.IsAbsolutePath(to) {
				own.sources = append(own.sources, m.Sources(file, to)...)
			}
		}
		all = append(all, own)
	}
	return all
}

// pluginOf returns the root of the plugin that a file belongs to, or "". The plugins of a marketplace in the same directory take
// precedence over the directory itself.
func (r *Resolver) pluginOf(file *analysis.File) string {
	root := file.PluginRoot
	if root == "" {
		return ""
	}
	for i := range r.markets {
		m := &r.markets[i]
		if m.tree != file.Tree || m.home != root || len(m.sources) == 0 {
			continue
		}
		inner := ""
		for _, dir := range m.sources {
			if len(dir) > len(inner) && (dir == "." || strings.HasPrefix(file.Rel, dir+"/")) {
				inner = dir
			}
		}
		if inner == "" && !file.Tree.Exists(path.Join(root, ".claude-plugin", "plugin.json")) {
			return ""
		}
		if inner != "" {
			return inner
		}
	}
	return root
}

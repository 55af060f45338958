package registry

import (
	"path"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/registry"
)

// checkStrict reports entries of a marketplace that name a plugin's components themselves ("strict":
// false), and whose plugin names some, too: Claude Code then loads neither. An entry that names none
// leaves it to the plugin, as published ones do that are in use.
func checkStrict(pass *analysis.Pass) {
	plugins := map[place]registry.Plugin{}
	for file, p := range registry.PluginFact.All(pass.Store) {
		if len(p.Paths) > 0 && path.Base(path.Dir(file.Rel)) == ".claude-plugin" {
			plugins[place{file.Tree, registry.Home(file)}] = p
		}
	}
	for file, m := range registry.MarketplaceFact.All(pass.Store) {
		for i := range m.Entries {
			e := &m.Entries[i]
			to := e.Source.Value
			if e.Strict || len(e.Paths) == 0 || !isOwn(to) || analysis.IsAbsolutePath(to) || analysis.LeavesRoot(to) {
				continue
			}
			p, ok := plugins[place{file.Tree, path.Join(registry.Home(file), m.Root, to)}]
			if !ok {
				continue
			}
			at, first := e.Source.Location, p.Paths[0]
			pass.Report(analysis.Diagnostic{Location: &at,
				Message: "the entry has strict: false, and the plugin.json of the plugin names " + quote.Text(first.Field) +
					" as well, so the plugin does not load; take that out of plugin.json, or strict: false out of here",
				Related: []analysis.Related{{Location: first.Location, Message: "plugin.json names it here"}}})
		}
	}
}

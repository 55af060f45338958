package registry

import (
	"path"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/registry"
)

// checkStrict reports marketplace entries that define components ("strict": false) although plugin.json also defines some.
// Published entries without components work.
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
			if e.Strict || len(e.Paths) == 0 || !registry.IsOwn(to) || analysis.IsAbsolutePath(to) || analysis.LeavesRoot(to) {
				continue
			}
			p, ok := plugins[place{file.Tree, path.Join(registry.Home(file), m.Root, to)}]
			if !ok {
				continue
			}
			at, first := e.Source.Location, p.Paths[0]
			pass.Report(analysis.Diagnostic{Location: &at,
				Message: "plugin.json defines " + quote.Text(first.Field) + " although the entry is not strict", Effect: "Claude Code does not load the plugin",
				Help:    "remove the components from plugin.json, or \"strict\": false from the entry",
				Related: []analysis.Related{{Location: first.Location, Message: "defined here"}}})
		}
	}
}

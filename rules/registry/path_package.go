package registry

import (
	"path"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/registry"
)

// isPartial reports whether a marketplace is in an unpacked npm package that contains none of its plugins: a package.json is
// next to it, and the tree is not a repository. Clients read marketplaces from the repository.
func (c pluginPaths) isPartial(m *registry.Marketplace) bool {
	if c.tree.RootName == "" || !c.tree.Exists(path.Join(c.root, "package.json")) {
		return false
	}
	for i := range m.Entries {
		to := m.Entries[i].Source.Value
		if !registry.IsOwn(to) || analysis.IsAbsolutePath(to) || analysis.LeavesRoot(to) {
			continue
		}
		if c.tree.Stat(path.Join(c.root, to)) != analysis.Absent || c.tree.Stat(path.Join(c.root, m.Root, to)) != analysis.Absent {
			return false
		}
	}
	return true
}

// unpacked reports a plugin that is missing in a package.
func (c pluginPaths) unpacked(t registry.Text) {
	c.report(t, analysis.Diagnostic{Severity: analysis.Info, Message: "plugin " + quote.Text(t.Value) + " is not in this package",
		Effect: "clients install it only from the repository", Help: "exclude the marketplace from the package",
		Group: analysis.Group{Key: "package", Message: analysis.Many + " plugins of the marketplace are not in this package",
			Effect: "clients install them only from the repository"}})
}

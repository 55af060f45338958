package registry

import (
	"path"
	"strconv"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/registry"
)

// homed is a plugin with its file.
type homed struct {
	file   *analysis.File
	plugin registry.Plugin
}

// siblings compares the last plugin.json of a directory with the first one, for another client.
func (d drift) siblings(all []homed) {
	first, last := all[0], all[len(all)-1]
	if len(all) < 2 {
		return
	}
	other := path.Base(path.Dir(first.file.Rel)) + "/plugin.json"
	a, b := first.plugin, last.plugin
	if d.compares("name") && differ(a.Name, b.Name) {
		d.report(b.Name, a.Name, other, analysis.Diagnostic{Message: "plugin name " + quote.Text(b.Name.Value) + " differs from " + quote.Text(a.Name.Value) + " in " + other,
			Effect: "the plugin has a different name in each client", Help: "use one name in both"})
	}
	if d.compares("version") && differentVersions(a.Version, b.Version) {
		d.report(b.Version, a.Version, other, analysis.Diagnostic{Help: "use the later version in both",
			Message: "plugin version " + quote.Text(b.Version.Value) + " differs from " + quote.Text(a.Version.Value) + " in " + other})
	}
	d.texts(b, a, other)
}

// marketplace compares the entries of a marketplace with the plugin.json of their plugins.
func (d drift) marketplace(file *analysis.File, m *registry.Marketplace, plugins map[place][]homed) {
	for i := range m.Entries {
		e := &m.Entries[i]
		to := e.Source.Value
		if !e.Strict || !isOwn(to) || analysis.IsAbsolutePath(to) || analysis.LeavesRoot(to) {
			continue
		}
		for _, dir := range []string{path.Join(registry.Home(file), to), path.Join(registry.Home(file), m.Root, to)} {
			if p := sameDialect(plugins[place{file.Tree, dir}], file); p != nil {
				d.entry(e, p)
				break
			}
		}
	}
}

// sameDialect returns the plugin.json for the client of a marketplace.
func sameDialect(all []homed, marketplace *analysis.File) *registry.Plugin {
	for i := range all {
		if all[i].file.Dialect == marketplace.Dialect {
			return &all[i].plugin
		}
	}
	return nil
}

func (d drift) entry(e *registry.MarketplaceEntry, p *registry.Plugin) {
	if d.compares("name") && differ(e.Name, p.Name) {
		d.report(e.Name, p.Name, "plugin.json", analysis.Diagnostic{Message: "marketplace name " + quote.Text(e.Name.Value) + " differs from " + quote.Text(p.Name.Value) + " in plugin.json",
			Effect: "Claude Code installs the plugin under one name and prefixes its skills with the other", Help: "use one name in both"})
	}
	if d.compares("version") && differentVersions(e.Version, p.Version) {
		found := analysis.Diagnostic{Effect: "Claude Code uses the version in plugin.json",
			Message:        "marketplace version " + quote.Text(e.Version.Value) + " differs from " + quote.Text(p.Version.Value) + " in plugin.json",
			SuggestedFixes: versionFix(e.Version, strconv.Quote(p.Version.Value), p.Version.Value, true)}
		if found.SuggestedFixes == nil {
			found.Help = "use " + quote.Text(p.Version.Value)
		}
		d.report(e.Version, p.Version, "plugin.json", found)
	}
	d.texts(e.Plugin, *p, "plugin.json")
}

// texts compares descriptions and keywords.
func (d drift) texts(here, there registry.Plugin, other string) {
	if d.compares("description") && differ(here.Description, there.Description) {
		d.report(here.Description, there.Description, other, analysis.Diagnostic{Message: "description differs from the one in " + other, Help: "use one description in both"})
	}
	a, b := words(here.Keywords), words(there.Keywords)
	if d.compares("keywords") && a != "" && b != "" && a != b {
		d.report(here.Keywords[0], there.Keywords[0], other, analysis.Diagnostic{Message: "keywords differ from those in " + other, Help: "use the same keywords in both"})
	}
}

func words(all []registry.Text) string {
	var words []string
	for _, t := range all {
		words = append(words, t.Value)
	}
	return strings.Join(words, "\n")
}

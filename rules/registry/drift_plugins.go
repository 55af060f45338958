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

// siblings compares the last plugin.json of a folder with the first one, which is another agent's.
func (d drift) siblings(all []homed) {
	first, last := all[0], all[len(all)-1]
	if len(all) < 2 {
		return
	}
	other := path.Base(path.Dir(first.file.Rel)) + "/plugin.json"
	a, b := first.plugin, last.plugin
	if d.compares("name") && differ(a.Name, b.Name) {
		d.report(b.Name, a.Name, quote.Text(b.Name.Value)+" is "+quote.Text(a.Name.Value)+" in "+other+
			", so the plugin has another name in each agent; write one name", other)
	}
	if d.compares("version") && differentVersions(a.Version, b.Version) {
		d.report(b.Version, a.Version, "the plugin has version "+quote.Text(b.Version.Value)+" here and "+quote.Text(a.Version.Value)+" in "+other+
			", so nobody can tell which it is; write the later one in both", other)
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

// sameDialect returns the plugin.json that is for the agent of a marketplace.
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
		d.report(e.Name, p.Name, quote.Text(e.Name.Value)+" is "+quote.Text(p.Name.Value)+
			" in its plugin.json, so the plugin is installed by one name and its skills are called by the other; write one name", "plugin.json")
	}
	if d.compares("version") && differentVersions(e.Version, p.Version) {
		d.report(e.Version, p.Version, "the marketplace announces version "+quote.Text(e.Version.Value)+", but plugin.json says "+quote.Text(p.Version.Value)+
			", which counts; write "+quote.Text(p.Version.Value), "plugin.json", versionFix(e.Version, strconv.Quote(p.Version.Value), p.Version.Value, true)...)
	}
	d.texts(e.Plugin, *p, "plugin.json")
}

// texts compares what is for people only.
func (d drift) texts(here, there registry.Plugin, other string) {
	if d.compares("description") && differ(here.Description, there.Description) {
		d.report(here.Description, there.Description, "the description is another one in "+other+"; write one description", other)
	}
	a, b := words(here.Keywords), words(there.Keywords)
	if d.compares("keywords") && a != "" && b != "" && a != b {
		d.report(here.Keywords[0], there.Keywords[0], "the keywords are others in "+other+"; write the same ones", other)
	}
}

func words(all []registry.Text) string {
	var words []string
	for _, t := range all {
		words = append(words, t.Value)
	}
	return strings.Join(words, "\n")
}

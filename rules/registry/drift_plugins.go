package registry

import (
	"strconv"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/registry"
)

// A pluginFile is a plugin with its file.
type pluginFile struct {
	file   *analysis.File
	plugin registry.Plugin
}

// manifests compares the files of a plugin for several clients. It reports those that differ from the most frequent text or,
// without one, from the first file.
func (d drift) manifests(all []pluginFile) {
	if len(all) < 2 {
		return
	}
	names := mostFrequent(all, func(p *registry.Plugin) string { return wholeName(p.Name.Value) })
	versions := mostFrequent(all, func(p *registry.Plugin) string { return wholeVersion(p.Version.Value) })
	for i := range all {
		p, n := &all[i].plugin, names
		d.options = analysis.OptionsFor[DriftOptions](d.pass, all[i].file)
		if d.compares("name") && differentNames(p.Name, n.plugin.Name) {
			other := n.label()
			d.report(p.Name, n.plugin.Name, other, analysis.Diagnostic{Message: "plugin name " + quote.Text(p.Name.Value) + " differs from " + quote.Text(n.plugin.Name.Value) + " in " + other,
				Effect: "the plugin has a different name in each client", Help: "use one name in all files"})
		}
		if n = versions; d.compares("version") && differentVersions(p.Version, n.plugin.Version) {
			other := n.label()
			d.report(p.Version, n.plugin.Version, other, analysis.Diagnostic{Help: "use the later version in all files",
				Message: "plugin version " + quote.Text(p.Version.Value) + " differs from " + quote.Text(n.plugin.Version.Value) + " in " + other})
		}
		if i > 0 {
			d.texts(*p, all[0].plugin, all[0].label())
		}
	}
}

// label returns the path of the file, relative to the plugin.
func (h *pluginFile) label() string { return below(registry.Home(h.file), h.file.Rel) }

// mostFrequent returns the first file with the most frequent text.
func mostFrequent(all []pluginFile, of func(*registry.Plugin) string) *pluginFile {
	best, most, times := &all[0], 0, map[string]int{}
	for i := range all {
		times[of(&all[i].plugin)]++
	}
	for i := range all {
		if text := of(&all[i].plugin); text != "" && times[text] > most {
			best, most = &all[i], times[text]
		}
	}
	return best
}

// differentNames is differ for names of plugins.
func differentNames(a, b registry.Text) bool {
	return differ(a, b) && wholeName(a.Value) != wholeName(b.Value)
}

// wholeName returns a name in the form in which names are compared, because clients allow different characters.
func wholeName(text string) string {
	return strings.ToLower(strings.NewReplacer(".", "-", "_", "-", " ", "-").Replace(strings.TrimSpace(text)))
}

// marketplace compares the entries of a marketplace with the plugin.json of their plugins.
func (d drift) marketplace(file *analysis.File, m *registry.Marketplace, plugins map[place][]pluginFile) {
	named := namedSources(m)
	for i := range m.Entries {
		e := &m.Entries[i]
		to := e.Source.Value
		if !e.Strict || !registry.IsOwn(to) || analysis.IsAbsolutePath(to) || analysis.LeavesRoot(to) {
			continue
		}
		for _, dir := range m.Sources(file, to) {
			if p := sameDialect(plugins[place{file.Tree, dir}], file); p != nil {
				if e.Name.Value == p.Name.Value || !named[[2]string{to, p.Name.Value}] { // no alias
					d.entry(e, p, file)
				}
				break
			}
		}
	}
}

// namedSources returns the sources of the entries of a marketplace, by source and name.
func namedSources(m *registry.Marketplace) map[[2]string]bool {
	named := map[[2]string]bool{}
	for i := range m.Entries {
		named[[2]string{m.Entries[i].Source.Value, m.Entries[i].Name.Value}] = true
	}
	return named
}

// sameDialect returns the plugin.json for the client of a marketplace.
func sameDialect(all []pluginFile, marketplace *analysis.File) *registry.Plugin {
	for i := range all {
		if all[i].file.Dialect == marketplace.Dialect {
			return &all[i].plugin
		}
	}
	return nil
}

func (d drift) entry(e *registry.MarketplaceEntry, p *registry.Plugin, file *analysis.File) {
	client := "the client"
	if file.Dialect != nil {
		client = file.Dialect.Title
	}
	if d.compares("name") && differ(e.Name, p.Name) {
		d.report(e.Name, p.Name, "plugin.json", analysis.Diagnostic{Message: "marketplace name " + quote.Text(e.Name.Value) + " differs from " + quote.Text(p.Name.Value) + " in plugin.json",
			Effect: client + " installs the plugin under one name and prefixes its skills with the other", Help: "use one name in both"})
	}
	if d.compares("version") && differentVersions(e.Version, p.Version) {
		found := analysis.Diagnostic{Effect: client + " uses the version in plugin.json",
			Message:        "marketplace version " + quote.Text(e.Version.Value) + " differs from " + quote.Text(p.Version.Value) + " in plugin.json",
			SuggestedFixes: versionFix(e.Version, strconv.Quote(p.Version.Value), p.Version.Value, true)}
		switch {
		case isEarlier(p.Version.Value, e.Version.Value): // plugin.json may be the file that was not updated
			found.Help, found.SuggestedFixes = "use the later version in both", nil
		case found.SuggestedFixes == nil:
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

package registry

import (
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
)

// A Plugin is a plugin.json, or an entry of a marketplace.
type Plugin struct {
	At          analysis.Location // the opening brace
	Name        Text
	Version     Text
	Description Text
	Keywords    []Text
	Paths       []Path // of its components, in the order of fields
	Inline      bool   // it also defines components, settings or dependencies without paths
}

// A Path is the path of a plugin's components, verbatim and relative to the plugin's root.
type Path struct {
	Field string // "skills", "experimental.themes", …
	Text
}

// A Marketplace is a marketplace.json.
type Marketplace struct {
	Name    string
	At      analysis.Location // the opening brace
	List    analysis.Location // the key "plugins"
	Root    string            // metadata.pluginRoot, verbatim
	Entries []MarketplaceEntry
}

// A MarketplaceEntry is a plugin of a marketplace.
type MarketplaceEntry struct {
	Plugin
	Source Text // a path below the marketplace's root; empty for other sources
	Strict bool // a plugin.json may define more
}

// PluginFact is the plugin of a valid document.
var PluginFact = analysis.NewFact("plugin", "contents of a plugin.json", analysis.PerDocument, analysis.Plugin, readPlugin).MarkShallow()

// MarketplaceFact is the marketplace of a valid document with a list of plugins.
var MarketplaceFact = analysis.NewFact("marketplace", "contents of a marketplace.json",
	analysis.PerDocument, analysis.Marketplace, readMarketplace).MarkShallow()

func readPlugin(pass *analysis.Pass) (Plugin, error) {
	if data := pass.Document.Data; data != nil && data.Kind == analysis.Map {
		return newPlugin(pass.Document, data), nil
	}
	return Plugin{}, analysis.ErrNoFact
}

func readMarketplace(pass *analysis.Pass) (Marketplace, error) {
	d := pass.Document
	plugins := d.Data.Get("plugins")
	if plugins == nil || plugins.Kind != analysis.List {
		return Marketplace{}, analysis.ErrNoFact
	}
	m := Marketplace{Name: text(d, d.Data.Get("name")).Value, At: d.At(opening(d.Data)), List: d.At(d.Data.Member("plugins").KeyRange),
		Root: text(d, d.Data.Lookup("metadata", "pluginRoot")).Value}
	for _, v := range plugins.Items {
		if v.Kind != analysis.Map {
			continue
		}
		strict := v.Get("strict")
		m.Entries = append(m.Entries, MarketplaceEntry{newPlugin(d, v), source(d, v.Get("source")),
			strict == nil || strict.Kind != analysis.Bool || strict.Text != "false"})
	}
	return m, nil
}

// source returns the path of a plugin's source. Codex uses {source: "local", path}.
func source(d *analysis.Document, v *analysis.Value) Text {
	if kind := v.Get("source"); kind.IsString() && kind.Text == "local" {
		return text(d, v.Get("path"))
	}
	return text(d, v)
}

// fields are the fields of a plugin with its files or directories.
var fields = []string{"skills", "commands", "agents", "rules", "workflows", "outputStyles", "hooks", "mcpServers", "lspServers", "apps", "themes", "monitors", "types"}

func newPlugin(d *analysis.Document, v *analysis.Value) Plugin {
	p := Plugin{At: d.At(opening(v)), Name: text(d, v.Get("name")), Version: text(d, v.Get("version")),
		Description: text(d, v.Get("description")), Keywords: texts(d, v.Get("keywords"))}
	add := func(field string, v *analysis.Value) {
		for _, t := range texts(d, v) {
			p.Paths = append(p.Paths, Path{field, t})
		}
	}
	if rules := d.Rules(); rules != nil && rules.Components != nil {
		for _, field := range rules.Components {
			add(field, v.Get(field))
		}
		return p
	}
	for _, field := range fields {
		add(field, v.Get(field))
	}
	if commands := v.Get("commands"); commands != nil {
		for _, m := range commands.Members {
			add("commands", m.Value.Get("source"))
		}
	}
	for _, field := range []string{"themes", "monitors"} {
		add("experimental."+field, v.Lookup("experimental", field))
	}
	for _, m := range v.Members {
		p.Inline = p.Inline || (m.Value.Kind == analysis.Map || m.Value.Kind == analysis.List) && len(m.Value.Members)+len(m.Value.Items) > 0 &&
			(slices.Contains(fields, m.Key) || slices.Contains(inlineFields, m.Key))
	}
	return p
}

// inlineFields are further fields with which a plugin has an effect without any component.
var inlineFields = []string{"channels", "dependencies", "experimental", "settings", "userConfig"}

// Sources returns the directories that a path of a marketplace file may mean: below its root, and below metadata.pluginRoot.
func (m *Marketplace) Sources(file *analysis.File, source string) []string {
	return []string{path.Join(Home(file), source), path.Join(Home(file), m.Root, source)}
}

// Home returns the root of the plugin or marketplace of a file: "x" for "x/.claude-plugin/plugin.json",
// "x/.agents/plugins/marketplace.json", "x/.github/plugin/plugin.json" and "x/gemini-extension.json".
func Home(f *analysis.File) string {
	dir := path.Dir(f.Rel)
	switch base := path.Base(dir); {
	case f.Kind == analysis.Marketplace && base == "plugins", base == "plugin" && path.Base(path.Dir(dir)) == ".github":
		return path.Dir(path.Dir(dir))
	case f.Kind == analysis.Plugin && !strings.HasPrefix(base, "."):
		return dir
	}
	return path.Dir(dir)
}

// IsDeprecated reports whether a description begins with "deprecated".
func IsDeprecated(description string) bool {
	const word = "deprecated"
	text := strings.TrimLeft(description, " \t\r\n[(*")
	return len(text) >= len(word) && strings.EqualFold(text[:len(word)], word)
}

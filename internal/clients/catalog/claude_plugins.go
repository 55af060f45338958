package catalog

import (
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/syntax/jsontree"
)

// A Plugin is a plugin of the repository's own marketplace that the settings of the repository enable.
type Plugin struct {
	Name string
	Root string

	fields []*analysis.Value // plugin.json and the entry of the marketplace; each may be nil
}

// ClaudePlugins returns the plugins that Claude Code has in a repository with a marketplace. Plugins of other marketplaces are not in
// the repository.
func ClaudePlugins(from Source, r Request) []Plugin {
	market := readJSON(from, path.Join(r.Project, ".claude-plugin/marketplace.json"))
	if market == nil {
		return nil
	}
	own := "@" + textIn(market, "name")
	var plugins []Plugin
	for _, file := range []string{".claude/settings.json", ".claude/settings.local.json"} {
		enabled := readJSON(from, path.Join(r.Project, file)).Get("enabledPlugins")
		if enabled == nil {
			continue
		}
		for _, m := range enabled.Members {
			name, ok := strings.CutSuffix(m.Key, own)
			known := slices.ContainsFunc(plugins, func(p Plugin) bool { return p.Name == name })
			if ok && !known && m.Value.Kind == analysis.Bool && m.Value.Text == "true" {
				plugins = append(plugins, pluginsOf(from, r.Project, market, name)...)
			}
		}
	}
	return plugins
}

// pluginsOf returns the plugin of a marketplace with a name, if its source is a directory of the repository.
func pluginsOf(from Source, project string, market *analysis.Value, name string) []Plugin {
	list := market.Get("plugins")
	if list == nil {
		return nil
	}
	for _, entry := range list.Items {
		source := textIn(entry, "source")
		if textIn(entry, "name") != name || source == "" || strings.Contains(source, "://") || analysis.LeavesRoot(source) {
			continue
		}
		for _, base := range []string{"", textIn(market.Get("metadata"), "pluginRoot")} {
			if root := path.Join(project, base, source); from.List(root) != nil {
				return []Plugin{{name, root, []*analysis.Value{readJSON(from, path.Join(root, ".claude-plugin/plugin.json")), entry}}}
			}
		}
	}
	return nil
}

// Paths returns the files and directories with components of a kind: "skills", "commands" or "agents". The paths that a plugin lists
// replace the default directory, except those of skills.
func (p Plugin) Paths(field string) []string {
	var listed []string
	for _, v := range p.fields {
		for _, s := range v.Get(field).Strings() {
			if at := path.Join(p.Root, s.Text); !analysis.LeavesRoot(s.Text) && !slices.Contains(listed, at) {
				listed = append(listed, at)
			}
		}
	}
	if standard := path.Join(p.Root, field); (len(listed) == 0 || field == "skills") && !slices.Contains(listed, standard) {
		listed = append([]string{standard}, listed...)
	}
	return listed
}

func readJSON(from Source, at string) *analysis.Value {
	source, ok := from.Read(at)
	if !ok {
		return nil
	}
	return jsontree.Parse(source, 0).Root
}

func textIn(v *analysis.Value, key string) string {
	if v = v.Get(key); v.IsString() {
		return v.Text
	}
	return ""
}

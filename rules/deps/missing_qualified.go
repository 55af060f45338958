package deps

import (
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/analysis/suggest"
	"github.com/skilllint/skilllint/facts/graph"
	"github.com/skilllint/skilllint/facts/link"
	"github.com/skilllint/skilllint/facts/registry"
)

// A component is the directories of a plugin, and the names of the skills, commands and subagents in them.
type component struct {
	homes []string
	names []string
}

// A pluginName is the name of a plugin in a tree.
type pluginName struct {
	tree *analysis.Tree
	name string
}

// missingQualified reports names such as "/plugin:name" in texts, if the plugin is in the workspace and has nothing of the name.
func missingQualified(pass *analysis.Pass) {
	plugins := componentsOf(pass)
	for file, found := range graph.QualifiedFact.All(pass.Store) {
		for _, q := range found {
			if c := plugins[pluginName{file.Tree, q.Plugin}]; c != nil && c.lacks(q, file) {
				pass.Report(unknownQualified(q, c.names))
			}
		}
	}
	inReadmes := map[pluginName]bool{}
	for file, p := range registry.PluginFact.All(pass.Store) {
		key := pluginName{file.Tree, p.Name.Value}
		if c := plugins[key]; c != nil && !inReadmes[key] && len(c.names) > 0 {
			inReadmes[key] = true
			c.inReadme(pass, key.tree, key.name)
		}
	}
}

// lacks reports whether a name in a file is meant for the plugin, which does not have it.
func (c *component) lacks(q graph.Qualified, file *analysis.File) bool {
	if len(c.names) == 0 || slices.Contains(c.names, q.Name) || c.hasWorkflow(file.Tree, q.Name) || isBeginning(q.Name, c.names) {
		return false
	}
	isOwn := slices.ContainsFunc(c.homes, func(home string) bool { return link.Inside(home, file.Rel) })
	return isOwn || !q.InCode && !q.Usage && strings.Contains(q.Plugin, "-") // otherwise an example of other plugins, or a namespace
}

// componentsOf returns the components of the plugins of the workspace.
func componentsOf(pass *analysis.Pass) map[pluginName]*component {
	plugins := map[pluginName]*component{}
	for file, p := range registry.PluginFact.All(pass.Store) {
		if key := (pluginName{file.Tree, p.Name.Value}); p.Name.Value != "" && file.Tree.Walked(".") {
			if plugins[key] == nil {
				plugins[key] = &component{}
			}
			plugins[key].homes = append(plugins[key].homes, registry.Home(file))
		}
	}
	if len(plugins) == 0 {
		return nil
	}
	for file, m := range registry.MarketplaceFact.All(pass.Store) { // a plugin may have no plugin.json
		for _, e := range m.Entries {
			key := pluginName{file.Tree, e.Name.Value}
			if plugins[key] != nil && e.Source.Value != "" {
				plugins[key].homes = append(plugins[key].homes, m.Sources(file, e.Source.Value)...)
			}
		}
	}
	homes := map[*analysis.Tree]map[string]*component{}
	for key, c := range plugins {
		if homes[key.tree] == nil {
			homes[key.tree] = map[string]*component{}
		}
		for _, home := range c.homes {
			homes[key.tree][home] = c
		}
	}
	for file, entries := range graph.EntryFact.All(pass.Store) {
		for dir := path.Dir(file.Rel); ; dir = path.Dir(dir) {
			if c := homes[file.Tree][dir]; c != nil {
				for _, e := range entries {
					for _, name := range e.Names {
						c.names = append(c.names, name[strings.LastIndexByte(name, ':')+1:])
					}
				}
			}
			if dir == "." || dir == "/" {
				break
			}
		}
	}
	return plugins
}

// isBeginning reports whether a text is cut within a word of a name, as where somebody types it.
func isBeginning(text string, names []string) bool {
	return slices.ContainsFunc(names, func(name string) bool {
		rest, ok := strings.CutPrefix(name, text)
		return ok && rest != "" && rest[0] != '-'
	})
}

// hasWorkflow reports whether a plugin has a workflow of a name.
func (c *component) hasWorkflow(tree *analysis.Tree, name string) bool {
	return slices.ContainsFunc(c.homes, func(home string) bool {
		return slices.ContainsFunc(tree.Entries(path.Join(home, "workflows")), func(entry string) bool { return strings.TrimSuffix(entry, path.Ext(entry)) == name })
	})
}

func unknownQualified(q graph.Qualified, names []string) analysis.Diagnostic {
	at, whole := q.At, q.Plugin+":"+q.Name
	d := analysis.Diagnostic{Location: &at, Severity: analysis.Warning, Message: "unknown skill, command or subagent " + quote.Text(whole),
		Effect: "the plugin " + quote.Text(q.Plugin) + " has nothing of that name", Help: "name an existing one, or remove it"}
	near, ok := suggest.Best(q.Name, names)
	if longer := slices.IndexFunc(names, func(name string) bool { return name == q.Plugin+"-"+q.Name || strings.HasSuffix(name, "-"+q.Name) }); longer >= 0 && !ok {
		near, ok = names[longer], true
	}
	if ok {
		d.Help = "did you mean " + quote.Text(q.Plugin+":"+near) + "?"
	}
	d.Group = analysis.Group{Key: whole, Message: analysis.Many + " texts name the unknown skill, command or subagent " + quote.Text(whole), Help: d.Help}
	return d
}

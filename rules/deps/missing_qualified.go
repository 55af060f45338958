package deps

import (
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/graph"
	"github.com/skilllint/skilllint/facts/link"
	"github.com/skilllint/skilllint/facts/registry"
)

// A component is the directories of a plugin, and the names of the skills, commands and subagents in them.
type component struct {
	plugin string
	homes  []string
	names  []string

	prefixed map[string][]string // the names after the prefixes in them, such as "plan" in "bp:plan"
}

// A pluginName is the name of a plugin in a tree, or the name of something that plugins have.
type pluginName struct {
	tree *analysis.Tree
	name string
}

// Components are the plugins of the workspace: by name, by directory, and by the names of what they have.
type components struct {
	plugins, homes map[pluginName]*component
	owners         map[pluginName][]*component // the first two
	other          map[pluginName]bool         // plugins in marketplaces, and other prefixes of commands
}

// missingQualified reports names such as "/plugin:name" in texts, if the plugin is in the workspace and has nothing of the name.
func missingQualified(pass *analysis.Pass) {
	all := componentsOf(pass)
	if len(all.plugins) == 0 {
		return
	}
	dropForeign(pass, all.plugins)
	aliases := aliases{}
	for file, found := range graph.QualifiedFact.All(pass.Store) {
		own := all.of(file.Tree, path.Dir(file.Rel))
		for _, q := range found {
			own := all.meant(own, file.Tree, q)
			c, isOwn := all.plugins[pluginName{file.Tree, q.Plugin}], all.isOnlyIn(own, file.Tree, q)
			switch {
			case c != nil && c.lacks(q, file, isOwn):
				pass.Report(unknownQualified(q, c.names, own, isOwn))
			case c == nil && own != nil && own.lacksPrefixed(q) && len(all.owners[pluginName{file.Tree, q.Name}]) == 0:
				d := unknownQualified(q, own.prefixed[q.Plugin], own, false)
				d.Effect = "the plugin " + quote.Text(own.plugin) + " has nothing of that name"
				pass.Report(d)
			case c == nil && own != nil:
				aliases.add(own, file.Tree, q)
			}
		}
	}
	all.inPages(pass, aliases)
	aliases.report(pass, all)
}

// lacks reports whether a name in a file is meant for the plugin, which does not have it.
func (c *component) lacks(q graph.Qualified, file *analysis.File, isElsewhere bool) bool {
	if len(c.names) == 0 || c.has(file.Tree, q.Name) {
		return false
	}
	isOwn := slices.ContainsFunc(c.homes, func(home string) bool { return link.Inside(home, file.Rel) })
	return isOwn || isElsewhere || !q.InCode && !q.Usage && strings.Contains(q.Plugin, "-") // otherwise an example of other plugins, or a namespace
}

// has reports whether a plugin has something of a name, or that begins so.
func (c *component) has(tree *analysis.Tree, name string) bool {
	return slices.Contains(c.names, name) || c.hasWorkflow(tree, name) || isBeginning(name, c.names)
}

// of returns the plugin whose directory contains a directory, or nil.
func (all *components) of(tree *analysis.Tree, dir string) *component {
	for ; ; dir = path.Dir(dir) {
		if c := all.homes[pluginName{tree, dir}]; c != nil || dir == "." || dir == "/" {
			return c
		}
	}
}

// componentsOf returns the components of the plugins of the workspace.
func componentsOf(pass *analysis.Pass) *components {
	all := &components{map[pluginName]*component{}, map[pluginName]*component{}, map[pluginName][]*component{}, map[pluginName]bool{}}
	for file, p := range registry.PluginFact.All(pass.Store) {
		if key := (pluginName{file.Tree, p.Name.Value}); p.Name.Value != "" && file.Tree.Walked(".") {
			if all.plugins[key] == nil {
				all.plugins[key] = &component{plugin: p.Name.Value}
			}
			all.plugins[key].homes = append(all.plugins[key].homes, registry.Home(file))
		}
	}
	for file, m := range registry.MarketplaceFact.All(pass.Store) { // a plugin may have no plugin.json
		for _, e := range m.Entries {
			key := pluginName{file.Tree, e.Name.Value}
			all.other[key] = true
			if all.plugins[key] != nil && e.Source.Value != "" {
				all.plugins[key].homes = append(all.plugins[key].homes, m.Sources(file, e.Source.Value)...)
			}
		}
	}
	for key, c := range all.plugins {
		for _, home := range c.homes {
			if at := (pluginName{key.tree, home}); all.homes[at] == nil || c.plugin < all.homes[at].plugin {
				all.homes[at] = c
			}
		}
	}
	for file, entries := range graph.EntryFact.All(pass.Store) {
		if file.Kind == analysis.Command { // .claude/commands/name/run.md is /name:run
			all.other[pluginName{file.Tree, path.Base(path.Dir(file.Rel))}] = true
		}
		for dir := path.Dir(file.Rel); ; dir = path.Dir(dir) {
			if c := all.homes[pluginName{file.Tree, dir}]; c != nil {
				all.add(c, file.Tree, entries)
			}
			if dir == "." || dir == "/" {
				break
			}
		}
	}
	return all
}

// add adds the names of entries to a plugin.
func (all *components) add(c *component, tree *analysis.Tree, entries []graph.Entry) {
	for _, e := range entries {
		for _, name := range e.Names {
			n := strings.LastIndexByte(name, ':')
			if n > 0 {
				all.other[pluginName{tree, name[:n]}] = true
				if c.prefixed == nil {
					c.prefixed = map[string][]string{}
				}
				c.prefixed[name[:n]] = append(c.prefixed[name[:n]], name[n+1:])
			}
			c.names = append(c.names, name[n+1:])
			if key := (pluginName{tree, name[n+1:]}); len(all.owners[key]) < 2 && !slices.Contains(all.owners[key], c) {
				all.owners[key] = append(all.owners[key], c)
			}
		}
	}
}

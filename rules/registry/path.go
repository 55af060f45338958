package registry

import (
	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/registry"
)

// Path reports paths of registries, plugins and marketplaces that lead nowhere.
//
// CLEO's orchestrator takes a skill's path from the registry and reads SKILL.md there; the path is
// relative to the root of the repository, or to the folder that holds the registry's own. Where it
// leads nowhere a spawn with the skill fails. Claude Code and Codex want the paths of a plugin to
// begin with "./", below the plugin's root, and those of a marketplace below its own: a plugin is
// copied when it is installed, so what lies outside does not exist then. A component that is not
// there is not loaded.
//
// A marketplace's entry with "strict": false says itself what the plugin has; where its plugin.json
// names components as well, the plugin does not load.
//
// Write a path that exists. Where none of a registry's paths exists, and there are several, that is
// told once and is a warning, as the paths may be another project's; so is the path of a skill that
// is deprecated. The folder where a component is looked for anyway may be named without being there:
// advice.
//
// Left alone: addresses and paths with variables in them, sources of a marketplace that are no
// paths, what a build makes (dist/, build/ and the like), pictures, and all of which this run did
// not see the folder.
var Path = &analysis.Analyzer{
	Name:     "registry/path",
	Doc:      "path of a registry, plugin or marketplace that leads nowhere",
	Severity: analysis.Error,
	Scope:    analysis.PerWorkspace,
	Source: analysis.Source{Kind: analysis.Documentation, Checked: "2026-11-21",
		Name: "Claude Code's documentation of plugins and marketplaces; CLEO's skill loading documents and registries"},
	Requires: []*analysis.Analyzer{registry.Fact.Analyzer, registry.PluginFact.Analyzer, registry.MarketplaceFact.Analyzer},
	Run:      checkPaths,
}

func checkPaths(pass *analysis.Pass) error {
	skills := newSkillFolders(pass.Workspace)
	for file, r := range registry.Fact.All(pass.Store) {
		c := registryPaths{pass: pass, file: file, registry: &r, skills: skills}
		c.check()
	}
	for file, p := range registry.PluginFact.All(pass.Store) {
		c := pluginPaths{pass, file.Tree, registry.Home(file)}
		for _, path := range p.Paths {
			c.component(path)
		}
	}
	for file, m := range registry.MarketplaceFact.All(pass.Store) {
		c := pluginPaths{pass, file.Tree, registry.Home(file)}
		for i := range m.Entries {
			c.entry(&m.Entries[i], m.Root)
		}
	}
	checkStrict(pass)
	return nil
}

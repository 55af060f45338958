package registry

import (
	"path"
	"slices"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/graph"
	"github.com/skilllint/skilllint/facts/registry"
)

// Exposed reports plugins of Claude Code whose skills, commands or subagents it does not find.
//
// Claude Code searches the directories of an installed plugin for components: skills/, commands/, agents/, hooks/ and others. It
// searches further directories only if plugin.json or the entry of a marketplace lists them. A plugin with all of its skills
// elsewhere is installed without an error and adds nothing.
//
// The keys "commands", "agents" and "outputStyles" of plugin.json replace the default directory, and "skills" adds to it. A
// plugin that lists only "./extra/review.md" as a command loses all files in commands/.
//
// Severity:
//   - error for a plugin that exposes nothing, also if only the entry of a marketplace describes it
//   - warning for a default directory that a key replaces
//
// Not reported:
//   - plugins without a skill, and plugins that have any component which Claude Code finds, unless a key replaces a directory
//   - replaced directories of plugins that are also for other clients
var Exposed = &analysis.Analyzer{
	Name:     "registry/exposed",
	Doc:      "plugin that does not expose its skills or other components",
	Severity: analysis.Error,
	Scope:    analysis.PerWorkspace,
	Source: analysis.Source{Kind: analysis.Documentation, Checked: "2026-11-28",
		Name: "Claude Code's plugin reference on directories and paths of components; the loader of its package 2.1.332, read"},
	Requires: []*analysis.Analyzer{graph.EntryFact.Analyzer, registry.PluginFact.Analyzer, registry.MarketplaceFact.Analyzer, registry.SearchFact.Analyzer},
	Run:      exposed,
}

func exposed(pass *analysis.Pass) error {
	search := registry.SearchFact.Of(pass)
	skills := map[place][]analysis.Location{} // by the root of their plugin
	for file, entries := range graph.EntryFact.All(pass.Store) {
		if file.Kind != analysis.Skill || len(entries) == 0 || registry.IsHiddenIn(file.Rel) {
			continue
		}
		if root := file.PluginRoot; file.Plugin && root != "" {
			skills[place{file.Tree, root}] = append(skills[place{file.Tree, root}], entries[0].At)
		}
	}
	check := func(at place, p *registry.Plugin) {
		lost := skills[at]
		if len(lost) > 0 && len(p.Paths) == 0 && !search.Lists(at.tree, at.dir) && !search.ListsBelow(at.tree, at.dir) && !exposes(at) {
			reportExposed(pass, p, lost)
		}
	}
	for file, p := range registry.PluginFact.All(pass.Store) {
		if path.Base(path.Dir(file.Rel)) != ".claude-plugin" {
			continue
		}
		if !file.Shared {
			reportReplaced(pass, file, &p)
		}
		check(place{file.Tree, registry.Home(file)}, &p)
	}
	for file, m := range registry.MarketplaceFact.All(pass.Store) {
		if path.Base(path.Dir(file.Rel)) != ".claude-plugin" {
			continue
		}
		for i := range m.Entries {
			e := &m.Entries[i]
			for _, dir := range slices.Compact(m.Sources(file, e.Source.Value)) {
				if registry.IsOwn(e.Source.Value) && !file.Tree.Exists(path.Join(dir, ".claude-plugin", "plugin.json")) {
					check(place{file.Tree, dir}, &e.Plugin)
				}
			}
		}
	}
	return nil
}

// reportExposed reports a plugin that exposes nothing, with its skills.
func reportExposed(pass *analysis.Pass, p *registry.Plugin, lost []analysis.Location) {
	d := analysis.Diagnostic{Location: &p.At, Message: "plugin " + quote.Text(p.Name.Value) + " exposes no components",
		Effect: "Claude Code installs it without its skills", Help: "move the skills to \"skills\", or list their directories in \"skills\""}
	if p.Name.Value != "" {
		d.Location = &p.Name.Location
	}
	for _, l := range lost[:min(len(lost), maxLost)] {
		d.Related = append(d.Related, analysis.Related{Location: l, Message: "not found by Claude Code"})
	}
	pass.Report(d)
}

// maxLost is the number of skills that a finding lists.
const maxLost = 20

// componentNames are the files and directories in the root of a plugin that Claude Code reads.
var componentNames = []string{"SKILL.md", "skills", "commands", "agents", "hooks", "output-styles", "workflows", "monitors", "themes", "bin", ".mcp.json", ".lsp.json",
	"settings.json"}

// exposes reports whether a plugin has a component in one of the default places.
func exposes(plugin place) bool {
	return slices.ContainsFunc(componentNames, func(name string) bool { return plugin.tree.Exists(path.Join(plugin.dir, name)) })
}

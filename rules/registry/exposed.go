package registry

import (
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/graph"
	"github.com/skilllint/skilllint/facts/placeholder"
	"github.com/skilllint/skilllint/facts/registry"
)

// Exposed reports plugins of Claude Code that expose nothing, and components of plugins that it does not load.
//
// Claude Code searches the directories of an installed plugin for components: skills/, commands/, agents/, hooks/hooks.json, .mcp.json,
// .lsp.json, output-styles/ and others. It searches further places only if plugin.json or the entry of a marketplace lists them. A plugin
// with all of its components elsewhere is installed without an error and adds nothing.
//
// The keys "commands", "agents" and "outputStyles" of plugin.json replace the default directory, and "skills" adds to it. A
// plugin that lists only "./extra/review.md" as a command loses all files in commands/.
//
// Severity:
//   - error for a plugin that exposes nothing, also if only the entry of a marketplace describes it
//   - warning for a default directory that a key replaces, and for hooks.json, mcp.json and lsp.json in the root of a plugin
//
// Not reported:
//   - plugins that define components, settings or dependencies in plugin.json or in the entry
//   - skills outside of skills/ in plugins that expose other components, because they may be examples
//   - test data, and a plugin.json next to the marketplace.json of a directory that is not an entry of it
//   - replaced directories, and files in the root, of plugins that are also for other clients
var Exposed = &analysis.Analyzer{
	Name:     "registry/exposed",
	Doc:      "plugin that does not expose its components",
	Severity: analysis.Error,
	Scope:    analysis.PerWorkspace,
	Source: analysis.Source{Kind: analysis.Documentation, Checked: "2026-11-28",
		Name: "Claude Code's plugin reference on directories and paths of components; the loader of its package 2.1.332, read"},
	Requires: []*analysis.Analyzer{graph.EntryFact.Analyzer, registry.PluginFact.Analyzer, registry.MarketplaceFact.Analyzer, registry.SearchFact.Analyzer},
	Run:      exposed,
}

func exposed(pass *analysis.Pass) error {
	skills, search := skillsOfPlugins(pass), registry.SearchFact.Of(pass)
	check := func(at place, p *registry.Plugin) {
		lost := skills[at]
		if len(lost) == 0 && !at.tree.Walked(at.dir) || isTestData(at.dir) {
			return
		}
		if len(p.Paths) == 0 && !p.Inline && !search.Lists(at.tree, at.dir) && !search.ListsBelow(at.tree, at.dir) && !registry.HasComponents(at.tree, at.dir) {
			reportExposed(pass, p, lost)
		}
	}
	entries, order := ownEntries(pass)
	for file, p := range registry.PluginFact.All(pass.Store) {
		at := place{file.Tree, registry.Home(file)}
		if path.Base(path.Dir(file.Rel)) != ".claude-plugin" {
			continue
		}
		if !file.Shared {
			reportReplaced(pass, file, &p)
			reportRootFiles(pass, file, &p)
		}
		if e := entries[at]; e != nil {
			p.Inline = p.Inline || e.Inline
		} else if len(skills[at]) == 0 && file.Tree.Exists(path.Join(path.Dir(file.Rel), "marketplace.json")) {
			continue
		}
		check(at, &p)
	}
	for _, at := range order {
		if p := entries[at]; p != nil && !at.tree.Exists(path.Join(at.dir, ".claude-plugin", "plugin.json")) {
			check(at, p)
			delete(entries, at)
		}
	}
	return nil
}

// skillsOfPlugins returns the places of the skills in plugins, by the root of the plugin.
func skillsOfPlugins(pass *analysis.Pass) map[place][]analysis.Location {
	skills := map[place][]analysis.Location{}
	for file, entries := range graph.EntryFact.All(pass.Store) {
		if file.Kind != analysis.Skill || len(entries) == 0 || registry.IsHiddenIn(file.Rel) {
			continue
		}
		if root := file.PluginRoot; file.Plugin && root != "" {
			skills[place{file.Tree, root}] = append(skills[place{file.Tree, root}], entries[0].At)
		}
	}
	return skills
}

// ownEntries returns the entries of marketplaces for directories of the workspace, also in the order of the marketplaces.
func ownEntries(pass *analysis.Pass) (map[place]*registry.Plugin, []place) {
	entries, order := map[place]*registry.Plugin{}, []place(nil)
	for file, m := range registry.MarketplaceFact.All(pass.Store) {
		if path.Base(path.Dir(file.Rel)) != ".claude-plugin" {
			continue
		}
		for i := range m.Entries {
			e := &m.Entries[i]
			for _, dir := range slices.Compact(m.Sources(file, e.Source.Value)) {
				if registry.IsOwn(e.Source.Value) && file.Tree.IsDir(dir) {
					entries[place{file.Tree, dir}] = &e.Plugin
					order = append(order, place{file.Tree, dir})
				}
			}
		}
	}
	return entries, order
}

// isTestData reports whether a directory is an example or part of a test.
func isTestData(dir string) bool {
	return placeholder.IsTemplatePath(dir+"/") || slices.Contains(strings.Split(dir, "/"), "evals")
}

// reportExposed reports a plugin that exposes nothing, with its skills.
func reportExposed(pass *analysis.Pass, p *registry.Plugin, lost []analysis.Location) {
	d := analysis.Diagnostic{Location: &p.At, Message: "plugin " + quote.Text(p.Name.Value) + " exposes no components",
		Effect: "Claude Code installs it, but it adds nothing", Help: "add components, such as \"skills/NAME/SKILL.md\" or \".mcp.json\", in the root of the plugin"}
	if len(lost) > 0 {
		d.Effect, d.Help = "Claude Code installs it without its skills", "move the skills to \"skills\", or list their directories in \"skills\""
	}
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

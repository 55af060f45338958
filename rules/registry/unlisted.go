package registry

import (
	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/registry"
)

// Unlisted reports missing, duplicate and miscounted entries of a registry or marketplace.
//
// CLEO dispatches tasks only to skills in its registry. It never chooses a skill that is missing there.
// If two entries share a name or a path, one of them has no effect. A dispatch matrix with an unknown
// name sends tasks to a skill that does not exist. In its "by_protocol", CLEO looks up the names of protocols, so it never
// reads a misspelt one. "totalSkills" is the number of entries.
//
// Skills and totals are compared for the first edition of CLEO, of January 2026. Its later packages
// generate the registry.
//
// Users can only install plugins that the marketplace lists. If plugin.json lists commands or agents,
// Claude Code no longer searches commands/ or agents/, and does not load unlisted files there.
//
// Severity:
//   - error for an unknown name in the dispatch matrix
//   - warning otherwise
//
// Not reported:
//   - directories that start with "_" or ".", templates, examples, and references and tests of commands and subagents
//   - skills inside another skill
//   - directories without any listed skill
//   - plugins with fewer than two listed neighbors, those whose description begins with "deprecated", and those that the README
//     calls retired or deprecated
//
// Fix: --fix registers skills that declare a version, and corrects "totalSkills".
var Unlisted = &analysis.Analyzer{
	Name:     "registry/unlisted",
	Doc:      "missing or duplicate entry of a registry or marketplace",
	Severity: analysis.Error,
	Scope:    analysis.PerWorkspace,
	Source: analysis.Source{Kind: analysis.LoaderCode, Checked: "2026-11-28",
		Name: "CLEO's dispatch library, January 2026, and 16 versions of its registry; Claude Code's documentation of plugins"},
	Requires: []*analysis.Analyzer{registry.Fact.Analyzer, registry.PluginFact.Analyzer, registry.MarketplaceFact.Analyzer,
		registry.ListedFact.Analyzer, registry.HeaderFact.Analyzer},
	Run: checkUnlisted,
}

func checkUnlisted(pass *analysis.Pass) error {
	c := newLists(pass)
	for file, r := range registry.Fact.All(pass.Store) {
		c.duplicates(r.Entries)
		if !file.Dialect.IsLater() {
			c.total(&r, c.skills(file, &r))
		}
		c.matrix(&r)
		c.protocols(&r)
	}
	plugins := map[*analysis.File]registry.Plugin{}
	for file, p := range registry.PluginFact.All(pass.Store) {
		plugins[file] = p
		c.plugged = append(c.plugged, file)
		c.components(file, &p)
	}
	for file, m := range registry.MarketplaceFact.All(pass.Store) {
		c.plugins(file, &m, plugins)
	}
	return nil
}

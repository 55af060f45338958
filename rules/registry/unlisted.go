package registry

import (
	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/registry"
)

// Unlisted reports what a registry or marketplace leaves out, lists twice or counts wrongly.
//
// CLEO dispatches tasks to the skills of its registry and to no others: a skill that stands beside
// them and is not listed is never chosen. Of two entries with one name, or for one folder, nobody can
// tell which counts. A dispatch matrix that names no entry sends tasks to a skill that does not
// exist: an error. "totalSkills" is the number of entries.
//
// A marketplace offers what it lists, so a plugin in the folder of the others cannot be installed
// unless it is listed. Where a plugin.json names its commands or agents, Claude Code does not look
// into commands/ or agents/ any more, so what is not named there is not loaded.
//
// Add what is missing, or remove what is too much. The safe fix registers skills that declare a
// version.
//
// Left alone: folders that begin with "_" or ".", templates and examples, skills below another one,
// folders that hold no listed skill, and plugins where fewer than two neighbours are listed.
var Unlisted = &analysis.Analyzer{
	Name:     "registry/unlisted",
	Doc:      "what a registry or marketplace leaves out, lists twice or counts wrongly",
	Severity: analysis.Error,
	Scope:    analysis.PerWorkspace,
	Source: analysis.Source{Kind: analysis.LoaderCode, Checked: "2026-08-31",
		Name: "CLEO's dispatch library, January 2026, and 16 versions of its registry; Claude Code's documentation of plugins"},
	Requires: []*analysis.Analyzer{registry.Fact.Analyzer, registry.PluginFact.Analyzer, registry.MarketplaceFact.Analyzer,
		registry.ListedFact.Analyzer, registry.HeaderFact.Analyzer},
	Run: checkUnlisted,
}

func checkUnlisted(pass *analysis.Pass) error {
	c := newLists(pass)
	for file, r := range registry.Fact.All(pass.Store) {
		c.twice(r.Entries)
		c.total(&r, c.skills(file, &r))
		c.matrix(&r)
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

package registry

import (
	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/registry"
)

// Drift reports names and versions that differ between the files that tell them.
//
// A skill's header and its entry in the registry, a plugin.json and its entry in the marketplace, the
// plugin.json files that one plugin has for several agents: each is written by hand, and only one of
// them is looked at by whom it concerns. CLEO's orchestrator goes by the registry; of a plugin's
// version Claude Code takes that of plugin.json, so a marketplace that announces another one never
// brings it. A prompt whose "## Skill Context" has "### NAME (v1.0.0)" holds that version's text.
//
// Write the same in both; both ends are shown. The safe fix takes plugin.json's version into the
// marketplace. Which of registry and header is right, "truth" tells, and makes that fix safe as well.
// Where most skills of two agents' folders are byte-equal copies, one that differs is advice: it may
// have drifted, or be meant for its agent.
//
// Left alone: what only one side tells; descriptions and keywords, unless "fields" names them, since
// these differ by design; 1.0 for 1.0.0; a header's name that is not its folder's, which
// frontmatter/name-mismatch reports.
var Drift = &analysis.Analyzer{
	Name:     "registry/drift",
	Doc:      "names and versions that differ between the files that tell them",
	Severity: analysis.Warning,
	Scope:    analysis.PerWorkspace,
	Source: analysis.Source{Kind: analysis.Documentation, Checked: "2026-11-21",
		Name: "Claude Code's documentation of plugins and marketplaces; CLEO's skill loading documents"},
	Requires: []*analysis.Analyzer{registry.PluginFact.Analyzer, registry.MarketplaceFact.Analyzer, registry.ListedFact.Analyzer,
		registry.HeaderFact.Analyzer, registry.ClaimFact.Analyzer, registry.Fact.Analyzer},
	Options: &DriftOptions{Fields: []string{"name", "version"}},
	Run:     checkDrift,
}

// DriftOptions are the options of registry/drift.
type DriftOptions struct {
	Fields []string `yaml:"fields" doc:"what is compared: name, version, description, keywords" enum:"name,version,description,keywords"`
	Truth  string   `yaml:"truth" doc:"which of registry and header is right where they differ; without it nobody knows" enum:"registry,header"`
}

func checkDrift(pass *analysis.Pass) error {
	skills := registry.ListedFact.Of(pass)
	headers := map[*analysis.File]registry.Header{}
	for file, h := range registry.HeaderFact.All(pass.Store) {
		headers[file] = h
		if l, ok := skills[file]; ok {
			d := drift{pass, analysis.OptionsFor[DriftOptions](pass, file)}
			d.skill(file, &h, l.Entry)
		}
	}
	checkClaims(pass)
	plugins := map[place][]homed{}
	for file, p := range registry.PluginFact.All(pass.Store) {
		at := place{file.Tree, registry.Home(file)}
		plugins[at] = append(plugins[at], homed{file, p})
		d := drift{pass, analysis.OptionsFor[DriftOptions](pass, file)}
		d.siblings(plugins[at])
	}
	for file, m := range registry.MarketplaceFact.All(pass.Store) {
		d := drift{pass, analysis.OptionsFor[DriftOptions](pass, file)}
		d.marketplace(file, &m, plugins)
	}
	checkCopies(pass, headers)
	return nil
}

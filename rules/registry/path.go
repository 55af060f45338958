package registry

import (
	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/registry"
)

// Path reports paths in registries, plugins and marketplaces that do not exist.
//
// CLEO takes the path of a skill from the registry and reads SKILL.md there. The path is relative to
// the repository root, or to the directory that contains the directory of the registry. If it does not
// exist, CLEO cannot spawn a subagent with the skill.
//
// Paths must stay inside the plugin or marketplace: a plugin is copied when it is installed, so files
// outside it are missing then. Components that do not exist are not loaded. Claude Code and Codex also
// require that paths start with "./". For extensions of Gemini CLI, the context files are checked.
//
// Claude Code loads hooks/hooks.json by itself. A plugin.json that lists it again fails with "Duplicate hooks
// file detected". The paths in "skills" must be directories.
//
// A marketplace entry with "strict": false defines the components of the plugin itself. If plugin.json
// defines components, too, Claude Code does not load the plugin.
//
// Severity:
//   - error for a path that a client needs
//   - info for input files of evaluations (evals/evals.json)
//   - warning for the path of a deprecated skill, and if three or more paths of a registry are all
//     broken (one finding, because they may belong to another project)
//   - info for a default path, such as "./skills/", that does not exist
//   - info for the sources of a marketplace in an unpacked package that contains none of them
//
// Not reported:
//   - URLs, and paths with variables
//   - sources of a marketplace that are not paths
//   - build output (dist/, build/ and the like) and images
//   - paths in directories that this run did not read
//   - references below a path of a skill that does not exist, which is reported
//
// Fix: --unsafe-fixes replaces a path with the existing one that is most similar. --fix adds a missing "./".
var Path = &analysis.Analyzer{
	Name:     "registry/path",
	Doc:      "broken path in a registry, plugin or marketplace",
	Severity: analysis.Error,
	Scope:    analysis.PerWorkspace,
	Source: analysis.Source{Kind: analysis.Documentation, Checked: "2026-11-23",
		Name: "Claude Code's manifest and marketplace references and 12 reports of duplicate hooks files; CLEO's skill loading documents and registries"},
	Requires: []*analysis.Analyzer{registry.Fact.Analyzer, registry.PluginFact.Analyzer, registry.MarketplaceFact.Analyzer, registry.EvalsFact.Analyzer},
	Run:      checkPaths,
}

func checkPaths(pass *analysis.Pass) error {
	skills := newSkillDirs(pass.Workspace)
	for file, r := range registry.Fact.All(pass.Store) {
		c := registryPaths{pass: pass, file: file, registry: &r, skills: skills}
		c.check()
	}
	for file, p := range registry.PluginFact.All(pass.Store) {
		c := newPluginPaths(pass, file)
		for _, path := range p.Paths {
			c.component(path)
		}
	}
	for file, m := range registry.MarketplaceFact.All(pass.Store) {
		c := newPluginPaths(pass, file)
		c.partial = c.isPartial(&m)
		for i := range m.Entries {
			c.entry(&m.Entries[i], m.Root)
		}
	}
	checkStrict(pass)
	checkEvalFiles(pass)
	return nil
}

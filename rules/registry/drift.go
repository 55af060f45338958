package registry

import (
	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/registry"
)

// Drift reports names and versions that differ between files that describe the same skill or plugin.
//
// Frontmatter and registry entry of a skill, plugin.json and marketplace entry of a plugin, and the
// files of one plugin for several clients (.claude-plugin/plugin.json, .cursor-plugin/plugin.json,
// gemini-extension.json, plugin.json and the like) are written by hand. Each client reads only one of
// them; the file that differs from most others is reported. CLEO uses the registry. Claude Code uses the version
// in plugin.json, so users never get a newer version that only the marketplace lists.
//
// A prompt with "## Skill Context" and "### NAME (v1.0.0)" contains the text of that version.
//
// The evaluations of a skill (evals/evals.json) contain its name, too.
//
// A project may keep the same instructions in several files, one for each client (AGENTS.md, CLAUDE.md, .cursorrules,
// .github/copilot-instructions.md), or a skill, subagent, command or rule in the directories of several clients. Such copies
// share at least 80 % of the lines of the shorter one. If a statement in one differs from that in another one, the finding
// shows both. If most skills of two directories are identical, any skill that differs is reported.
//
// Severity:
//   - warning for names and versions, and for a copy with a statement that plainly is older: the other one has all of its words and
//     more, or a later version or year
//   - info for other copies, because the difference may be intended
//
// Use the same value in both files; the finding shows both places.
//
// Not reported:
//   - values that only one of the files has
//   - descriptions and keywords, unless the option "fields" includes them, or the descriptions of a skill have no
//     word in common: the registry may summarize the frontmatter
//   - 1.0 and 1.0.0, which are the same version
//   - an alias: an entry for a plugin that another entry has under the name of the plugin
//   - names of a plugin that differ in case, or in hyphens, periods and underscores
//   - a name in the frontmatter that differs from the directory (see frontmatter/name-mismatch)
//   - copies that differ in names of clients, calls of subagents (@name), paths, punctuation or fields of the frontmatter, or in lines that only one has, and
//     files that refer to another one
//   - skills in two directories of which more than two differ, and most: they are adapted to the clients
//
// Fix: --fix copies a later version of plugin.json to the marketplace. The option "truth" makes the fix for registry and frontmatter safe.
var Drift = &analysis.Analyzer{
	Name:     "registry/drift",
	Doc:      "names or versions that differ between files",
	Severity: analysis.Warning,
	Scope:    analysis.PerWorkspace,
	Source: analysis.Source{Kind: analysis.Documentation, Checked: "2026-11-21",
		Name: "Claude Code's documentation of plugins and marketplaces; CLEO's skill loading documents"},
	Requires: []*analysis.Analyzer{registry.PluginFact.Analyzer, registry.MarketplaceFact.Analyzer, registry.ListedFact.Analyzer,
		registry.HeaderFact.Analyzer, registry.ClaimFact.Analyzer, registry.Fact.Analyzer, registry.EvalsFact.Analyzer},
	Options: &DriftOptions{Fields: []string{"name", "version"}},
	Copies:  true,
	Run:     checkDrift,
}

// DriftOptions are the options of registry/drift.
type DriftOptions struct {
	Fields []string `yaml:"fields" doc:"fields to compare: name, version, description, keywords" enum:"name,version,description,keywords"`
	Truth  string   `yaml:"truth" doc:"which of registry and frontmatter (header) is right if they differ; unknown by default" enum:"registry,header"`
}

func checkDrift(pass *analysis.Pass) error {
	skills := registry.ListedFact.Of(pass)
	for file, h := range registry.HeaderFact.All(pass.Store) {
		if l, ok := skills[file]; ok {
			d := drift{pass, analysis.OptionsFor[DriftOptions](pass, file)}
			d.skill(file, &h, l.Entry)
		}
	}
	checkClaims(pass)
	plugins, roots := map[place][]pluginFile{}, []place(nil)
	for file, p := range registry.PluginFact.All(pass.Store) {
		at := place{file.Tree, registry.Home(file)}
		if plugins[at] == nil {
			roots = append(roots, at)
		}
		plugins[at] = append(plugins[at], pluginFile{file, p})
	}
	for _, at := range roots {
		d := drift{pass: pass}
		d.manifests(plugins[at])
	}
	for file, m := range registry.MarketplaceFact.All(pass.Store) {
		d := drift{pass, analysis.OptionsFor[DriftOptions](pass, file)}
		d.marketplace(file, &m, plugins)
	}
	checkCopies(pass)
	checkEvals(pass)
	return nil
}

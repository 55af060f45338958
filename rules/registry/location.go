package registry

import (
	"path"
	"slices"
	"strconv"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/graph"
	"github.com/skilllint/skilllint/facts/link"
	"github.com/skilllint/skilllint/facts/registry"
)

// Location reports skills and other components in directories that clients do not search.
//
// Clients search for skills in their own directories, and only to a certain depth: Claude Code, Cursor
// and Gemini CLI one directory deep, Codex six, duyetbot only the directory itself. They silently skip
// skills that are nested deeper.
//
// In .claude-plugin/, Claude Code reads only plugin.json and marketplace.json. Skills, commands,
// subagents and hooks belong in the root of the plugin.
//
// In .cursor/rules/, Cursor reads only files with the suffix .mdc. Next to the personas of a team, Triagent reads only
// _persona_*.yaml.
//
// Where progressive disclosure applies, each directory in .NAME/skills/ is a skill. One with text but without a SKILL.md
// is missing from the skill list.
//
// Move the components, or list their directory in plugin.json. Each directory that a client searches has one finding.
//
// Severity:
//   - warning in general
//   - info for NAME/RULE.md in .cursor/rules/, a form that Cursor announced
//
// Not reported:
//   - skills inside another skill, except where progressive disclosure applies
//   - directories that plugin.json or a marketplace entry lists, and the others of a plugin that lists skills one by one
//   - shared directories next to skills, such as "references" and "_shared"
//   - directories that belong to no client, such as skills/ in the repository root
//   - a README.md in .cursor/rules/, a file next to a rule of the same name, files that a rule links, and test data
var Location = &analysis.Analyzer{
	Name:     "registry/location",
	Doc:      "component in a directory that clients do not search",
	Severity: analysis.Warning,
	Scope:    analysis.PerWorkspace,
	Source: analysis.Source{Kind: analysis.Documentation, Checked: "2026-11-21",
		Name: "documentation of Claude Code and Cursor (rules: 2026-11-23); Codex and Gemini CLI, run; source code of duyetbot"},
	Requires: []*analysis.Analyzer{graph.EntryFact.Analyzer, link.Fact.Analyzer, registry.PluginFact.Analyzer, registry.MarketplaceFact.Analyzer,
		registry.SearchFact.Analyzer},
	Run: checkLocations,
}

func checkLocations(pass *analysis.Pass) error {
	search := registry.SearchFact.Of(pass)
	found := map[registry.Unsearched][]analysis.Location{}
	var order []registry.Unsearched
	common := map[registry.Unsearched]string{} // the directory with all skills that a search does not find
	for file, entries := range graph.EntryFact.All(pass.Store) {
		if file.Kind != analysis.Skill || file.Nested && !isListed(file) || file.Dialect == nil || len(entries) == 0 {
			continue
		}
		l, lost := search.TooDeep(file)
		if !lost {
			continue
		}
		dir := l.Dir
		if l.Dir = ""; found[l] == nil {
			order = append(order, l)
			common[l] = dir
		} else if common[l] != dir {
			common[l] = l.Folder
		}
		found[l] = append(found[l], entries[0].At)
	}
	for _, l := range order {
		report(pass, l, common[l], found[l])
	}
	unreadRules(pass)
	unreadTeams(pass)
	withoutSkill(pass)
	for file, p := range registry.PluginFact.All(pass.Store) {
		insidePlugin(pass, file, p.At, search)
	}
	for file, m := range registry.MarketplaceFact.All(pass.Store) {
		if !file.Tree.Exists(path.Join(path.Dir(file.Rel), "plugin.json")) {
			insidePlugin(pass, file, m.At, search)
		}
	}
	return nil
}

// report reports the skills in a directory that a search does not find.
func report(pass *analysis.Pass, l registry.Unsearched, dir string, at []analysis.Location) {
	var related []analysis.Related
	for _, other := range at[1:] {
		related = append(related, analysis.Related{Location: other, Message: "also too deep"})
	}
	d := analysis.Diagnostic{Location: &at[0], About: l.Client, Related: related,
		Message: "skill is nested too deep for " + l.Client, Effect: l.Client + " searches " + depth(l), Help: "move it up"}
	if len(at) > 1 {
		d.Message = strconv.Itoa(len(at)) + " skills in " + quote.Text(dir) + " are nested too deep for " + l.Client
		d.Help = "move them up"
	}
	pass.Report(d)
}

// depth describes how deep a client searches a directory.
func depth(l registry.Unsearched) string {
	switch l.Depth {
	case 0:
		return "only " + quote.Text(l.Folder) + " itself"
	case 1:
		return quote.Text(l.Folder) + " one directory deep"
	}
	return quote.Text(l.Folder) + " " + strconv.Itoa(l.Depth) + " directories deep"
}

// insidePlugin reports components in .claude-plugin/, where Claude Code reads only two files.
func insidePlugin(pass *analysis.Pass, file *analysis.File, at analysis.Location, search *registry.Search) {
	dir := path.Dir(file.Rel)
	if path.Base(dir) != ".claude-plugin" {
		return
	}
	for _, name := range file.Tree.Entries(dir) {
		inside := path.Join(dir, name)
		if !slices.Contains([]string{"skills", "commands", "agents", "hooks", "output-styles", "workflows", ".mcp.json", ".lsp.json"}, name) || search.Lists(file.Tree, inside) {
			continue
		}
		pass.Report(analysis.Diagnostic{Location: &at, About: name,
			Message: kindOf(name) + " " + quote.Text(name) + " is inside .claude-plugin", Effect: "Claude Code does not load it from there", Help: "move it beside .claude-plugin",
			Group: analysis.Group{Key: file.Rel, Message: analysis.Many + " components are inside .claude-plugin", Effect: "Claude Code does not load them from there",
				Help: "move them beside .claude-plugin"}})
	}
}

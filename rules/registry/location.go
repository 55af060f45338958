package registry

import (
	"path"
	"slices"
	"strconv"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/graph"
	"github.com/skilllint/skilllint/facts/registry"
)

// Location reports skills and other components that stand where no loader looks.
//
// Loaders look for skills in folders of their own, and not at any depth: Claude Code, Cursor and
// Gemini CLI one folder deep, Codex six, the loader of duyetbot in the folder itself. What stands
// deeper is not found, and nothing says so. Of .claude-plugin/ Claude Code reads plugin.json and
// marketplace.json only: skills, commands, agents and hooks stand beside it, in the plugin's root.
//
// Move them to where they are looked for, or name their folder in plugin.json. There is one finding
// for a directory.
//
// Left alone: skills below another one, which that one may use as it likes; what a plugin.json or an
// entry of a marketplace names; folders that no loader calls its own, as a bare skills/.
var Location = &analysis.Analyzer{
	Name:     "registry/location",
	Doc:      "components that stand where no loader looks",
	Severity: analysis.Warning,
	Scope:    analysis.PerWorkspace,
	Source: analysis.Source{Kind: analysis.Documentation, Checked: "2026-11-21",
		Name: "documentation of Claude Code and Cursor; Codex and Gemini CLI, which were run; duyetbot's loader"},
	Requires: []*analysis.Analyzer{graph.EntryFact.Analyzer, registry.PluginFact.Analyzer, registry.MarketplaceFact.Analyzer},
	Run:      checkLocations,
}

func checkLocations(pass *analysis.Pass) error {
	named := namedFolders(pass)
	found := map[lostFolder][]analysis.Location{}
	var order []lostFolder
	for file, entries := range graph.EntryFact.All(pass.Store) {
		if file.Kind != analysis.Skill || file.Nested || file.Dialect == nil || len(entries) == 0 {
			continue
		}
		l, lost := lostIn(file, named)
		if !lost {
			continue
		}
		if found[l] == nil {
			order = append(order, l)
		}
		found[l] = append(found[l], entries[0].At)
	}
	for _, l := range order {
		report(pass, l, found[l])
	}
	for file, p := range registry.PluginFact.All(pass.Store) {
		insidePlugin(pass, file, p.At, named)
	}
	for file, m := range registry.MarketplaceFact.All(pass.Store) {
		if !file.Tree.Exists(path.Join(path.Dir(file.Rel), "plugin.json")) {
			insidePlugin(pass, file, m.At, named)
		}
	}
	return nil
}

// report tells of the skills in one folder.
func report(pass *analysis.Pass, l lostFolder, at []analysis.Location) {
	var related []analysis.Related
	for _, other := range at[1:] {
		related = append(related, analysis.Related{Location: other, Message: "this one as well"})
	}
	message := "this skill is not found: "
	if len(at) > 1 {
		message = strconv.Itoa(len(at)) + " skills in " + quote.Text(l.dir) + " are not found: "
	}
	pass.Report(analysis.Diagnostic{Location: &at[0], About: l.agent, Related: related,
		Message: message + l.agent + " looks into " + quote.Text(l.folder) + " " + deep(l.depth) + "; move " +
			map[bool]string{true: "them", false: "it"}[len(at) > 1] + " up"})
}

func deep(folders int) string {
	switch folders {
	case 0:
		return "and into no folder below it"
	case 1:
		return "one folder deep"
	}
	return strconv.Itoa(folders) + " folders deep"
}

// insidePlugin reports components in .claude-plugin/, where only two files are read.
func insidePlugin(pass *analysis.Pass, file *analysis.File, at analysis.Location, named map[place]bool) {
	dir := path.Dir(file.Rel)
	if path.Base(dir) != ".claude-plugin" {
		return
	}
	for _, name := range file.Tree.Entries(dir) {
		inside := path.Join(dir, name)
		if !slices.Contains([]string{"skills", "commands", "agents", "hooks", "output-styles", "workflows", ".mcp.json", ".lsp.json"}, name) || named[place{file.Tree, inside}] {
			continue
		}
		pass.Report(analysis.Diagnostic{Location: &at, About: name,
			Message: name + " stands in .claude-plugin, where it is not looked for, so nothing of it is loaded; move it up, beside .claude-plugin"})
	}
}

package deps

import (
	"fmt"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/graph"
	"github.com/skilllint/skilllint/facts/registry"
)

// Missing reports references to skills and subagents that do not exist.
//
// What the client does differs, and the finding states it. Claude Code starts the subagent without the
// skill and mentions that only in its log. A Triagent persona starts without it, Duyetbot drops the
// dependency, and CLEO cannot spawn the subagent. Correct the name, or remove it.
//
// Severity:
//   - error if the client needs the skill or subagent
//   - warning if no client reads the field, if it works without it, and in texts
//   - warning for a skill in the dependencies of a duyetbot subagent, whose registry has only subagents
//
// The rule also checks the names in texts: load_skill("x") of Triagent, Task(subagent_type="x") and @agent-x. For Claude Code, it
// reports only names that resemble a subagent of the repository, because users have their own. In calls of CLEO's orchestrator
// (orchestrator_spawn_subagent, skill_load_content, skill_get_path and the like, and "cleo orchestrator spawn"), it checks
// skills and loading strategies. A name with its plugin, such as "/plugin:name", is reported if the plugin is in the workspace
// and has nothing of that name, also in the READMEs and guides of the repository and of the plugin. The texts of another plugin are checked if
// only that plugin has the name. Another name of a plugin, such as an old one, is reported in
// the plugin's own texts and in the repository's instructions, if at least two names follow it, or it begins like the plugin's name,
// and the plugin has all of them. Where skills are in directories of
// categories and texts name them so, as in `security/review-login`, a category must have the skill. "plugin install
// NAME@MARKETPLACE" in the READMEs and guides of a marketplace must name its plugin, and not the repository or its owner instead of
// the marketplace. Without "@MARKETPLACE", the name of the marketplace and a part of the plugin's name are reported. `name` next to
// "skill" or "agent", and `/name`, are reported if nothing has the name, and an existing name has the same words in another order,
// further words at an end or one other letter, or if the name shares its first or last word with its document and with at least
// four names. So are `/prefix:name` and `/prefix-name` among at least four commands with the prefix, and `name.md` if there is a skill
// of that name and no such file. A tool of a plugin's own MCP server must have the plugin in its name:
// mcp__plugin_PLUGIN_SERVER__TOOL.
//
// A name exists if a skill or subagent in the same workspace has it in its frontmatter, directory, file
// name or registry entry. Triagent searches only the directories of a persona.
//
// Not reported:
//   - "plugin:name" if the plugin is not in the workspace, in examples, and where the text says that it does not exist yet
//   - "plugin:name" if the workspace names "plugin@marketplace" with another marketplace than its own, which has that plugin
//   - names in a run that checks a single skill directory
//   - names in fields that no client reads, such as "dependencies" in most frontmatter, because they may be
//     packages of software: they are reported only if most names of the field are other skills, both in the
//     file and in all files together, and none has a version, brackets or a slash ("torch>=2.0", "ray[data]")
//   - names of common programs in such a field
//
// Fix: --unsafe-fixes writes the name that was probably meant, in fields that a client reads, and the category that a skill is in.
var Missing = &analysis.Analyzer{
	Name:     "deps/missing",
	Doc:      "unknown skill or subagent",
	Severity: analysis.Error,
	Scope:    analysis.PerWorkspace,
	Source: analysis.Source{Kind: analysis.Documentation, Checked: "2026-11-21",
		Name: "Claude Code's sub-agents page; names of tools in its package 2.1.332; loaders of triagent and duyetbot; CLEO's subagent protocol"},
	Requires: []*analysis.Analyzer{graph.Fact.Analyzer, graph.CallFact.Analyzer, graph.EntryFact.Analyzer, graph.QualifiedFact.Analyzer, graph.NamedFact.Analyzer, graph.CategoryFact.Analyzer,
		marketedFact.Analyzer, serverFact.Analyzer, toolFact.Analyzer, registry.PluginFact.Analyzer, registry.MarketplaceFact.Analyzer},
	Run: missing,
}

func missing(pass *analysis.Pass) error {
	g := graph.Fact.Of(pass)
	s := newSpeller(g)
	for _, m := range g.Missing {
		severity, ok := analysis.ParseSeverity(m.Rule.Missing)
		if !ok || severity == analysis.Off || slices.Contains(m.Rule.BuiltIn, m.Need.Name) || g.Unseen(m) {
			continue
		}
		if m.Rule.Loose && isProgram(m.Need.Name) {
			continue
		}
		near, at := s.near(m), m.Need.At
		d := analysis.Diagnostic{Location: &at, Severity: severity}
		listed := s.taken[entry{m.From, m.Need.Field, near}]
		if fix, ok := rename(m, near); ok && !listed {
			d.SuggestedFixes = []analysis.SuggestedFix{fix}
		}
		describe(&d, g, m, near)
		if listed && near != "" {
			d.Help = fmt.Sprintf("remove it, because %s is listed too", quote.Text(near))
		}
		if _, ok := g.Resolve(m.File, m.Need.Name, anySkill); ok && m.Rule.Order && m.Rule.Targets == analysis.Agent.String() {
			d.Severity, d.Message = analysis.Warning, fmt.Sprintf("%s of a subagent names a skill: %s", quote.Text(m.Need.Field), quote.Text(m.Need.Name))
			d.Help, d.SuggestedFixes = "refer to the skill in the text of the subagent", nil
		}
		pass.Report(d)
	}
	missingCalls(pass, g)
	missingQualified(pass)
	missingCategories(pass)
	missingInstalls(pass)
	missingNamed(pass, g)
	missingTools(pass)
	return nil
}

// describe sets the texts of a finding.
func describe(d *analysis.Diagnostic, g *graph.Graph, m graph.Missing, near string) {
	kind := m.Rule.Targets
	if kind == analysis.Agent.String() {
		kind = "subagent"
	}
	d.Message, d.Effect = fmt.Sprintf("%s names an unknown %s %s", quote.Text(m.Need.Field), kind, quote.Text(m.Need.Name)), m.Rule.Effect
	elsewhere := g.Elsewhere(m)
	if elsewhere != "" {
		d.Message = fmt.Sprintf("%s %s is in %s, which is not searched", kind, quote.Text(m.Need.Name), quote.Text(elsewhere))
	}
	remove := "remove " + quote.Text(m.Need.Name) + " from " + quote.Text(m.Need.Field)
	switch {
	case len(d.SuggestedFixes) > 0:
	case m.Need.Field == "agent" && slices.Contains([]string{"haiku", "opus", "sonnet"}, m.Need.Name):
		d.Help = "to choose a model, use " + quote.Text("model: "+m.Need.Name)
	case kind == "skill" && strings.HasSuffix(m.Need.Name, ".md") && near == "":
		d.Message = fmt.Sprintf("%s names a file instead of a skill: %s", quote.Text(m.Need.Field), quote.Text(m.Need.Name))
		d.Help = "refer to the file in the text, and " + remove
	case near != "":
		d.Help = fmt.Sprintf("did you mean %s?", quote.Text(near))
	case elsewhere != "":
		d.Help = fmt.Sprintf("move the %s to %s, or %s", kind, searchedDirectories(m), remove)
	case len(m.Rule.In) > 0:
		d.Help = fmt.Sprintf("add the %s to %s, or %s", kind, searchedDirectories(m), remove)
	default:
		d.Help = fmt.Sprintf("add the %s, or %s", kind, remove)
	}
}

// searchedDirectories returns the directories in which the client searches for the missing name.
func searchedDirectories(m graph.Missing) string {
	var dirs []string
	for _, dir := range m.Folders() {
		if !slices.Contains(dirs, dir) {
			dirs = append(dirs, dir)
		}
	}
	return quote.List(dirs, "or")
}

package links

import (
	"bytes"
	"path"
	"regexp"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/link"
)

// PluginPath reports paths in the skills, commands, subagents, hooks and servers of a plugin to files of the plugin, without
// ${CLAUDE_PLUGIN_ROOT}.
//
// Commands and subagents work in the user's project. They do not know where the plugin is installed, unlike a skill, whose
// directory Claude Code names. The agent searches the project for "references/style.md" and continues without it.
// Claude Code replaces ${CLAUDE_PLUGIN_ROOT} in commands and subagents.
//
// Links in commands and subagents to the plugin's references, scripts and the like are reported: the text reaches the model
// unchanged, without the directory of the document. Paths in code are checked, if the text tells the agent to read or run the file, and the file is in the plugin or in one of its
// skills. In a SKILL.md, they are paths such as "references/style.md" whose file is in the plugin's own references/, next to
// skills/, and paths such as "skills/shared/style.md" other than those of a SKILL.md. Paths such as "plugins/garden/references/style.md" are reported if the plugin is in that directory of the repository: it
// is installed elsewhere. The paths of a document are one finding.
//
// In hooks.json, plugin.json and .mcp.json, the relative path of a script that a hook or server runs is reported if the plugin has
// the file: Claude Code runs the command in the user's project.
//
// Severity:
//   - error for scripts of hooks and servers
//   - warning in texts
//
// Not reported:
//   - paths in code relative to the directory of the document, and files that exist nowhere in the plugin
//   - commands and subagents that name ${CLAUDE_PLUGIN_ROOT} or skills, whose directory the agent then knows, subagents that load
//     skills, and a SKILL.md that names ${CLAUDE_PLUGIN_ROOT}/references/, unless a path is relative to the repository
//   - scripts at the root of the plugin that a command runs, which commands/missing-file reports
//   - the plugin's commands and subagents, which the client loads
//   - the plugin's hooks and CLAUDE.md, which are named for those who change the plugin
//   - commands of hooks that change the directory or check whether the file exists, and the .mcp.json at the root of a repository,
//     which is also the project's
//   - paths in examples and templates, and files that the agent is to write
//
// Fix: --unsafe-fixes writes the paths of files to read with ${CLAUDE_PLUGIN_ROOT}.
var PluginPath = &analysis.Analyzer{
	Name:     "links/plugin-path",
	Doc:      "path of a plugin's file without ${CLAUDE_PLUGIN_ROOT}",
	Severity: analysis.Error,
	Scope:    analysis.PerWorkspace,
	Source: analysis.Source{Kind: analysis.Documentation, Checked: "2026-11-28",
		Name: "Claude Code's plugin reference on environment variables; issues of plugins whose hooks fail in projects"},
	Requires: []*analysis.Analyzer{link.Fact.Analyzer, unplaced.Analyzer, hookPaths.Analyzer},
	Run:      pluginPaths,
}

// unplaced is the documents of plugins: true for those that tell the agent neither where the plugin is installed nor which skill to
// load.
var unplaced = analysis.NewFact("unplaced", "whether skills, commands and subagents of plugins name neither ${CLAUDE_PLUGIN_ROOT} nor, if they are not skills, skills",
	analysis.PerDocument, analysis.Command|analysis.Agent|analysis.Skill, func(pass *analysis.Pass) (bool, error) {
		d := pass.Document
		if d.File.PluginRoot == "" {
			return false, analysis.ErrNoFact
		}
		if d.Kind == analysis.Skill {
			return !namesSharedRoot(d.Source), nil
		}
		return d.Data.Get("skills") == nil && !namesRoot(d.Source) && !bytes.Contains(bytes.ToLower(d.Source[d.BodyStart():]), []byte("skill")), nil
	})

func pluginPaths(pass *analysis.Pass) error {
	pluginHookPaths(pass)
	documents, reported := map[*analysis.File]bool{}, map[*analysis.File]*analysis.Diagnostic{}
	for file, is := range unplaced.All(pass.Store) {
		documents[file] = is
	}
	if len(documents) == 0 {
		return nil
	}
	skills, order := skillDirs(pass.Workspace), []*analysis.Diagnostic{}
	for _, l := range link.Fact.Of(pass) {
		is, ok := documents[l.From]
		to := ""
		if ok {
			to = inPlugin(&l, is, skills)
		}
		if to == "" {
			continue
		}
		const root = "${CLAUDE_PLUGIN_ROOT}/"
		d := reported[l.From]
		if at := l.At; d == nil {
			d = &analysis.Diagnostic{Location: &at, Severity: analysis.Warning, Message: "path is relative to " + placeOf(&l, to) + ": " + quote.Text(l.Written),
				Effect: effectOf(&l, to), Help: "write " + quote.Text(root+analysis.RelativePath(l.Plugin, to)),
				Group: analysis.Group{Key: l.Plugin, Message: analysis.Many + " documents of the plugin have paths that lack its place", Help: "write ${CLAUDE_PLUGIN_ROOT}/ before them"}}
			reported[l.From], order = d, append(order, d)
		} else {
			d.Related = append(d.Related, analysis.Related{Location: at, Message: "likewise " + quote.Text(l.Written)})
		}
		if l.Program == "" && l.Fragment == "" {
			if d.SuggestedFixes == nil {
				d.SuggestedFixes = []analysis.SuggestedFix{{Title: "write the paths with ${CLAUDE_PLUGIN_ROOT}"}}
			}
			fix := &d.SuggestedFixes[0]
			fix.Edits = append(fix.Edits, editsOf(&l, l.At.Range, root+analysis.RelativePath(l.Plugin, to))...)
		}
	}
	for _, d := range order {
		pass.Report(*d)
	}
	return nil
}

// namesSharedRoot reports whether the text of a SKILL.md tells where the directories of references of the plugin are.
func namesSharedRoot(source []byte) bool {
	var expr *regexp.Regexp
	for line := range bytes.Lines(source) {
		if !bytes.Contains(line, []byte("PLUGIN_ROOT")) && !bytes.Contains(line, []byte("SKILL_DIR")) && !(bytes.Contains(line, []byte("plugin")) && bytes.Contains(line, []byte("root"))) {
			continue
		}
		if expr == nil {
			expr = sharedRoot()
		}
		if expr.Match(line) {
			return true
		}
	}
	return false
}

func sharedRoot() *regexp.Regexp {
	return regexp.MustCompile(`(?:PLUGIN_ROOT|SKILL_DIR\}?["']?/\.\./\.\.)\}?["']?/(?:references?|assets|resources|prompts|templates)\b|relative to [^\n]{0,20}PLUGIN_ROOT|plugin(?:'s)?[ -]root\b`)
}

// namesRoot reports whether a text tells where the plugin is installed.
func namesRoot(source []byte) bool {
	return bytes.Contains(source, []byte("CLAUDE_PLUGIN_ROOT")) || bytes.Contains(source, []byte("plugin root")) || bytes.Contains(source, []byte("plugin's root"))
}

// effectOf describes where the agent looks for the file of a relative path.
func effectOf(l *link.Link, to string) string {
	switch {
	case to == path.Clean(l.Path) && l.Plugin != ".":
		return "the path does not exist where the plugin is installed"
	case l.From.Kind == analysis.Skill:
		return "the agent looks in the directory of the skill, where the file does not exist"
	}
	return "the agent works in the user's project, where the file does not exist"
}

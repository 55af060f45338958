package links

import (
	"bytes"
	"path"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/link"
)

// PluginPath reports paths in the commands and subagents of a plugin to files of the plugin, without ${CLAUDE_PLUGIN_ROOT}.
//
// Commands and subagents work in the user's project. They do not know where the plugin is installed, unlike a skill, whose
// directory Claude Code names. The agent searches the project for "references/style.md" and continues without it.
// Claude Code replaces ${CLAUDE_PLUGIN_ROOT} in commands and subagents.
//
// Paths in code are checked, if the text tells the agent to read or run the file, and the file is in the plugin or in one of its
// skills. The paths of a document are one finding.
//
// Not reported:
//   - paths relative to the directory of the document, and files that exist nowhere in the plugin
//   - documents that name ${CLAUDE_PLUGIN_ROOT} or skills, whose directory the agent then knows, and subagents that load skills
//   - scripts at the root of the plugin that a command runs, which commands/missing-file reports
//   - the plugin's commands and subagents, which the client loads
//   - paths in examples and templates, and files that the agent is to write
//
// Fix: --unsafe-fixes writes the paths of files to read with ${CLAUDE_PLUGIN_ROOT}.
var PluginPath = &analysis.Analyzer{
	Name:     "links/plugin-path",
	Doc:      "path of a plugin's file without ${CLAUDE_PLUGIN_ROOT}",
	Severity: analysis.Warning,
	Scope:    analysis.PerWorkspace,
	Source: analysis.Source{Kind: analysis.Documentation, Checked: "2026-11-28",
		Name: "Claude Code's plugin reference on environment variables"},
	Requires: []*analysis.Analyzer{link.Fact.Analyzer, unplaced.Analyzer},
	Run:      pluginPaths,
}

// unplaced is the documents of plugins that tell the agent neither where the plugin is installed nor which skill to load.
var unplaced = analysis.NewFact("unplaced", "the commands and subagents of plugins that name neither ${CLAUDE_PLUGIN_ROOT} nor skills",
	analysis.PerDocument, analysis.Command|analysis.Agent, func(pass *analysis.Pass) (bool, error) {
		d := pass.Document
		if d.File.PluginRoot == "" || d.Data.Get("skills") != nil || bytes.Contains(d.Source, []byte("CLAUDE_PLUGIN_ROOT")) || bytes.Contains(bytes.ToLower(d.Source[d.BodyStart():]), []byte("skill")) {
			return false, analysis.ErrNoFact
		}
		return true, nil
	})

func pluginPaths(pass *analysis.Pass) error {
	documents := map[*analysis.File]*analysis.Diagnostic{}
	for file := range unplaced.All(pass.Store) {
		documents[file] = nil
	}
	if len(documents) == 0 {
		return nil
	}
	skills, order := skillDirs(pass.Workspace), []*analysis.Diagnostic{}
	for _, l := range link.Fact.Of(pass) {
		d, ok := documents[l.From]
		to := ""
		if ok {
			to = inPlugin(&l, skills)
		}
		if to == "" {
			continue
		}
		const root = "${CLAUDE_PLUGIN_ROOT}/"
		if at := l.At; d == nil {
			d = &analysis.Diagnostic{Location: &at, Message: "path is relative to " + placeOf(&l, to) + ": " + quote.Text(l.Written),
				Effect: "the agent works in the user's project, where the file does not exist", Help: "write " + quote.Text(root+analysis.RelativePath(l.Plugin, to)),
				Group: analysis.Group{Key: l.Plugin, Message: analysis.Many + " documents of the plugin have paths that are relative to it", Help: "write ${CLAUDE_PLUGIN_ROOT}/ before them"}}
			documents[l.From], order = d, append(order, d)
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

// A pluginRoot is the directory of a plugin.
type pluginRoot struct {
	tree *analysis.Tree
	dir  string
}

// skillDirs returns the directories of the skills of each plugin.
func skillDirs(w *analysis.Workspace) map[pluginRoot][]string {
	dirs := map[pluginRoot][]string{}
	for _, f := range w.Files {
		if f.Kind == analysis.Skill && f.PluginRoot != "" {
			key := pluginRoot{f.Tree, f.PluginRoot}
			dirs[key] = append(dirs[key], path.Dir(f.Rel))
		}
	}
	return dirs
}

// inPlugin returns the file of the plugin that a path is meant for, or "".
func inPlugin(l *link.Link, skills map[pluginRoot][]string) string {
	if l.Form != link.FormCode || l.Class != link.Local || !l.Ordered || l.Shown || l.ToWrite || l.Teaches || l.Skill != nil || path.Ext(l.Path) == "" ||
		l.From.Tree.Stat(path.Join(path.Dir(l.From.Rel), l.Path)) != analysis.Absent {
		return ""
	}
	if first, _, _ := strings.Cut(path.Clean(l.Path), "/"); first == "commands" || first == "agents" || first == "skills" || first == ".." {
		return ""
	}
	if to := path.Join(l.Plugin, l.Path); l.From.Tree.Stat(to) == analysis.IsFile {
		if l.Program != "" {
			return ""
		}
		return to
	}
	var found string
	for _, dir := range skills[pluginRoot{l.From.Tree, l.Plugin}] {
		if to := path.Join(dir, l.Path); l.From.Tree.Stat(to) == analysis.IsFile {
			if found != "" {
				return ""
			}
			found = to
		}
	}
	return found
}

// placeOf describes the directory that a path is relative to.
func placeOf(l *link.Link, to string) string {
	if to == path.Join(l.Plugin, l.Path) {
		return "the plugin"
	}
	return "the skill " + quote.Text(path.Base(strings.TrimSuffix(to, "/"+path.Clean(l.Path))))
}

package commands

import (
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/invocation"
	"github.com/skilllint/skilllint/facts/link"
	"github.com/skilllint/skilllint/facts/registry"
)

// MissingFile reports commands that run a script by a path that does not exist where the skill or plugin is installed: a script
// of another skill, a path relative to the plugin without ${CLAUDE_PLUGIN_ROOT}, or one relative to the repository root.
//
// Agents run commands in the user's project. A skill is installed without the repository around it, and without the other
// skills of its collection. The script is missing there, although it exists in the repository. The rule also reports scripts of
// other skills if these are not checked.
//
// After a placeholder for the skill's directory, such as <skill-dir>, scripts that do not exist are reported, if the directory has
// others. links/broken reports other scripts that exist nowhere.
//
// Scripts outside of the skill are an info, because many skills are for work in their repository or installed with it. So
// are scripts that test or evaluate the skill, which are run in its repository, and paths below ~, where the other skill is installed.
//
// Not reported:
//   - paths in a paragraph about the files of a project or the root of the repository, and blocks after it
//   - commands after a condition ("If `a.py` exists"), "from the plugin directory", or where clients install the skill itself
//   - skills in a client's directory of the project (such as .claude/skills), which belong to their repository
//   - scripts of other skills of the same plugin or package, which clients install as a whole
//   - commands after "cd" into a directory that is unknown, or relative to the repository root
//   - scripts of the repository of which the skill has a copy, which it puts into projects
//   - files other than skills, subagents, commands and their references
var MissingFile = &analysis.Analyzer{
	Name:     "commands/missing-file",
	Doc:      "command whose script is missing where the skill is installed",
	Severity: analysis.Warning,
	Scope:    analysis.PerWorkspace,
	Source: analysis.Source{Kind: analysis.Documentation, Checked: "2026-11-27",
		Name: "Claude Code's plugin reference on environment variables and plugin caching, and the Agent Skills specification on file references"},
	Requires: []*analysis.Analyzer{invocation.CallFact.Analyzer, registry.HeaderFact.Analyzer},
	Run:      missingFiles,
}

// A shared is a directory of a tree.
type shared struct {
	tree *analysis.Tree
	dir  string
}

func missingFiles(pass *analysis.Pass) error {
	r, calls := newReporter(pass), invocation.CallFact.Of(pass)
	templates := map[shared]bool{}
	for i := range calls {
		c := &calls[i]
		if c.Form == invocation.Config || c.Form == invocation.Source || c.From.Kind&(analysis.Skill|analysis.Agent|analysis.Command|analysis.Reference) == 0 || isForPeople(c.From.Rel) {
			continue
		}
		if d := misplaced(c); d.Message != "" && !c.OfProject && !hasCopy(c, templates) && !isOwn(pass, c) {
			if isOfTests(c.To) || isTestData(c.From.Rel) || strings.HasPrefix(c.Words[c.File].Text, "~/") {
				d.Severity = analysis.Info // for those who change the skill
			}
			r.add(c, c.At(c.File), d)
		}
	}
	r.flush()
	return nil
}

// isForPeople reports whether the name of a file indicates documentation for people, or for agents that change the skill.
func isForPeople(rel string) bool {
	base := strings.ToUpper(path.Base(rel))
	return slices.ContainsFunc([]string{"README", "CONTRIBUTING", "AGENTS.", "CLAUDE.", "GEMINI.", "DEVELOPMENT"}, func(name string) bool { return strings.HasPrefix(base, name) })
}

// misplaced returns the finding for a script that is not installed at its path; its message is empty if there is none.
func misplaced(c *invocation.Call) analysis.Diagnostic {
	written := quote.Text(c.Words[c.File].Text)
	const missing = "the script is missing where only this skill is installed"
	if help := absent(c); help != "" {
		return analysis.Diagnostic{Message: "script not found: " + written, Effect: "the command fails", Help: help}
	}
	switch {
	case c.Plugin != "" && c.Base == "" && c.To != "" && (c.Via == invocation.FromPlugin || c.Skill == nil && c.Via == invocation.Direct || c.Via == invocation.FromRoot && c.Dir == "") && link.Inside(c.Plugin, c.To) && !c.From.Shared:
		to := "${CLAUDE_PLUGIN_ROOT}/" + analysis.RelativePath(c.Plugin, c.To)
		return analysis.Diagnostic{Message: "path is relative to the plugin: " + written, Effect: "the command runs in the user's project, where the file does not exist",
			Help: "write " + quote.Text(to), Group: analysis.Group{Key: c.From.Rel, Message: analysis.Many + " paths are relative to the plugin", Help: "write ${CLAUDE_PLUGIN_ROOT}/ before them"}}
	case c.Skill == nil || c.Plugin != "" || link.IsOfProject(c.From.Tree, c.Skill.Rel):
		return analysis.Diagnostic{}
	case isOutside(c): // mostly skills for work in the repository itself
		return analysis.Diagnostic{Severity: analysis.Info, Message: "command runs a script outside the skill: " + written, Effect: missing, Help: "copy the script into the skill, or name the skill that has it",
			Group: analysis.Group{Key: c.Skill.Rel, Message: analysis.Many + " commands run scripts outside the skill", Help: "copy the scripts into the skill, or name the skills that have them"}}
	case c.Via == invocation.FromRoot && c.SkillDir() != "." && link.Inside(c.SkillDir(), c.To):
		to := analysis.RelativePath(c.SkillDir(), c.To)
		if to == path.Clean(c.Words[c.File].Text) {
			return analysis.Diagnostic{Message: "command runs in a directory of the repository: " + quote.Text(strings.TrimSuffix(c.Path, "/"+to)), Effect: "the directory is missing where the skill is installed",
				Help: "remove the cd, and say that paths are relative to the skill", Group: analysis.Group{Key: c.From.Rel + " " + c.Dir, Message: analysis.Many + " commands run in directories of the repository"}}
		}
		return analysis.Diagnostic{Message: "path is relative to the repository root: " + written, Effect: "the file is missing where the skill is installed",
			Help: "write " + quote.Text(to), Group: analysis.Group{Key: c.Skill.Rel, Message: analysis.Many + " paths are relative to the repository root", Help: "write paths relative to the skill"}}
	}
	return analysis.Diagnostic{}
}

// isOutside reports whether a command runs a script of another directory than that of the skill, also if that is not known.
func isOutside(c *invocation.Call) bool {
	if c.Base != "" || c.Dir != "" && !strings.HasPrefix(c.Dir, "../") || c.Interpreter == "" && c.To == "" {
		return false
	}
	unit, ok := link.Unit(c.From.Tree, c.Skill.Rel)
	switch {
	case !ok:
		return false
	case c.To != "":
		return !link.Inside(unit, c.To)
	case strings.HasPrefix(c.Path, "../"):
		return !link.Inside(unit, path.Join(c.SkillDir(), c.Path)) && !link.Inside(unit, path.Join(path.Dir(c.From.Rel), c.Path))
	}
	return c.OfOther && !strings.Contains(c.Path, "node_modules/") && !strings.Contains(c.Path, "...")
}

// isOwn reports whether a path names the skill itself: where a client installs it, or by its name if its directory has another one.
func isOwn(pass *analysis.Pass, c *invocation.Call) bool {
	if c.Skill == nil {
		return false
	}
	_, tail, ok := strings.Cut("/"+c.Path, "/skills/"+path.Base(c.SkillDir())+"/")
	if ok && len(c.Path) > 1 && c.Path[0] == '.' && c.Path[1] != '/' && c.From.Tree.Stat(path.Join(c.SkillDir(), tail)) == analysis.IsFile {
		return true
	}
	h, ok := registry.HeaderFact.At(pass.Store, c.Skill)
	return ok && c.To == "" && h.Name.Value != "" && strings.Contains("/"+c.Path, "/"+h.Name.Value+"/")
}

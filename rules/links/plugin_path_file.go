package links

import (
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/link"
)

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

// inPlugin returns the file of the plugin that a path is meant for, or "". unplaced: the document does not tell where the plugin is.
func inPlugin(l *link.Link, unplaced bool, skills map[pluginRoot][]string) string {
	if l.Form == link.FormLink {
		return linkedInPlugin(l, unplaced)
	}
	if !isPathInCode(l) || l.From.Tree.Stat(path.Join(path.Dir(l.From.Rel), l.Path)) != analysis.Absent {
		return ""
	}
	if to := path.Clean(l.Path); l.Found == to && l.Plugin != "." && link.Inside(l.Plugin, to) {
		return fromRoot(l, to)
	}
	if !unplaced || l.Teaches {
		return ""
	}
	first, _, _ := strings.Cut(path.Clean(l.Path), "/")
	to := path.Join(l.Plugin, l.Path)
	exists := l.From.Tree.Stat(to) == analysis.IsFile
	switch {
	case first == "skills" && l.From.Kind == analysis.Skill && l.Program == "" && path.Base(to) != "SKILL.md" && exists:
		return to
	case slices.Contains([]string{"commands", "agents", "skills", ".."}, first), l.Skill == nil && exists && l.Program != "":
		return ""
	case l.Skill != nil:
		return shared(l, first)
	case exists:
		return to
	}
	return inOneSkill(l, skills[pluginRoot{l.From.Tree, l.Plugin}])
}

// isPathInCode reports whether a reference is a path in code that the agent is told to use, and that names a file of a plugin.
func isPathInCode(l *link.Link) bool {
	base := path.Base(l.Path)
	return l.Form == link.FormCode && l.Class == link.Local && l.Ordered && !l.Shown && !l.ToWrite && path.Ext(base) != "" && !isOfRepository(base) && base != "hooks.json"
}

// fromRoot returns the file of a plugin that a path from the root of the repository leads to, or "" if the path is for people.
func fromRoot(l *link.Link, to string) string {
	if l.Program != "" || isForPeople(to) || path.Base(to) == "SKILL.md" && l.From.Kind == analysis.Skill || path.Base(path.Dir(to)) == ".claude-plugin" {
		return ""
	}
	return to
}

// inOneSkill returns the file at a path in one of the skills in some directories, or "" if none or several have it.
func inOneSkill(l *link.Link, dirs []string) (found string) {
	for _, dir := range dirs {
		if to := path.Join(dir, l.Path); l.From.Tree.Stat(to) == analysis.IsFile {
			if found != "" {
				return ""
			}
			found = to
		}
	}
	return found
}

// sharedDirs are directories of a plugin that a skill would have, too.
var sharedDirs = []string{"references", "reference", "assets", "resources", "prompts", "templates"}

// shared returns the file of the plugin that a path in its SKILL.md is meant for, in a directory that a skill would have, or "".
func shared(l *link.Link, first string) string {
	to := path.Join(l.Plugin, l.Path)
	if l.Skill != l.From || l.Program != "" || path.Dir(l.From.Rel) == l.Plugin || l.From.Tree.Stat(to) != analysis.IsFile ||
		!slices.Contains(sharedDirs, first) {
		return ""
	}
	return to
}

// linkedInPlugin returns the file of the plugin to which a link of a command or subagent points, or "". The client does not tell the
// agent where the document is.
func linkedInPlugin(l *link.Link, unplaced bool) string {
	first, _, _ := strings.Cut(analysis.RelativePath(l.Plugin, l.To), "/")
	if !unplaced || l.From.Kind == analysis.Skill || l.Class != link.Local || l.Problem != link.NoProblem || l.Shown || l.ToWrite || l.Base != "" || l.Path == "" || !link.Inside(l.Plugin, l.To) ||
		l.From.Tree.Stat(l.To) != analysis.IsFile || !slices.Contains(slices.Concat(sharedDirs, pluginDirs, []string{"scripts", "rules", "shared", "_shared", "schemas"}), first) {
		return ""
	}
	return l.To
}

// placeOf describes the directory that a path is relative to.
func placeOf(l *link.Link, to string) string {
	switch {
	case to == path.Clean(l.Path) && l.Plugin != ".":
		return "the repository"
	case to == path.Join(l.Plugin, l.Path):
		return "the plugin"
	case to == path.Join(path.Dir(l.From.Rel), l.Path):
		return "the document"
	}
	return "the skill " + quote.Text(path.Base(strings.TrimSuffix(to, "/"+path.Clean(l.Path))))
}

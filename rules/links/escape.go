package links

import (
	"path"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/link"
)

// Escape reports links that point outside the directory that is installed.
//
// A plugin is installed without the repository around it, and so is a skill from a collection. A file
// outside of it is missing there, and the agent finds nothing. Absolute paths ("/opt/…", "~", "C:\",
// "file:") work on one machine only. Move the file into the skill, and link it by a relative path.
//
// Severity:
//   - error where the target is outside the plugin or the repository, and for absolute paths of a machine
//   - warning for paths after ${CLAUDE_SKILL_DIR} to files of another plugin, where it is outside the skill but in the same repository, for other links that
//     start with "/", in instruction files, and for paths in code such as /mnt/skills/… to a file of the same skill
//   - warning for paths below ~/.claude/skills and ~/.claude/plugins to files of the plugin, unless a README describes how to put it there
//   - warning for paths in code of SKILL.md such as own-name/references/x.md, which are relative to the directory of the skills; info in references and for other-name/references/x.md
//   - info where three or more skills link files of one directory outside of them, which is installed with them
//   - info in READMEs and other files for people, for links to the SKILL.md of other skills of the repository, to
//     files of skills beside this one, to documentation of the project, for links that
//     start with "/" in references, and for paths in code to ~/.claude/skills and the like
//
// Links of one skill that have the same problem are reported together. A link to the documentation of the project, such as a
// decision record, should be the URL of the page. Name another skill instead of linking its SKILL.md, and write a path below a
// home directory as text.
//
// Not reported:
//   - skills in a client's directory of the project (such as .claude/skills), or in a repository that is the directory of Claude
//     Code's user (CLAUDE.md, settings.json and skills/), which belong to their repository
//   - links within a plugin, extension or package that clients install as a whole
//   - links between files that a manifest.json above the skill lists, which ship as one
//   - commands and skills of plugins, such as /tools:deploy, and directories that start with "/", which are those of a project
//   - pages of the repository on GitHub, such as ../../issues
//   - other paths in code, and those in sections whose heading names the client
//   - links of instruction files to other files of the repository, also if they start with "/"
var Escape = &analysis.Analyzer{
	Name:     "links/escape",
	Doc:      "link that points outside the skill",
	Severity: analysis.Error,
	Scope:    analysis.PerWorkspace,
	Source: analysis.Source{Kind: analysis.Documentation, Checked: "2026-11-21",
		Name: "Claude Code's plugin reference on plugin caching, and the Agent Skills specification on file references"},
	Requires: []*analysis.Analyzer{link.Fact.Analyzer, homeFact.Analyzer},
	Run:      escapes,
}

func escapes(pass *analysis.Pass) error {
	type unitKey struct {
		tree *analysis.Tree
		unit string
	}
	var found []analysis.Diagnostic
	var units []unitKey
	others := map[unitKey]bool{}             // the skills with links to files outside of skills
	sharing := map[unitKey]map[string]bool{} // the skills that link files of a directory outside of them
	var shared []unitKey
	home := homePaths(pass)
	links := link.Fact.Of(pass)
	for i, l := range links {
		if l.External || l.InExample() || i+1 < len(links) && isTextOf(&l, &links[i+1]) || l.Form == link.FormVariable && !leavesPlugin(&l) ||
			l.Form == link.FormCode && (home[l.From] || isSample(l.From.Rel)) {
			continue
		}
		d := escapeOf(&l)
		if d.Severity == analysis.Off {
			continue
		}
		unit := unitKey{tree: l.From.Tree}
		switch {
		case l.Skill == nil && l.Class != link.Rooted:
			d.Group.Key = l.From.Rel
		case l.Skill != nil && d.Group.Message != "":
			unit.unit, _ = link.Unit(l.From.Tree, l.Skill.Rel)
			d.Group.Key = unit.unit
			others[unit] = others[unit] || d.Group.Help == nameOrCopy && path.Base(l.To) != "SKILL.md"
		}
		dir := unitKey{tree: l.From.Tree}
		if d.Severity == analysis.Warning && unit.unit != "" && (l.To != "" || l.Form == link.FormCode) {
			if dir.unit = outerDir(unit.unit, l.To); l.Form == link.FormCode {
				dir.unit, _, _ = strings.Cut(l.Path, "/skills/") // of one client
				dir.unit += "/skills"
			}
			if sharing[dir] == nil {
				sharing[dir] = map[string]bool{}
			}
			sharing[dir][unit.unit] = true
		}
		found, units, shared = append(found, d), append(units, unit), append(shared, dir)
	}
	for i, d := range found {
		if len(sharing[shared[i]]) >= minSharing {
			d.Severity = analysis.Info
		}
		if d.Group.Help == nameOrCopy && !others[units[i]] {
			d.Group.Help = "name the skills instead of linking to their files"
		}
		pass.Report(d)
	}
	return nil
}

// nameOrCopy is the help for links of a skill to other skills and to other files.
const nameOrCopy = "name other skills, and link to the URLs of other files or copy them"

// minSharing is the number of skills from which a directory that they link is considered to be installed with them.
const minSharing = 3

// outerDir returns the topmost directory of a path that does not contain a skill: "shared" for shared/a/b.md and skills/x.
func outerDir(unit, to string) string {
	parts, of := strings.Split(path.Dir(to), "/"), strings.Split(unit, "/")
	n := 0
	for n < len(parts) && n < len(of) && parts[n] == of[n] {
		n++
	}
	return strings.Join(parts[:min(n+1, len(parts))], "/")
}

// leavesPlugin reports whether a path after a variable refers to an existing file outside of the plugin.
func leavesPlugin(l *link.Link) bool {
	return l.Plugin != "" && l.Plugin != "." && l.Problem == link.NoProblem && strings.HasPrefix(l.Path, "../") && !l.Shown
}

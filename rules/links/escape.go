package links

import (
	"path"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
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
//   - warning where it is outside the skill but in the same repository, for other links that start with
//     "/", in READMEs and instruction files, and for paths in code such as /mnt/skills/… to a file of the same skill
//   - info for links to the SKILL.md of other skills of the repository, for links that start with "/" in references, and for
//     paths in code to ~/.claude/skills and the like
//
// Links of one skill that have the same problem are reported together. A link to the documentation of the project, such as a
// decision record, should be the URL of the page. Name another skill instead of linking its SKILL.md, and write a path below a
// home directory as text.
//
// Not reported:
//   - skills in a client's directory of the project (such as .claude/skills), which belong to their
//     repository
//   - links within a plugin, extension or package that clients install as a whole
//   - links between files that a manifest.json above the skill lists, which ship as one
//   - other paths in code, and those in sections whose heading names the client
//   - links of instruction files to other files of the repository, also if they start with "/"
var Escape = &analysis.Analyzer{
	Name:     "links/escape",
	Doc:      "link that points outside the skill",
	Severity: analysis.Error,
	Scope:    analysis.PerWorkspace,
	Source: analysis.Source{Kind: analysis.Documentation, Checked: "2026-11-21",
		Name: "Claude Code's plugin reference on plugin caching, and the Agent Skills specification on file references"},
	Requires: []*analysis.Analyzer{link.Fact.Analyzer},
	Run:      escapes,
}

func escapes(pass *analysis.Pass) error {
	type unitKey struct {
		tree *analysis.Tree
		unit string
	}
	var found []analysis.Diagnostic
	var units []unitKey
	others := map[unitKey]bool{} // the skills with links to files outside of skills
	for _, l := range link.Fact.Of(pass) {
		if l.Form == link.FormVariable || l.External || l.InExample() {
			continue
		}
		d := escapeFinding(&l)
		if l.Form == link.FormCode {
			d = installed(&l)
		}
		if d.Severity == analysis.Off {
			continue
		}
		if (isForPeople(l.From.Rel) || isInstructions(l.From)) && d.Severity == analysis.Error {
			d.Severity = analysis.Warning
		}
		at := l.At
		d.Location, d.Related = &at, alsoHere(l.Target)
		if l.Class == link.Outside {
			if to, ok := l.WithPath(shiftedTarget(&l)); ok {
				replacePath(&d, &l, to, true)
			}
		}
		unit := unitKey{tree: l.From.Tree}
		if l.Skill != nil && d.Group.Message != "" {
			unit.unit, _ = link.Unit(l.From.Tree, l.Skill.Rel)
			d.Group.Key = unit.unit
			others[unit] = others[unit] || d.Group.Help == nameOrCopy && path.Base(l.To) != "SKILL.md"
		}
		found, units = append(found, d), append(units, unit)
	}
	for i, d := range found {
		if d.Group.Help == nameOrCopy && !others[units[i]] {
			d.Group.Help = "name the skills instead of linking to their files"
		}
		pass.Report(d)
	}
	return nil
}

// nameOrCopy is the help for links of a skill to other skills and to other files.
const nameOrCopy = "name other skills, and link to the URLs of other files or copy them"

// escapeFinding returns the finding for a link that points outside. Its severity is Off if the link does not, or is allowed to.
func escapeFinding(l *link.Link) analysis.Diagnostic {
	move := "copy the file into the skill and use a relative path"
	if isInstructions(l.From) {
		move = "link to its URL, or write the path as text"
	}
	found := func(s analysis.Severity, what, effect, help string) analysis.Diagnostic {
		return analysis.Diagnostic{Severity: s, Message: what + ": " + quote.Text(l.Written), Effect: effect, Help: help}
	}
	switch f := l.Problem; {
	case f == link.Escapes && l.Class == link.Absolute, f == link.Escapes && isMachine(l.Path):
		d := found(analysis.Error, "absolute path", "the file is missing on other machines", move)
		if isOfUser(l.Path) {
			d.Help = "write the path as text, not as a link"
			d.Group.Message, d.Group.Help = analysis.Many+" absolute paths", "write the paths as text, not as links"
			return d
		}
		d.Group.Message, d.Group.Help = analysis.Many+" absolute paths", "copy the files into the skill and use relative paths"
		return d
	case f == link.Escapes && l.Class == link.Rooted && isInstructions(l.From) && l.From.Tree.Exists(strings.Trim(l.Path, "/")):
		return analysis.Diagnostic{} // as GitHub reads it
	case f == link.Escapes && l.Class == link.Rooted:
		d := found(analysis.Warning, `link starts with "/"`, "agents look for it at the root of the file system",
			"write the full URL, or a path relative to this file")
		d.Group.Message = analysis.Many + ` links start with "/"`
		if l.From.Kind == analysis.Reference {
			d.Severity, d.Help = analysis.Info, "make the URL absolute" // often a copy of a web page
		}
		return d
	case f == link.Escapes && l.From.Tree.RootName == "":
		return found(analysis.Error, "link target is outside the repository", "the file is missing in clones of the repository", move)
	case f != link.NoProblem && (f != link.Escapes || l.Class != link.Outside) || l.To == "":
		return analysis.Diagnostic{}
	}
	if isInstructions(l.From) {
		return analysis.Diagnostic{} // file of the project, which is never installed
	}
	if l.Plugin != "" {
		if link.Inside(l.Plugin, l.To) {
			return analysis.Diagnostic{}
		}
		return found(analysis.Error, "link target is outside the plugin "+quote.Text(l.Plugin),
			"the file is missing where the plugin is installed", "copy the file into the plugin")
	}
	if l.Skill == nil || l.Skill.Dialect == nil || !l.LeavesUnit() || isHome(l.Skill.Rel) || isInPackage(l) {
		return analysis.Diagnostic{}
	}
	d := found(analysis.Warning, "link target is outside the skill", "the file is missing when only this skill is installed", helpOutside(l))
	d.Group.Message, d.Group.Help = analysis.Many+" link targets are outside the skill", nameOrCopy
	if path.Base(l.To) == "SKILL.md" && l.From.Tree.Stat(l.To) == analysis.IsFile {
		d.Severity = analysis.Info // the client finds the other skill by its name
	}
	return d
}

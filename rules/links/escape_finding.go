package links

import (
	"path"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/link"
)

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
	case f == link.Escapes && l.Class == link.Outside && isPage(l.Path):
		return analysis.Diagnostic{}
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
	case f == link.Escapes && l.Class == link.Rooted && (isCommandName(l.Path) || strings.HasSuffix(l.Path, "/")):
		return analysis.Diagnostic{} // a command, or a directory of the user's project
	case f == link.Escapes && l.Class == link.Rooted:
		d := found(analysis.Warning, `link starts with "/"`, "agents look for it at the root of the file system",
			"write the full URL, or a path relative to this file")
		d.Group.Message = analysis.Many + ` links start with "/"`
		if l.From.Kind == analysis.Reference {
			d.Severity, d.Help = analysis.Info, "make the URL absolute" // often a copy of a web page
		}
		return d
	case f == link.Escapes && l.From.Tree.RootName == "":
		d := found(analysis.Error, "link target is outside the repository", "the file is missing in clones of the repository", move)
		d.Group.Message, d.Group.Help = analysis.Many+" link targets are outside the repository", "copy the files into the skill and use relative paths"
		return d
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
		d := found(analysis.Error, "link target is outside the plugin "+quote.Text(l.Plugin),
			"the file is missing where the plugin is installed", "copy the file into the plugin, or link to its URL")
		switch name := path.Base(l.To); {
		case name == "SKILL.md" && l.From.Tree.Exists(l.To):
			d.Severity, d.Help = analysis.Warning, "name the skill "+quote.Text(path.Base(path.Dir(l.To)))+" instead of its file"
		case isDocumentation(l.To), isOfRepository(name):
			d.Severity, d.Help = analysis.Warning, "link to its URL"
		}
		d.Group.Message, d.Group.Help = analysis.Many+" link targets are outside the plugin "+quote.Text(l.Plugin), "copy the files into the plugin, or link to their URLs; name skills instead of linking them"
		return d
	}
	if l.Skill == nil || l.Skill.Dialect == nil || !l.LeavesUnit() || link.IsOfProject(l.From.Tree, l.Skill.Rel) || isInPackage(l) {
		return analysis.Diagnostic{}
	}
	d := found(analysis.Warning, "link target is outside the skill", "the file is missing when only this skill is installed", helpOutside(l))
	d.Group.Message, d.Group.Help = analysis.Many+" link targets are outside the skill", nameOrCopy
	if path.Base(l.To) == "SKILL.md" && l.From.Tree.Stat(l.To) == analysis.IsFile || isOfSibling(l) || isDocumentation(l.To) {
		d.Severity = analysis.Info // the client finds the other skill by its name, or beside this one; documentation is for people
	}
	return d
}

// isOfSibling reports whether a link points to a file of a skill in the same directory as its own. The path is right wherever both
// are installed.
func isOfSibling(l *link.Link) bool {
	unit, _ := link.Unit(l.From.Tree, l.Skill.Rel)
	name, rest, _ := strings.Cut(analysis.RelativePath(path.Dir(unit), l.To), "/")
	return unit != "." && rest != "" && name != ".." && l.From.Tree.Exists(path.Join(path.Dir(unit), name, "SKILL.md"))
}

package links

import (
	"path"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/link"
)

// escapeOf returns the finding for a link or path, with the severity Off if there is nothing to report.
func escapeOf(l *link.Link) analysis.Diagnostic {
	var d analysis.Diagnostic
	if l.Form == link.FormCode {
		if d = installed(l); d.Severity == analysis.Off {
			d = fromParent(l)
		}
	} else {
		d = escapeFinding(l)
	}
	switch {
	case d.Severity == analysis.Off:
		return d
	case l.Form == link.FormVariable:
		d.Severity, d.Message = analysis.Warning, strings.Replace(d.Message, "link target", "path", 1)
		d.Help = "copy the file into the plugin, or name the skill that has it"
		d.Group.Message = strings.Replace(d.Group.Message, "link targets", "paths", 1)
		d.Group.Help = "copy the files into the plugin, or name the skills that have them"
	}
	switch {
	case isForPeople(l.From.Rel):
		d.Severity = analysis.Info
	case isInstructions(l.From) && d.Severity == analysis.Error:
		d.Severity = analysis.Warning
	}
	at := l.At
	d.Location, d.Related = &at, alsoHere(l.Target)
	if l.Class == link.Outside {
		if to, ok := l.WithPath(shiftedTarget(l)); ok {
			replacePath(&d, l, to, true)
		}
	}
	return d
}

// escapeFinding returns the finding for a link that points outside. Its severity is Off if the link does not, or is allowed to.
func escapeFinding(l *link.Link) analysis.Diagnostic {
	if l.Problem == link.Escapes {
		if d, decided := unreachable(l); decided {
			return d
		}
	}
	switch {
	case l.Problem != link.NoProblem && (l.Problem != link.Escapes || l.Class != link.Outside), l.To == "":
		return analysis.Diagnostic{}
	case isInstructions(l.From): // file of the project, which is never installed
		return analysis.Diagnostic{}
	case l.Plugin != "":
		return outsidePlugin(l)
	case l.Skill == nil || l.Skill.Dialect == nil || !l.LeavesUnit() || link.IsOfProject(l.From.Tree, l.Skill.Rel) || isInPackage(l):
		return analysis.Diagnostic{}
	}
	d := newEscape(l, analysis.Warning, "link target is outside the skill", "the file is missing when only this skill is installed", helpOutside(l))
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

func newEscape(l *link.Link, s analysis.Severity, what, effect, help string) analysis.Diagnostic {
	return analysis.Diagnostic{Severity: s, Message: what + ": " + quote.Text(l.Written), Effect: effect, Help: help}
}

// unreachable returns the finding for a link that leaves the repository. It is not decided if the target is in the repository after
// all, outside of what the link may reach.
func unreachable(l *link.Link) (d analysis.Diagnostic, decided bool) {
	move := "copy the file into the skill and use a relative path"
	if isInstructions(l.From) {
		move = "link to its URL, or write the path as text"
	}
	switch {
	case l.Class == link.Outside && isPage(l.Path):
		return d, true
	case l.Class == link.Absolute, isMachine(l.Path):
		d = newEscape(l, analysis.Error, "absolute path", "the file is missing on other machines", move)
		d.Group.Message, d.Group.Help = analysis.Many+" absolute paths", "copy the files into the skill and use relative paths"
		if isOfUser(l.Path) {
			d.Help, d.Group.Help = "write the path as text, not as a link", "write the paths as text, not as links"
		}
		return d, true
	case l.Class == link.Rooted:
		return rooted(l), true
	case l.From.Tree.RootName == "":
		d = newEscape(l, analysis.Error, "link target is outside the repository", "the file is missing in clones of the repository", move)
		d.Group.Message, d.Group.Help = analysis.Many+" link targets are outside the repository", "copy the files into the skill and use relative paths"
		return d, true
	}
	return d, false
}

// rooted returns the finding for a link that starts with "/".
func rooted(l *link.Link) analysis.Diagnostic {
	switch {
	case isInstructions(l.From) && l.From.Tree.Exists(strings.Trim(l.Path, "/")): // as GitHub reads it
		return analysis.Diagnostic{}
	case isCommandName(l.Path), strings.HasSuffix(l.Path, "/"): // a command, or a directory of the user's project
		return analysis.Diagnostic{}
	}
	d := newEscape(l, analysis.Warning, `link starts with "/"`, "agents look for it at the root of the file system",
		"write the full URL, or a path relative to this file")
	d.Group.Message = analysis.Many + ` links start with "/"`
	if l.From.Kind == analysis.Reference {
		d.Severity, d.Help = analysis.Info, "make the URL absolute" // often a copy of a web page
	}
	return d
}

// outsidePlugin returns the finding for a link of a plugin's file.
func outsidePlugin(l *link.Link) analysis.Diagnostic {
	if link.Inside(l.Plugin, l.To) {
		return analysis.Diagnostic{}
	}
	d := newEscape(l, analysis.Error, "link target is outside the plugin "+quote.Text(l.Plugin),
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

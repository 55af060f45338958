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
//     "/", and in READMEs
//
// Not reported:
//   - skills in a client's directory of the project (such as .claude/skills), which belong to their
//     repository
//   - links within a plugin, extension or package that clients install as a whole
//   - paths in code
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
	for _, l := range link.Fact.Of(pass) {
		if l.Form == link.FormCode || l.Form == link.FormVariable || l.External || l.InExample() {
			continue
		}
		d := escaped(&l)
		if d.Severity == analysis.Off {
			continue
		}
		if isForPeople(l.From.Rel) {
			d.Severity = analysis.Warning
		}
		at := l.At
		d.Location = &at
		if l.Skill != nil {
			d.Group.Key = unitOf(&l)
		}
		pass.Report(d)
	}
	return nil
}

// escaped returns the finding for a link that points outside; its severity is Off where it does not, or may.
func escaped(l *link.Link) analysis.Diagnostic {
	const move = "copy the file into the skill and use a relative path"
	found := func(s analysis.Severity, what, effect, help string) analysis.Diagnostic {
		return analysis.Diagnostic{Severity: s, Message: what + ": " + quote.Text(l.Written), Effect: effect, Help: help}
	}
	switch f := l.Problem; {
	case f == link.Escapes && l.Class == link.Absolute, f == link.Escapes && isMachine(l.Path):
		return found(analysis.Error, "absolute path", "the file is missing on other machines", move)
	case f == link.Escapes && l.Class == link.Rooted:
		d := found(analysis.Warning, `link starts with "/"`, "agents look for it at the root of the file system",
			"write the full URL, or a path relative to this file")
		d.Group.Message = analysis.Many + ` links start with "/"`
		return d
	case f == link.Escapes && l.From.Tree.Folder == "":
		return found(analysis.Error, "link target is outside the repository", "the file is missing in clones of the repository", move)
	case f != link.NoProblem && (f != link.Escapes || l.Class != link.Outside) || l.To == "":
		return analysis.Diagnostic{}
	}
	if l.Plugin != "" {
		if inside(l.Plugin, l.To) {
			return analysis.Diagnostic{}
		}
		return found(analysis.Error, "link target is outside the plugin "+quote.Text(l.Plugin),
			"the file is missing where the plugin is installed", "copy the file into the plugin")
	}
	if l.Skill == nil || l.Skill.Dialect == nil || inside(unitOf(l), l.To) || isHome(l.Skill.Rel) || isInPackage(l) {
		return analysis.Diagnostic{}
	}
	d := found(analysis.Warning, "link target is outside the skill", "the file is missing when only this skill is installed",
		"copy the file into "+folderName(unitOf(l))+", or link to its URL")
	d.Group.Message = analysis.Many + " link targets are outside the skill"
	return d
}

// unitOf returns the directory that is installed as a whole: the outermost with a SKILL.md. Those below are chapters.
func unitOf(l *link.Link) string {
	unit := path.Dir(l.Skill.Rel)
	for dir := unit; dir != "."; {
		dir = path.Dir(dir)
		if l.From.Tree.Exists(path.Join(dir, "SKILL.md")) {
			unit = dir
		}
	}
	return unit
}

// inside reports whether a path is in a directory. The root contains everything, also what was not read.
func inside(dir, to string) bool { return dir == "." || to == dir || strings.HasPrefix(to, dir+"/") }

// isHome reports whether a skill is in a hidden directory, such as a client's, so that it belongs to its
// repository.
func isHome(rel string) bool {
	for _, part := range strings.Split(rel, "/") {
		if len(part) > 1 && part[0] == '.' {
			return true
		}
	}
	return false
}

// isMachine reports whether an absolute path is one of a machine, and not of a site.
func isMachine(p string) bool {
	for _, prefix := range []string{"/home/", "/Users/", "/private/", "/tmp/", "/etc/", "/var/", "/mnt/", "/opt/", "/usr/"} {
		if strings.HasPrefix(p, prefix) {
			return true
		}
	}
	return strings.HasPrefix(p, `\`)
}

package links

import (
	"fmt"
	"path"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/link"
)

// Escape reports a reference that leads out of what is installed together.
//
// A plugin is copied to its users alone, and so is a skill of a collection. What stands beside it in
// the repository of its author is not there then, and the agent finds nothing. A path that begins at
// the root of a machine ("/opt/…", "~", "C:\", file:) is right on one machine only. Put the file
// into the folder of the skill, and write its path from there.
//
// Out of the plugin or the repository, and a path of one machine: an error. Out of the skill but
// within its repository, and what begins with a slash: a warning.
//
// Left alone: skills in the folder of an agent (.claude/skills and the like), which belong to the
// repository they stand in; plugins, extensions and packages that agents install as a whole, as long as
// a path stays within them; paths in code.
var Escape = &analysis.Analyzer{
	Name:     "links/escape",
	Doc:      "reference that leads out of what is installed together",
	Severity: analysis.Error,
	Scope:    analysis.PerWorkspace,
	Source: analysis.Source{Kind: analysis.Documentation, Checked: "2026-11-21",
		Name: "Claude Code's plugin reference, how plugins are cached; Agent Skills specification, file references"},
	Requires: []*analysis.Analyzer{link.Fact.Analyzer},
	Run:      escapes,
}

func escapes(pass *analysis.Pass) error {
	for _, l := range link.Fact.Of(pass) {
		if l.Form == link.FormCode || l.Form == link.FormVariable || l.External || l.InExample() {
			continue
		}
		severity, message := escaped(&l)
		if severity == analysis.Off {
			continue
		}
		if isForPeople(l.From.Rel) {
			severity = analysis.Warning
		}
		at := l.At
		pass.Report(analysis.Diagnostic{Location: &at, Severity: severity, Message: message})
	}
	return nil
}

// escaped says how bad a way out is, and what comes of it.
func escaped(l *link.Link) (analysis.Severity, string) {
	written := quote.Text(l.Written)
	switch f := l.Fault; {
	case f == link.Escapes && l.Class == link.Absolute, f == link.Escapes && isMachine(l.Path):
		return analysis.Error, written + " is a place on one machine, so nobody else's agent finds it; put the file into the skill and write its path from there"
	case f == link.Escapes && l.Class == link.Rooted:
		return analysis.Warning, written + " begins at the root of a site or a machine, where an agent finds nothing; write the address with its host, or a path from this file's folder"
	case f == link.Escapes && l.From.Tree.Folder == "":
		return analysis.Error, written + " leads out of the repository, so it is there on its author's machine only; put the file into the skill and write its path from there"
	case f != link.NoFault && (f != link.Escapes || l.Class != link.Outside) || l.To == "":
		return analysis.Off, ""
	}
	if l.Plugin != "" {
		if inside(l.Plugin, l.To) {
			return analysis.Off, ""
		}
		return analysis.Error, fmt.Sprintf("%s leads out of the plugin in %s, which is installed alone, so an agent finds nothing there; put the file into the plugin",
			written, folderName(l.Plugin))
	}
	if l.Skill == nil || l.Skill.Dialect == nil || inside(path.Dir(l.Skill.Rel), l.To) || isHome(l.Skill.Rel) || isInPackage(l) {
		return analysis.Off, ""
	}
	return analysis.Warning, fmt.Sprintf("%s leads out of the skill, so it is not there where the skill is installed alone; put a copy into %s",
		written, folderName(path.Dir(l.Skill.Rel)))
}

// inside reports whether a path lies in a folder. The folder that was asked for holds what was not seen
// beside it, too: it may be one of an agent.
func inside(dir, to string) bool { return dir == "." || to == dir || strings.HasPrefix(to, dir+"/") }

// isInPackage reports whether a reference stays within a folder that some agent installs as a whole.
func isInPackage(l *link.Link) bool {
	for dir := path.Dir(path.Dir(l.Skill.Rel)); ; dir = path.Dir(dir) {
		if inside(dir, l.To) && isPackage(l.From.Tree, dir) {
			return true
		}
		if dir == "." || dir == "/" {
			return false
		}
	}
}

func isPackage(tree *analysis.Tree, dir string) bool {
	if tree.IsDir(path.Join(dir, ".codex-plugin")) || tree.IsDir(path.Join(dir, ".cursor-plugin")) ||
		tree.Exists(path.Join(dir, "gemini-extension.json")) || tree.Exists(path.Join(dir, "openclaw.plugin.json")) {
		return true
	}
	manifest := path.Join(dir, "package.json")
	return tree.Exists(manifest) && strings.Contains(strings.Join(strings.Fields(string(tree.Read(manifest, maxManifest))), ""), `"pi":{`)
}

// maxManifest is how much of a package.json is searched for "pi", by which pi installs it.
const maxManifest = 64 << 10

// isHome reports whether a skill stands in the folder of an agent, so that it belongs to the
// repository around it.
func isHome(rel string) bool {
	for _, part := range strings.Split(rel, "/") {
		if len(part) > 1 && part[0] == '.' {
			return true
		}
	}
	return false
}

// isMachine reports whether a path from the root is surely one of a machine, and not of a site.
func isMachine(p string) bool {
	for _, prefix := range []string{"/home/", "/Users/", "/private/", "/tmp/", "/etc/", "/var/", "/mnt/", "/opt/", "/usr/"} {
		if strings.HasPrefix(p, prefix) {
			return true
		}
	}
	return strings.HasPrefix(p, `\`)
}

package links

import (
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/link"
)

// installed returns the finding for a path in code that is valid only where the skill is installed on one machine.
func installed(l *link.Link) analysis.Diagnostic {
	if l.Skill == nil || !link.IsInstalled(l.Path) || l.Program == "" && isAnyUser(l.Path) || path.Base(l.Path) == "SKILL.md" || isForPeople(l.From.Rel) || l.Client != "" {
		return analysis.Diagnostic{}
	}
	dir := path.Dir(l.Skill.Rel)
	name := path.Base(dir)
	if dir == "." {
		name = l.From.Tree.RootName
	}
	_, tail, ok := strings.Cut(l.Path, "/skills/")
	for first := ""; ok && first != name; {
		first, tail, ok = strings.Cut(tail, "/")
	}
	if !ok || l.From.Tree.Stat(path.Join(dir, tail)) != analysis.IsFile {
		return analysis.Diagnostic{}
	}
	d := analysis.Diagnostic{Severity: analysis.Warning, Message: "absolute path of a file of the skill: " + quote.Text(l.Written),
		Effect: "the file is in another directory where other clients install the skill",
		Help:   "write " + quote.Text(tail) + ", relative to the skill",
		Group: analysis.Group{Message: analysis.Many + " absolute paths of files of the skill",
			Help: "write paths relative to the skill"}}
	if strings.HasPrefix(l.Path, "~") {
		d.Severity = analysis.Info
	}
	return d
}

// fromParent returns the finding for a path in code that is relative to the directory of the skills: own-name/references/x.md, or
// other-name/references/x.md.
func fromParent(l *link.Link) analysis.Diagnostic {
	name, rest, _ := strings.Cut(l.Path, "/")
	if l.Skill == nil || l.Program != "" || l.Shown || l.Teaches || l.ToWrite || l.Class != link.Local || !strings.Contains(rest, "/") || path.Base(rest) == "SKILL.md" || isForPeople(l.From.Rel) {
		return analysis.Diagnostic{}
	}
	tree, dir := l.From.Tree, path.Dir(l.Skill.Rel)
	isOwn, to := name == path.Base(dir), path.Join(path.Dir(dir), l.Path)
	first, _, _ := strings.Cut(rest, "/")
	if dir == "." || first != "scripts" && !slices.Contains(sharedDirs, first) || !isOwn && l.From != l.Skill && !l.Ordered || tree.Stat(to) != analysis.IsFile || !isOwn && !tree.Exists(path.Join(path.Dir(dir), name, "SKILL.md")) ||
		tree.Stat(path.Join(dir, l.Path)) != analysis.Absent || tree.Stat(path.Join(path.Dir(l.From.Rel), l.Path)) != analysis.Absent {
		return analysis.Diagnostic{}
	}
	d := analysis.Diagnostic{Severity: analysis.Info, Message: "path is relative to the directory of the skills: " + quote.Text(l.Written),
		Effect: "neither the skill nor the user's project has the file there",
		Help:   "write " + quote.Text(analysis.RelativePath(dir, to)),
		Group:  analysis.Group{Message: analysis.Many + " paths are relative to the directory of the skills", Help: "write paths relative to the skill"}}
	if isOwn && l.From == l.Skill && l.Ordered {
		d.Severity = analysis.Warning
	}
	return d
}

// isAnyUser reports whether an absolute path is below the home directory of a user who stands for any, such as "me".
func isAnyUser(p string) bool {
	parts := strings.SplitN(p, "/", 4)
	return len(parts) == 4 && slices.Contains([]string{"me", "you", "user", "username", "yourname", "name", "alice", "runner", "jane", "john"}, strings.ToLower(parts[2]))
}

// isDocumentation reports whether a path belongs to the documentation of a project, such as a decision record.
func isDocumentation(to string) bool {
	for part := range strings.SplitSeq(path.Dir(to), "/") {
		switch part {
		case "docs", "doc", "documentation", "adr", "adrs", "decisions", "rfcs", "wiki":
			return true
		}
	}
	return isForPeople(to)
}

// isOfUser reports whether an absolute path is below a home directory.
func isOfUser(p string) bool {
	p = strings.TrimLeft(strings.TrimPrefix(strings.ReplaceAll(strings.ToLower(p), `\`, "/"), "file:"), "/")
	if len(p) > 2 && p[1] == ':' {
		p = strings.TrimLeft(p[2:], "/")
	}
	return strings.HasPrefix(p, "~") || strings.HasPrefix(p, "users/") || strings.HasPrefix(p, "home/")
}

// isMachine reports whether an absolute path refers to a machine, and not to a website.
func isMachine(p string) bool {
	for _, prefix := range []string{"/home/", "/Users/", "/private/", "/tmp/", "/etc/", "/var/", "/mnt/", "/opt/", "/usr/", "/workspaces/", "/Volumes/"} {
		if strings.HasPrefix(p, prefix) {
			return true
		}
	}
	return strings.HasPrefix(p, `\`)
}

// helpOutside returns the help for a link of a skill to a file outside of it.
func helpOutside(l *link.Link) string {
	switch unit, _ := link.Unit(l.From.Tree, l.Skill.Rel); {
	case path.Base(l.To) == "SKILL.md":
		return "name the skill " + quote.Text(path.Base(path.Dir(l.To))) + " instead of its file"
	case isDocumentation(l.To):
		return "link to its URL"
	case unit != ".":
		return "copy the file into " + quote.Text(unit) + ", or link to its URL"
	}
	return "copy the file into the skill, or link to its URL"
}

// isInstructions reports whether a file contains the instructions of a project.
func isInstructions(f *analysis.File) bool {
	return f.Kind&(analysis.Instructions|analysis.CursorRule) != 0
}

// isCommandName reports whether a path is the name of a command or skill of a plugin: "/plugin:name".
func isCommandName(p string) bool {
	plugin, name, ok := strings.Cut(strings.TrimPrefix(p, "/"), ":")
	return ok && plugin != "" && name != "" && !strings.ContainsAny(plugin+name, "/.")
}

// isPage reports whether a path is a page of the repository on GitHub, such as ../../issues.
func isPage(p string) bool {
	rest, ok := strings.CutPrefix(path.Clean(p), "../../")
	first, _, _ := strings.Cut(rest, "/")
	return ok && slices.Contains([]string{"pull", "pulls", "issues", "releases", "wiki", "actions", "discussions", "compare", "commit", "tags", "security"}, first)
}

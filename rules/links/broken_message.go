package links

import (
	"fmt"
	"path"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/link"
)

func brokenLink(l *link.Link, severity analysis.Severity, near string) analysis.Diagnostic {
	at := l.At
	d := analysis.Diagnostic{Location: &at, Severity: severity, Group: missingTogether(l), Message: brokenMessage(l),
		Help: "add the " + targetKind(l) + " or remove the " + noun(l.Form)}
	resolved := ""
	if l.Dir != path.Dir(l.From.Rel) || strings.HasPrefix(path.Clean(l.Path), "..") {
		resolved = "the path resolves to " + quote.Text(l.To)
	}
	switch {
	case l.Found != "":
		d.Effect = "agents that resolve links from the directory of this file do not find it"
	case isForPeople(l.From.Rel):
		d.Effect = resolved
	case resolved != "":
		d.Effect = resolved + ", and agents continue without the " + targetKind(l)
	default:
		d.Effect = "agents continue without the " + targetKind(l)
	}
	if to, ok := l.Instead(near); ok {
		replacePath(&d, to, l.Found == "")
	}
	return d
}

// targetKind returns what a link points to, by its path.
func targetKind(l *link.Link) string {
	if strings.HasSuffix(l.Path, "/") {
		return "directory"
	}
	return "file"
}

// missingTogether joins the links into a directory that does not exist, and those of a file to one missing target.
func missingTogether(l *link.Link) analysis.Group {
	dir := path.Dir(l.To)
	if dir != "." && !l.From.Tree.IsDir(dir) {
		return analysis.Group{Key: dir, Message: analysis.Many + " broken links: directory " + quote.Text(dir) + " does not exist",
			Help: "add the directory or remove the links"}
	}
	return analysis.Group{Key: l.From.Rel + "\x00" + l.To, Message: analysis.Many + " broken links: " + targetKind(l) + " " + quote.Text(l.To) + " does not exist",
		Help: "add the " + targetKind(l) + " or remove the links"}
}

func brokenMessage(l *link.Link) string {
	written := quote.Text(l.Written)
	switch {
	case isFromSkill(l):
		return "link is relative to the skill directory, not to this file: " + written
	case l.Found != "" && l.Found == path.Clean(l.Path):
		return "link is relative to the repository root, not to this file: " + written
	case l.Found != "":
		return "link is relative to the plugin, not to this file: " + written
	}
	return fmt.Sprintf("broken %s: %s %s does not exist", noun(l.Form), targetKind(l), written)
}

func noun(f link.Form) string {
	switch f {
	case link.FormImage:
		return "image"
	case link.FormCode, link.FormVariable:
		return "path"
	}
	return "link"
}

// replacePath gives a finding the fix that replaces its path, and asks where the path is only a guess.
func replacePath(d *analysis.Diagnostic, to string, guess bool) {
	d.Help = ""
	if guess {
		d.Help = fmt.Sprintf("did you mean %s?", quote.Text(to))
	}
	d.SuggestedFixes = []analysis.SuggestedFix{{Title: "replace with " + quote.Text(to),
		Uncovers: true, Edits: []analysis.Edit{{Range: d.Location.Range, Text: to}}}}
}

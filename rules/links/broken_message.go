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
	if l.Dir != path.Dir(l.From.Rel) && l.To != path.Clean(l.Path) || strings.HasPrefix(path.Clean(l.Path), "..") {
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
	d.Related = alsoHere(l.Target)
	if misspelledDirectory(l) != "" {
		d.Help = renaming(l)
	} else if leaves(l, near) {
		d.Help = "link to the URL of " + quote.Text(near) + ", or remove the " + noun(l.Form)
		d.Group.Help = filesAre + quote.Text(path.Dir(near)) + ": link to their URLs, or remove the links"
	} else if to, ok := l.WithPath(near); ok {
		replacePath(&d, l, to, l.Found == "")
	} else if l.LeavesUnit() && l.Form != link.FormCode && path.Base(l.To) != "SKILL.md" {
		d.Help = "link to its URL, or remove the " + noun(l.Form)
	}
	return d
}

// filesAre begins the help of links whose files are outside of the plugin.
const filesAre = "the files are in "

// leaves reports whether the file that was probably meant is outside of the plugin, so that a link to it would be broken where
// the plugin is installed.
func leaves(l *link.Link, near string) bool {
	return near != "" && l.Plugin != "" && l.Form != link.FormVariable && !link.Inside(l.Plugin, near)
}

// alsoHere returns the further occurrences of a target.
func alsoHere(t *link.Target) []analysis.Related {
	var related []analysis.Related
	for _, at := range t.Also {
		related = append(related, analysis.Related{Location: at, Message: "also here"})
	}
	return related
}

// targetKind returns the kind of target that the path of a link suggests, for messages.
func targetKind(l *link.Link) string {
	if strings.HasSuffix(l.Path, "/") {
		return "directory"
	}
	return "file"
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

// replacePath adds the fix that replaces all occurrences of a path. If the path is a guess, it adds a question as help.
func replacePath(d *analysis.Diagnostic, l *link.Link, to string, guess bool) {
	d.Help = ""
	if guess {
		d.Help = fmt.Sprintf("did you mean %s?", quote.Text(to))
	}
	d.SuggestedFixes = []analysis.SuggestedFix{{Title: "replace with " + quote.Text(to), Uncovers: true, Edits: editsOf(l, d.Location.Range, to)}}
}

// editsOf returns the edits that write a text at a range and at the other places of a link.
func editsOf(l *link.Link, at analysis.Range, to string) []analysis.Edit {
	edits := []analysis.Edit{{Range: at, Text: to}}
	for _, also := range l.Also {
		edits = append(edits, analysis.Edit{Range: also.Range, Text: to})
	}
	return edits
}

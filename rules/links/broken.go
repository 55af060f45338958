package links

import (
	"fmt"
	"path"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/link"
)

// Broken reports a reference to a file that is not there.
//
// Nobody follows a link when a skill is loaded. The agent does in the middle of its task: it reads
// the path from the folder of the file that says it, finds nothing, and goes on without what it was
// told to read. Write the path of a file that exists; the nearest one is named. A path that is right
// only from the skill's folder, as the specification writes paths, is advice; one from the plugin's
// folder or the root of the repository a warning, since some agents try those too. So is a link in a
// README and the like, which is for people, in an agent or command, which is read without its folder,
// in a text that teaches how skills are written, and one into a hidden folder, as ".tool/x.md", which
// may be the project's.
//
// In inline code, a path into scripts/, references/ or assets/ is looked at, and what follows
// ${CLAUDE_SKILL_DIR} or the like: a warning, and only where that folder is there, no other skill has
// the file, and the text does not teach. In the command of a hook or a server it is an error.
//
// Left alone: names without an extension, which may be those of pages; what is still to be filled in,
// or built; links within quotation marks, and paths in code behind "creates", "writes" and the like,
// which an agent is to write; templates below assets/; commands that go on without their file; folders
// that were not looked at.
var Broken = &analysis.Analyzer{
	Name:     "links/broken",
	Doc:      "reference to a file that is not there",
	Severity: analysis.Error,
	Scope:    analysis.PerWorkspace,
	Source: analysis.Source{Kind: analysis.Specification, Checked: "2026-11-21",
		Name: "Agent Skills specification, file references; CommonMark 0.31, links"},
	Requires: []*analysis.Analyzer{link.Fact.Analyzer, link.HookFact.Analyzer},
	Run:      broken,
}

func broken(pass *analysis.Pass) error {
	index := newIndex()
	hooks := brokenHooks(pass, link.NewResolver(pass.Workspace), index)
	for _, l := range link.Fact.Of(pass) {
		if l.Fault != link.Missing || l.InExample() || hooks[l.At] {
			continue
		}
		severity := brokenSeverity(&l, index)
		if severity == analysis.Off {
			continue
		}
		if isCommon(path.Base(l.To)) && !strings.Contains(path.Clean(l.Path), "/") {
			l.Found = "" // that of another folder is another file
		}
		near := l.Found
		if near == "" {
			near = index.near(&l)
		}
		at := l.At
		d := analysis.Diagnostic{Location: &at, Severity: severity, Message: brokenMessage(&l, near)}
		if to, ok := l.Instead(near); ok && near != "" {
			d.SuggestedFixes = []analysis.SuggestedFix{{Title: "write " + quote.Text(to), Edits: []analysis.Edit{{Range: at.Range, Text: to}}}}
		}
		pass.Report(d)
	}
	return nil
}

// brokenSeverity says how bad it is that a file is missing; Off: nobody knows that it was meant.
func brokenSeverity(l *link.Link, index *index) analysis.Severity {
	if path.Ext(l.Path) == "" && !strings.HasSuffix(l.Path, "/") {
		return analysis.Off
	}
	switch l.Form {
	case link.FormCode, link.FormVariable:
		if l.Teaches || l.Skill == nil || isForPeople(l.From.Rel) || path.Ext(l.Path) == "" || strings.HasPrefix(l.Path, "./") ||
			!l.From.Tree.IsDir(l.Folder()) || l.Found != "" || index.elsewhere(l) {
			return analysis.Off
		}
		return analysis.Warning
	}
	switch {
	case l.Teaches && !l.From.Tree.IsDir(path.Dir(l.To)):
		return analysis.Off
	case isFromSkill(l):
		return analysis.Info
	case l.Found != "", l.Teaches, isForPeople(l.From.Rel), l.From.Kind&(analysis.Skill|analysis.Reference) == 0, isOfProject(l):
		return analysis.Warning
	}
	return analysis.Error
}

// isFromSkill reports whether a path is right from the folder of the skill, as the specification writes
// paths, and wrong only from that of its file.
func isFromSkill(l *link.Link) bool {
	return l.Skill != nil && l.Found != "" && l.Found == path.Join(path.Dir(l.Skill.Rel), l.Path)
}

// isOfProject reports whether a path begins in a hidden folder that is not beside its file: a tool's,
// in the project that the agent works on.
func isOfProject(l *link.Link) bool {
	first, rest, _ := strings.Cut(l.Path, "/")
	return rest != "" && len(first) > 2 && first[0] == '.' && !l.From.Tree.IsDir(l.Folder())
}

// isForPeople reports whether a file beside a skill is there for people, by its name.
func isForPeople(rel string) bool {
	stem, _, _ := strings.Cut(path.Base(rel), ".")
	switch strings.ToUpper(stem) {
	case "README", "CHANGELOG", "CONTRIBUTING", "ATTRIBUTION", "LICENSE", "SECURITY", "NOTICE", "TODO", "INSTALL", "CREDITS", "HISTORY", "AUTHORS":
		return true
	}
	return false
}

func brokenMessage(l *link.Link, near string) string {
	text := quote.Text(l.Written)
	switch {
	case isFromSkill(l):
		text += fmt.Sprintf(" is right from the skill's folder, as the specification writes paths, but not from %s, where this file is", folderName(l.Dir))
	case l.Found != "":
		text += fmt.Sprintf(" is read from %s, the folder of this file, where it is not; it stands in %s", folderName(l.Dir), quote.Text(l.Found))
	case l.Dir == path.Dir(l.From.Rel) && !strings.HasPrefix(path.Clean(l.Path), ".."):
		text += " is not there"
	default:
		text += fmt.Sprintf(" leads to %s, which is not there", quote.Text(l.To))
	}
	if l.Found == "" && !isForPeople(l.From.Rel) {
		text += ", so an agent that is told to use it goes on without"
	}
	if to, ok := l.Instead(near); ok && near != "" {
		return text + "; write " + to
	}
	return text + "; add it, or remove the reference"
}

func folderName(dir string) string {
	if dir == "." {
		return "the root"
	}
	return quote.Text(dir)
}

package links

import (
	"path"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/link"
)

// Broken reports links and file references whose target does not exist.
//
// Clients do not check links when they load a skill. The agent follows one in the middle of a task,
// finds nothing, and continues without the instructions in that file. Paths are resolved from the
// directory of the file that contains the link.
//
// Severity:
//   - error in links of SKILL.md, and in commands of hooks and servers
//   - warning in other files, in sections about writing skills, in links into a hidden directory of the
//     project, and where the path is relative to the plugin or the repository root
//   - warning in inline code and after variables such as ${CLAUDE_SKILL_DIR}
//   - info where the path is relative to the skill directory, as the specification writes paths
//
// In inline code, only paths into scripts/, references/ or assets/ are checked, provided that this
// directory exists, no other skill has the file, and the section is not about SKILL.md files. Several links into one
// missing directory, or to one missing file, are reported together.
//
// Not reported:
//   - names without an extension, which may be pages
//   - placeholders, and files that a build creates
//   - links in quotation marks, and paths that follow "creates", "writes" and the like: the agent is to
//     create those files
//   - templates in assets/
//   - commands that handle the missing file
//   - targets in directories that were not read
//
// Fix: --unsafe-fixes replaces the path by that of the existing file that was probably meant.
var Broken = &analysis.Analyzer{
	Name:     "links/broken",
	Doc:      "broken link or file reference",
	Severity: analysis.Error,
	Scope:    analysis.PerWorkspace,
	Source: analysis.Source{Kind: analysis.Specification, Checked: "2026-11-21",
		Name: "Agent Skills specification on file references, and CommonMark 0.31 on links"},
	Requires: []*analysis.Analyzer{link.Fact.Analyzer, link.HookFact.Analyzer},
	Run:      broken,
}

func broken(pass *analysis.Pass) error {
	index := newIndex()
	hooks := brokenHooks(pass, link.NewResolver(pass.Workspace), index)
	links := link.Fact.Of(pass)
	for i, l := range links {
		if l.Problem != link.Missing || l.InExample() || hooks[l.At] || i+1 < len(links) && isTextOf(&l, &links[i+1]) {
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
		pass.Report(brokenLink(&l, severity, near))
	}
	return nil
}

// isTextOf reports whether a path is the text of the link after it, which has the same target.
func isTextOf(l, next *link.Link) bool {
	return l.Form == link.FormCode && next.Form == link.FormLink && next.From == l.From && next.To == l.To && next.At.Start.Line == l.At.Start.Line
}

// brokenSeverity returns the severity of a broken link; Off where it may not be meant as one.
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
	case l.Found != "", l.Teaches, isForPeople(l.From.Rel), l.From.Kind&analysis.Skill == 0, isOfProject(l):
		return analysis.Warning
	}
	return analysis.Error
}

// isFromSkill reports whether a path resolves from the skill directory, as the specification writes paths,
// but not from the directory of its file.
func isFromSkill(l *link.Link) bool {
	return l.Skill != nil && l.Found != "" && l.Found == path.Join(path.Dir(l.Skill.Rel), l.Path)
}

// isOfProject reports whether a path begins with a hidden directory that does not exist beside its file:
// that of a tool in the project that the agent works on.
func isOfProject(l *link.Link) bool {
	first, rest, _ := strings.Cut(l.Path, "/")
	return rest != "" && len(first) > 2 && first[0] == '.' && !l.From.Tree.IsDir(l.Folder())
}

// isForPeople reports whether a file is documentation for people, by its name.
func isForPeople(rel string) bool {
	stem, _, _ := strings.Cut(path.Base(rel), ".")
	switch strings.ToUpper(stem) {
	case "README", "CHANGELOG", "CONTRIBUTING", "ATTRIBUTION", "LICENSE", "SECURITY", "NOTICE", "TODO", "INSTALL", "CREDITS", "HISTORY", "AUTHORS":
		return true
	}
	return false
}

func folderName(dir string) string {
	if dir == "." {
		return "the repository root"
	}
	return quote.Text(dir)
}

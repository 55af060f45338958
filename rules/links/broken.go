package links

import (
	"path"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/link"
	"github.com/skilllint/skilllint/facts/registry"
	"github.com/skilllint/skilllint/rules/markdown/fence"
)

// Broken reports links and file references whose target does not exist.
//
// Clients do not check links when they load a skill. The agent follows one in the middle of a task,
// finds nothing, and continues without the instructions in that file. Paths are resolved from the
// directory of the file that contains the link.
//
// Severity:
//   - error in links of SKILL.md, in commands of hooks and servers, and for scripts that a command runs without their extension
//   - warning in READMEs and guides of the repository and of its plugins, in other files, in sections about writing skills, and where the path is relative to the plugin or the
//     repository root
//   - warning in code and after variables such as ${CLAUDE_SKILL_DIR}
//   - info for links of Cursor ("mdc:path") to files of a name that the repository has not, other than rules
//   - info where the path is relative to the skill directory, as the specification writes paths, or to the root of the project that
//     the skill belongs to, in READMEs and other files for people below a skill and those beside it that mention no existing file, in
//     examples, in links of a subagent to a file or directory beside it, in links into a hidden directory of the project, in copied documentation, and for paths in code into missing scripts/ or assets/
//
// In code, paths of inline code and of scripts that a command runs are checked. They are reported if their directory exists in
// the skill, if the skill has the file in another directory, if they begin with references/, if the text points the agent to a
// file in assets/, resources/, templates/ or examples/, or if they begin with scripts/ or assets/ and the document has other
// paths of the skill. Paths relative to the repository root are reported where the text tells the agent to read or run the
// file, if the document has other paths in the same directory, for scripts of a project's own commands and skills
// (.claude/commands), in instruction files at the root, and where two directories of the path exist. Several links into one
// missing directory, to one missing file, from a skill to files outside of it, and those of a reference are reported together,
// and so are the links of a file into one directory whose files are in another one. Where the name of the directory is
// misspelled on disk (refrences/), rename it.
//
// Not reported:
//   - names without an extension, which may be pages, unless there is a file with the name and ".md"
//   - files that do not exist by their sentence: "no longer", "was removed", "not yet", "(planned)" and the like
//   - placeholders, typical names of examples, and files that a build creates
//   - links in quotation marks, and paths that follow "creates", "writes", "e.g." and the like, or that a command of the
//     document creates: the agent is to create those files, or they are examples
//   - paths in code in a paragraph about the files of a project, such as "the project's script"
//   - paths in code that another skill has, unless a command runs them or SKILL.md tells the agent to read them; that begin with a directory that most projects have, such as src/, or in a section
//     about SKILL.md files
//   - paths in a call that names another skill, as in read_skill_file("other", "references/x.md")
//   - links into missing directories in references of skills about skills
//   - links of a subagent to numbered files beside it, such as 02-terms.md, which subagents write
//   - links to a skill that a command in the same line installs
//   - links in a template, and paths in code that shows a file, a template or a mistake, unless the skill refers to other files
//     in the same directory
//   - templates in assets/
//   - links in a block of code that ends too early, which markdown/nested-fence reports
//   - commands that handle the missing file
//   - targets in directories that were not read
//
// Fix: --fix adds the extension of a script, if there is one file of that name. --unsafe-fixes replaces the path by that of the
// existing file that was probably meant.
var Broken = &analysis.Analyzer{
	Name:     "links/broken",
	Doc:      "broken link or file reference",
	Severity: analysis.Error,
	Scope:    analysis.PerWorkspace,
	Source: analysis.Source{Kind: analysis.Specification, Checked: "2026-11-21",
		Name: "Agent Skills specification on file references, and CommonMark 0.31 on links"},
	Requires: []*analysis.Analyzer{link.Fact.Analyzer, link.HookFact.Analyzer, fence.Fact.Analyzer, registry.PluginFact.Analyzer, registry.MarketplaceFact.Analyzer},
	Run:      broken,
}

func broken(pass *analysis.Pass) error {
	index := newIndex()
	hooks := brokenHooks(pass, link.NewResolver(pass.Workspace), index)
	links := link.Fact.Of(pass)
	index.readPaths(links)
	var found []*brokenTarget
	mapping := newMapping(index)
	for i, l := range links {
		if l.Problem != link.Missing || l.InExample() || isTestInput(&l) || isRestored(&l) || isChapter(&l, index) || hooks[l.At] || isNested(pass, &l) || i+1 < len(links) && isTextOf(&l, &links[i+1]) {
			continue
		}
		d, ok := missingExtension(&l)
		if !ok {
			d, ok = linkWithoutExtension(&l)
		}
		if ok {
			found = append(found, &brokenTarget{link: l, diagnostic: d})
			continue
		}
		severity := brokenSeverity(&l, index)
		if severity == analysis.Off {
			if severity = rootSeverity(&l, index); severity == analysis.Off {
				continue
			}
			l.Dir, l.To = ".", path.Clean(l.Path)
		}
		if isCommon(path.Base(l.To)) && !strings.Contains(path.Clean(l.Path), "/") {
			l.Found = "" // the file in another directory is a different one
		}
		found = append(found, mapping.add(&l, severity))
	}
	copied := copiedDocuments(mapping.targets)
	for _, b := range mapping.targets {
		if copied[b.link.Skill] && b.link.From.Kind == analysis.Reference {
			b.severity = min(b.severity, analysis.Info)
		}
		b.near = mapping.near(b)
		b.diagnostic = brokenLink(&b.link, b.severity, b.near)
	}
	shareHelp(mapping.targets)
	for _, b := range joinMoved(joinCode(joinOutside(found))) {
		pass.Report(b.diagnostic)
	}
	brokenPages(pass, index)
	return nil
}

// brokenSeverity returns the severity of a broken link, or Off if it may not be meant as a link.
func brokenSeverity(l *link.Link, index *index) analysis.Severity {
	switch {
	case !hasExtension(l.Path) && !strings.HasSuffix(l.Path, "/"):
		return analysis.Off
	case l.Form == link.FormCode || l.Form == link.FormVariable:
		return codeSeverity(l, index)
	case l.Shown, (l.Teaches || isAboutSkills(l)) && !l.From.Tree.IsDir(path.Dir(l.To)):
		return analysis.Off
	case l.IsOfWorkspace() && path.Ext(l.To) != ".mdc" && len(index.withName(l.From.Tree, path.Base(l.To))) == 0:
		return analysis.Info // the agent may be meant to create it
	case isFromSkill(l), isForPeople(l.From.Rel) && !isOwnReadme(l, index), l.From.Kind&analysis.Agent != 0 && l.Found == "" && (!strings.Contains(l.Path, "/") || !l.From.Tree.IsDir(l.TopDir())), isSample(l.From.Rel), l.Found == "" && isOfProject(l), l.Found == path.Clean(l.Path) && l.From.Rel[0] == '.':
		return analysis.Info
	case l.Found != "", l.Teaches, l.From.Kind&analysis.Skill == 0:
		return analysis.Warning
	}
	return analysis.Error
}

// isAboutSkills reports whether a link is in a reference of a skill whose name indicates that it is about skills. Such
// references show links of other skills.
func isAboutSkills(l *link.Link) bool {
	return l.Skill != nil && l.From != l.Skill && strings.Contains(path.Base(path.Dir(l.Skill.Rel)), "skill")
}

// isFromSkill reports whether a path resolves from the skill directory, as the specification writes paths,
// but not from the directory of its file.
func isFromSkill(l *link.Link) bool {
	return l.Skill != nil && l.Found != "" && l.Found == path.Join(path.Dir(l.Skill.Rel), l.Path)
}

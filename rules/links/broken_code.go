package links

import (
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/link"
)

// codeSeverity returns the severity of a path in code that does not exist. It is Off if the path may belong to the project
// that the agent works on: the directory does not exist in the skill, or most projects have such a directory.
func codeSeverity(l *link.Link, index *index) analysis.Severity {
	if l.Skill == nil || !isCertainlyCode(l) {
		return analysis.Off
	}
	first, _, _ := strings.Cut(strings.TrimLeft(l.Path, "./"), "/")
	usual := slices.Contains([]string{"scripts", "references", "assets"}, first)
	isWrong := false
	switch {
	case strings.HasPrefix(l.Path, "../"):
		isWrong = usual && isStep(l) && !l.Shown
	case strings.HasPrefix(l.Path, "."):
		isWrong = l.Program != "" && !l.Shown && isMisplaced(l, index)
	case isOfAnother(l, index, first, usual) || isShownOnly(l, index):
		return analysis.Off
	default:
		exists := l.From.Tree.IsDir(l.TopDir())
		isWrong = isOfOwn(l, index, first, usual, exists)
		if !isWrong && usual && !exists && index.paths[l.From] {
			return analysis.Info
		}
	}
	if isWrong {
		return analysis.Warning
	}
	return analysis.Off
}

// isStep reports whether a path occurs in a numbered step of SKILL.md.
func isStep(l *link.Link) bool { return l.Ordered && l.From == l.Skill }

// isOfAnother reports whether a path may be that of the agent's project, or is in the documentation of a repository that is a skill.
func isOfAnother(l *link.Link, index *index, first string, usual bool) bool {
	if l.Program == "" && index.isNamed(l) {
		return true
	}
	if l.Program == "" && index.elsewhere(l) {
		isOfSkill := first == "references" || first == "resources" || usual && l.From.Tree.IsDir(l.TopDir())
		if !isOfSkill || !isStep(l) {
			return true
		}
	}
	top, _, _ := strings.Cut(l.From.Rel, "/")
	return path.Dir(l.Skill.Rel) == "." && l.From != l.Skill && top != "references"
}

// isShownOnly reports whether a path may be a made-up file of an example.
func isShownOnly(l *link.Link, index *index) bool {
	return l.Shown && (l.Form == link.FormVariable && l.From != l.Skill || !index.used[skillDir{l.Skill, path.Dir(l.To)}])
}

// isOfOwn reports whether a path must be in the skill: by its first directory, or because a file of that name is elsewhere in it.
func isOfOwn(l *link.Link, index *index, first string, usual, exists bool) bool {
	isUsual := slices.Contains(projectDirs, first)
	switch {
	case exists && usual, first == "references", l.Form == link.FormVariable && first != l.Path:
		return true
	case exists && (path.Dir(l.Skill.Rel) != "." || l.From.Tree.RootName != "") && !isUsual:
		return true
	case !exists && first != l.Path && !isUsual && isOfSkill(l.Path) && index.moved(l) != "":
		return true
	}
	return l.Ordered && l.Program == "" && !l.Shown && isPointed(l, first, exists)
}

// isPointed reports whether SKILL.md or a file in references/ points the agent to a path that must be in the skill: in a missing
// assets/ or resources/, or from SKILL.md in its own templates/ or examples/. In a skill within another one, it may be the other's.
func isPointed(l *link.Link, first string, exists bool) bool {
	home := path.Dir(l.Skill.Rel)
	if !exists && isImage(l.Path) { // agents produce images rather than read them
		return false
	}
	if home == "." || l.From != l.Skill && (exists || !link.Inside(path.Join(home, "references"), l.From.Rel)) {
		return false
	}
	if exists && first != "templates" && first != "examples" || !exists && first != "assets" && first != "resources" {
		return false
	}
	for home != "." {
		if home = path.Dir(home); l.From.Tree.Stat(path.Join(home, l.Path)) != analysis.Absent {
			return false
		}
	}
	return true
}

// isCertainlyCode reports whether a path in code is that of a file that must exist, as far as the path and its file tell.
func isCertainlyCode(l *link.Link) bool {
	return !l.Teaches && !isForPeople(l.From.Rel) && path.Ext(l.Path) != "" && !isOfRepository(path.Base(l.Path)) && l.Found == "" && !isAboutSkills(l)
}

// isOfRepository reports whether a name is that of instructions for a repository, which no skill contains.
func isOfRepository(name string) bool {
	return name == "AGENTS.md" || name == "CLAUDE.md" || name == "GEMINI.md"
}

// projectDirs are directories that most projects have.
var projectDirs = []string{"src", "lib", "libs", "app", "apps", "test", "tests", "doc", "docs", "config", "configs", "packages", "public", "static",
	"dist", "build", "bin", "out", "node_modules", "components", "pages", "api", "cmd", "internal", "pkg", "data", "tools", "skills", "agents", "commands",
	"hooks", "examples", "example", "templates", "specs", "spec", "plans", "tasks", "output", "outputs", "logs", "tmp", "reports", "utils", "server", "client"}

// readPaths records the documents with a path that exists in their skill, and the directories of such paths, also below the root.
func (x *index) readPaths(links []link.Link) {
	for i := range links {
		l := &links[i]
		if first, rest, _ := strings.Cut(l.Path, "/"); rest != "" && l.Form == link.FormCode && l.Found == path.Clean(l.Path) {
			x.rooted[rootDir{l.From, first}] = true
		}
		if l.Skill != nil && l.Standing == analysis.IsFile {
			x.used[skillDir{l.Skill, path.Dir(l.To)}] = true
		}
		if l.Skill != nil && l.Standing == analysis.IsFile && strings.Contains(l.Path, "/") && !l.LeavesUnit() && !strings.HasPrefix(l.Path, "..") {
			x.paths[l.From] = true
		}
	}
}

// isOfSkill reports whether a path is like one of a skill: a Markdown file, or in a directory that the specification defines.
// A first directory such as SKILL_DIR or output_dir is a placeholder.
func isOfSkill(p string) bool {
	parts := strings.Split(path.Dir(p), "/")
	if parts[0] == strings.ToUpper(parts[0]) || strings.HasSuffix(parts[0], "_dir") || strings.HasSuffix(parts[0], "-dir") {
		return false
	}
	return path.Ext(p) == ".md" || slices.ContainsFunc(parts, func(part string) bool { return part == "scripts" || part == "references" || part == "assets" })
}

// moved returns the only file of the skill with the name of a target, or "".
func (x *index) moved(l *link.Link) string {
	name, home, found := path.Base(l.To), path.Dir(l.Skill.Rel), ""
	if isCommon(name) || name == "SKILL.md" {
		return ""
	}
	for _, p := range x.withName(l.From.Tree, name) {
		if !link.Inside(home, p) {
			continue
		}
		if found != "" {
			return ""
		}
		found = p
	}
	if found == l.From.Rel || skillOf(l.From.Tree, found) != home {
		return ""
	}
	return found
}

// linkWithoutExtension returns the finding for a link that lacks the extension of a Markdown file, as links of websites do.
func linkWithoutExtension(l *link.Link) (analysis.Diagnostic, bool) {
	file := l.To + ".md"
	if l.Form != link.FormLink || l.Path == "" || hasExtension(l.Path) || strings.HasSuffix(l.Path, "/") || l.Shown || l.Teaches || l.From.Tree.Stat(file) != analysis.IsFile {
		return analysis.Diagnostic{}, false
	}
	to, ok := l.WithPath(file)
	if !ok {
		return analysis.Diagnostic{}, false
	}
	at := l.At
	d := analysis.Diagnostic{Location: &at, Severity: analysis.Warning, Message: "link without the extension of its file: " + quote.Text(l.Written),
		Effect: "agents find no file of that name", Group: missingTogether(l), Related: alsoHere(l.Target)}
	if isForPeople(l.From.Rel) || isSample(l.From.Rel) || l.Skill == nil {
		d.Severity = analysis.Info
	}
	replacePath(&d, l, to, false)
	return d, true
}

// missingExtension returns the finding for a script that a command runs without its extension. Programs such as node add
// the extension themselves.
func missingExtension(l *link.Link) (analysis.Diagnostic, bool) {
	if l.Program == "" || l.Skill == nil || path.Ext(l.Path) != "" || slices.Contains([]string{"node", "bun", "tsx", "ts-node"}, l.Program) {
		return analysis.Diagnostic{}, false
	}
	dir, name, file := path.Dir(l.To), path.Base(l.To), ""
	for _, entry := range l.From.Tree.Entries(dir) {
		if strings.TrimSuffix(entry, path.Ext(entry)) != name || l.From.Tree.IsDir(path.Join(dir, entry)) {
			continue
		}
		if file != "" {
			return analysis.Diagnostic{}, false
		}
		file = path.Join(dir, entry)
	}
	to, ok := l.WithPath(file)
	if !ok {
		return analysis.Diagnostic{}, false
	}
	at := l.At
	d := analysis.Diagnostic{Location: &at, Message: "path without the extension of its file: " + quote.Text(l.Written),
		Effect: l.Program + " does not find the script", Group: missingTogether(l)}
	replacePath(&d, l, to, false)
	d.SuggestedFixes[0].Safe = true
	return d, true
}

// hasExtension reports whether a path has a file extension, unlike the name of a page such as "version-2.0-notes".
func hasExtension(p string) bool {
	ext := path.Ext(p)
	return len(ext) > 1 && strings.IndexFunc(ext[1:], func(r rune) bool { return r == '-' || r == '_' || r == ' ' }) < 0 && strings.Trim(ext[1:], "0123456789") != ""
}

// isSample reports whether a document is an example or a record of an agent's output, whose links belong to another project.
func isSample(rel string) bool {
	for part := range strings.SplitSeq(path.Dir(rel), "/") {
		switch strings.ToLower(part) {
		case "examples", "example", "samples", "sample", "evals":
			return true
		}
	}
	return slices.Contains(strings.FieldsFunc(strings.ToLower(path.Base(rel)), func(r rune) bool { return r == '_' || r == '-' || r == '.' }), "example")
}

// isForPeople reports whether the name of a file indicates documentation for people.
func isForPeople(rel string) bool {
	stem, _, _ := strings.Cut(path.Base(rel), ".")
	switch strings.ToUpper(stem) {
	case "README", "CHANGELOG", "CONTRIBUTING", "ATTRIBUTION", "LICENSE", "SECURITY", "NOTICE", "TODO", "INSTALL", "CREDITS", "HISTORY", "AUTHORS", "CONTRIBUTORS", "THIRD_PARTY_NOTICES", "THIRD-PARTY-NOTICES":
		return true
	}
	return strings.Contains(strings.ToUpper(stem), "README")
}

// minCopied is the number of references of a skill with broken links from which they are considered to be copied documentation.
const minCopied = 15

// copiedDocuments returns the skills whose references are probably copied documentation, with links that are not corrected by hand.
func copiedDocuments(targets []*brokenTarget) map[*analysis.File]bool {
	seen, count, copied := map[*analysis.File]bool{}, map[*analysis.File]int{}, map[*analysis.File]bool{}
	for _, b := range targets {
		if from, skill := b.link.From, b.link.Skill; skill != nil && from.Kind == analysis.Reference && !seen[from] {
			seen[from] = true
			count[skill]++
			copied[skill] = count[skill] >= minCopied
		}
	}
	return copied
}

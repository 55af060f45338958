package links

import (
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/link"
)

// A rootDir is a directory of the repository, and a file with an existing path in code that begins with it.
type rootDir struct {
	from *analysis.File
	dir  string
}

// volatile are directories whose files an agent creates, or that users have in their projects.
var volatile = []string{"src", "lib", "app", "apps", "test", "tests", "doc", "docs", "config", "configs", "public", "static", "dist", "build", "out", "node_modules",
	"data", "specs", "spec", "plans", "tasks", "output", "outputs", "logs", "tmp", "reports", "results", "artifacts", "coverage", "examples", "example",
	"roadmap", "notes", "memory", "context", "journal", "evidence"}

// rootSeverity returns the severity of a path in code that is relative to the repository root and does not exist: the repository
// has its first directory, and the text tells the agent to read or run the file. It is Off if the path may belong to another
// project.
func rootSeverity(l *link.Link, index *index) analysis.Severity {
	first, rest, _ := strings.Cut(path.Clean(l.Path), "/")
	if l.Form != link.FormCode || rest == "" || l.Shown || !l.Ordered || !isCertainlyCode(l) || isSample(l.From.Rel) || first == ".." || !l.From.Tree.IsDir(first) || isSymbol(l) {
		return analysis.Off
	}
	if isOfThisRepository(l, first) {
		return analysis.Warning
	}
	if slices.Contains(volatile, first) || l.From.Tree.IsDir(path.Join(l.Dir, first)) || l.From.Kind&(analysis.Skill|analysis.Agent|analysis.Command) == 0 {
		return analysis.Off
	}
	isScript := l.Program != "" || slices.Contains([]string{".py", ".sh", ".js", ".mjs", ".ts", ".rb", ".ps1"}, path.Ext(l.Path))
	switch {
	case index.rooted[rootDir{l.From, first}] && path.Ext(l.Path) == ".md":
		return analysis.Warning
	case l.From.Rel[0] == '.' && isScript: // a file of the project
		return analysis.Warning
	}
	return analysis.Off
}

// isSymbol reports whether a path is a name of a package: internal/clock.Clock, where internal/clock is a directory.
func isSymbol(l *link.Link) bool {
	ext := path.Ext(l.Path)
	return len(ext) > 1 && ext[1] >= 'A' && ext[1] <= 'Z' && l.From.Tree.IsDir(strings.TrimSuffix(path.Clean(l.Path), ext))
}

// isMisplaced reports whether a path that begins with a hidden directory is that of a file of the skill with a part too many:
// .scripts/run.sh for scripts/run.sh, or .claude/skills/OLD-NAME/run.sh where no skill has the name.
func isMisplaced(l *link.Link, index *index) bool {
	home := path.Dir(l.Skill.Rel)
	if l.From.Tree.Stat(path.Join(home, strings.TrimPrefix(l.Path, "."))) == analysis.IsFile {
		return true
	}
	_, rest, _ := strings.Cut(l.Path, "/skills/")
	name, rest, _ := strings.Cut(rest, "/")
	return rest != "" && name != path.Base(home) && shareWord(name, path.Base(home)) && len(index.withName(l.From.Tree, name)) == 0 &&
		l.From.Tree.Stat(path.Join(home, rest)) == analysis.IsFile
}

// isTestInput reports whether a document is in a directory of tests of its skill: it is their input or expected output.
func isTestInput(l *link.Link) bool {
	if l.Skill == nil {
		return false
	}
	below := strings.TrimPrefix(path.Dir(l.From.Rel), path.Dir(l.Skill.Rel)+"/") + "/"
	return strings.HasPrefix(below, "tests/") || strings.Contains(below, "/tests/") || strings.Contains(below, "fixtures/") || strings.Contains(below, "testdata/")
}

// isRestored reports whether ignore files match the target of a link in a document that they do not match: it is made or installed
// in each clone.
func isRestored(l *link.Link) bool {
	return l.From.Tree.Ignored(l.To) && !l.From.Tree.Ignored(l.From.Rel)
}

// isChapter reports whether a link of a subagent is to a numbered file beside it that exists nowhere: a document that subagents
// write, because each file in the directory would be a subagent.
func isChapter(l *link.Link, index *index) bool {
	number, _, ok := strings.Cut(l.Path, "-")
	return ok && l.From.Kind == analysis.Agent && number != "" && strings.Trim(number, "0123456789") == "" && !strings.Contains(l.Path, "/") &&
		len(index.withName(l.From.Tree, l.Path)) == 0
}

// isOfThisRepository reports whether a path is certainly that of a file of the repository that it is written in: an instruction
// file at the root, a skill or a command to run names it, and all but instruction files name two directories that exist.
func isOfThisRepository(l *link.Link, first string) bool {
	isDocument := first == "docs" && path.Ext(l.Path) == ".md"
	switch {
	case strings.HasPrefix(first, "."), slices.Contains(volatile, first) && !isDocument, l.From.Tree.Stat(path.Join(path.Dir(l.From.Rel), first)) != analysis.Absent && path.Dir(l.From.Rel) != ".":
		return false
	case l.From.Kind == analysis.Instructions && path.Dir(l.From.Rel) == ".":
		return true
	case l.Program == "" && l.From.Kind != analysis.Skill || isDocument:
		return false
	}
	second, rest, _ := strings.Cut(strings.TrimPrefix(path.Clean(l.Path), first+"/"), "/")
	return rest != "" && l.From.Tree.IsDir(path.Join(first, second))
}

// isOfProject reports whether a path begins with a hidden directory that does not exist next to its file. It is probably
// the directory of a tool in the project that the agent works on.
func isOfProject(l *link.Link) bool {
	first, rest, _ := strings.Cut(l.Path, "/")
	return rest != "" && len(first) > 2 && first[0] == '.' && !l.From.Tree.IsDir(l.TopDir())
}

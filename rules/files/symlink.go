package files

import (
	"fmt"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
)

// Symlink reports symbolic links that are broken, circular or point outside the repository.
//
// A link out of the repository works on one machine only: clones, archives and installed plugins do not contain
// the target. The same applies to absolute paths, even into the repository. A broken link hides the skill or
// reference it was made for. A link to a directory above it makes OpenCode list each skill in it many times,
// with paths forty levels deep.
//
// Copy the file, or link to a path in the repository relative to the link. Such links are followed, and a file
// with two names is checked once. Broken links into one directory are one finding, which names the directory that has the
// files now; so are all links to absolute paths.
//
// A link that git stored as text, on a system without links, is a file that contains only a path.
//
// Severity:
//   - error in general
//   - warning for references that were stored as text
//
// Not reported:
//   - links that no client reads
//
// Fix: --fix links to the file or the skill's directory with the same name, if there is only one in the repository and its
// name identifies it: references/api.md alone does not. --unsafe-fixes also takes the only one in the same top directory, and
// those that were found in a part of the repository. Links are not changed on Windows.
var Symlink = &analysis.Analyzer{
	Name:     "files/symlink",
	Doc:      "broken, circular or external symbolic link",
	Severity: analysis.Error,
	Scope:    analysis.PerWorkspace,
	Source: analysis.Source{Kind: analysis.Measurement,
		Name: "codex 0.169.0, opencode 1.18.33, gemini 0.61.0 and copilot 1.0.102 with linked skills", Checked: "2026-11-21"},
	Requires: []*analysis.Analyzer{storedFact.Analyzer},
	Run:      symlink,
}

func symlink(pass *analysis.Pass) error {
	trees := map[*analysis.Tree]movedFiles{}
	for i := range pass.Workspace.Links {
		link := &pass.Workspace.Links[i]
		d := linkProblem(link)
		d.Location = start(link.Path)
		if link.Problem == "points at nothing" {
			if trees[link.Tree] == nil {
				trees[link.Tree] = indexFiles(pass.Workspace.Files, link.Tree)
			}
			trees[link.Tree].explain(&d, link)
		}
		if link.Problem == "is an absolute path" {
			d.Group = analysis.Group{Key: "absolute", Message: analysis.Many + " symbolic links to absolute paths",
				Effect: "the paths do not exist on other machines", Help: "use paths relative to the links"}
		}
		pass.Report(d)
	}
	storedLinks(pass)
	return nil
}

func linkProblem(link *analysis.Link) analysis.Diagnostic {
	target := quote.Text(link.Target)
	switch link.Problem {
	case "leaves the root":
		return analysis.Diagnostic{Message: "symbolic link points outside the repository: " + target,
			Effect: "clones and installed plugins do not contain the target", Help: "copy the target into the repository"}
	case "is an absolute path":
		return analysis.Diagnostic{Message: "symbolic link to an absolute path: " + target,
			Effect: "the path does not exist on other machines", Help: "use a path relative to the link"}
	case "points at nothing":
		return analysis.Diagnostic{Message: "broken symbolic link: " + target + " does not exist",
			Effect: "clients cannot read the file", Help: "correct or delete the link"}
	case "is a loop":
		return analysis.Diagnostic{Message: "circular symbolic link to " + target,
			Effect: "clients cannot open it, or read the same files many times", Help: "delete the link"}
	}
	return analysis.Diagnostic{Message: fmt.Sprintf("symbolic link to %s %s", target, link.Problem),
		Effect: "clients do not read the target", Help: "link to a regular file or a directory"}
}

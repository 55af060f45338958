package files

import (
	"fmt"
	"path"
	"strings"

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
	var files map[string][]string // paths of checked files by their last two names
	for _, link := range pass.Workspace.Links {
		d := linkProblem(link)
		d.Location = start(link.Path)
		if link.Problem == "points at nothing" {
			if files == nil {
				files = byEnd(pass.Workspace.Files)
			}
			var help string
			if d.Group, help = brokenGroup(path.Join(path.Dir(link.Path), link.Target), files); help != "" {
				d.Help = help
			}
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

// brokenGroup returns the group of a broken link by the top directory of its target, and help that names the directory in which the
// file is now, if any. Where each directory of the top has its files in one below it, such as "skills", the group names only that one.
func brokenGroup(target string, files map[string][]string) (g analysis.Group, help string) {
	top, rest, below := strings.Cut(target, "/")
	if !below || top == ".." {
		return analysis.Group{}, ""
	}
	g = analysis.Group{Key: top, Message: analysis.Many + " broken symbolic links into " + quote.Text(top), Effect: "clients cannot read the files"}
	for _, p := range files[lastTwo(target)] {
		if dir, ok := strings.CutSuffix(p, "/"+rest); ok && strings.HasPrefix(dir, top+"/") {
			help = "link into " + quote.Text(dir) + ", where the files are now"
			g.Help = help
			first, _, _ := strings.Cut(rest, "/")
			if sub, ok := strings.CutPrefix(dir, top+"/"+first+"/"); ok {
				g.Help = "link into " + quote.Text(sub) + " in each directory of it, where the files are now"
			}
		}
	}
	return g, help
}

func byEnd(files []*analysis.File) map[string][]string {
	all := map[string][]string{}
	for _, f := range files {
		all[lastTwo(f.Path)] = append(all[lastTwo(f.Path)], f.Path)
	}
	return all
}

// lastTwo returns the last two names of a path.
func lastTwo(p string) string { return path.Join(path.Base(path.Dir(p)), path.Base(p)) }

func linkProblem(link analysis.Link) analysis.Diagnostic {
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

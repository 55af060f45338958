package files

import (
	"fmt"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
)

// Symlink reports a symbolic link, where agents look, that leads to nothing they may read.
//
// A link out of the repository works on one machine only: a clone, an archive or an installed
// plugin has nothing there, or something else. The same holds for an absolute path, even one
// that leads back into the repository. A link to nothing hides the skill or reference that is
// meant. A link to a folder that holds the link makes OpenCode list each skill below it under
// paths forty levels long.
//
// Copy the file, or link to a place inside the repository by a relative path. Such links are
// followed, and what has two names is checked once. Links that no agent looks at are left alone.
var Symlink = &analysis.Analyzer{
	Name:     "files/symlink",
	Doc:      "link that leads out of the root, to nothing, or in a circle",
	Severity: analysis.Error,
	Scope:    analysis.PerWorkspace,
	Source: analysis.Source{Kind: analysis.Measurement,
		Name: "codex 0.169.0, opencode 1.18.33, gemini 0.61.0 and copilot 1.0.102 on linked skills", Checked: "2026-11-21"},
	Run: symlink,
}

func symlink(pass *analysis.Pass) error {
	for _, link := range pass.Workspace.Links {
		start := analysis.Position{Line: 1, Column: 1}
		pass.Report(analysis.Diagnostic{
			Location: &analysis.Location{Path: link.Path, Start: start, End: start},
			Message:  symlinkMessage(link),
		})
	}
	return nil
}

func symlinkMessage(link analysis.Link) string {
	target := quote.Text(link.Target)
	switch link.Problem {
	case "leaves the root":
		return fmt.Sprintf("the link to %s leads out of the root, where a clone has nothing; it is not followed; copy what is meant, or link to a place inside", target)
	case "is an absolute path":
		return fmt.Sprintf("the link to %s is an absolute path, which other machines do not have; it is not followed; write a path relative to the link's folder", target)
	case "points at nothing":
		return fmt.Sprintf("the link leads to %s, which does not exist, so agents find nothing here; correct it, or delete it", target)
	case "is a loop":
		return fmt.Sprintf("the link to %s leads back to itself or to a folder that holds it, so whoever follows it never comes to an end; delete it", target)
	}
	return fmt.Sprintf("the link to %s %s, which is not read; link to a regular file or a folder", target, link.Problem)
}

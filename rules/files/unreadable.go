package files

import (
	"github.com/skilllint/skilllint/analysis"
)

// Unreadable reports files and directories that could not be checked.
//
// A file that skilllint cannot read still reaches the clients that can. The cause is a missing permission, a
// damaged disk, or a named pipe, socket or device in place of a file. A workspace of more than 500,000 files and
// directories, or one nested more than 256 levels deep, is not checked completely.
//
// Fix the permissions, or exclude the path if no client loads it. The rule also runs if --select names other
// rules, and --enforce always includes it, because they cannot have checked the file.
//
// Not reported:
//   - files that are too large or complex, which files/size reports
//   - broken symbolic links, which files/symlink reports
var Unreadable = &analysis.Analyzer{
	Name:      "files/unreadable",
	Doc:       "file or directory that could not be checked",
	Severity:  analysis.Error,
	Scope:     analysis.PerWorkspace,
	Uncached:  true,
	Unchecked: true,
	Source:    analysis.Source{Kind: analysis.Specification, Name: "the limits of skilllint", Checked: "2026-11-22"},
	Run:       unreadable,
}

func unreadable(pass *analysis.Pass) error {
	for _, u := range pass.Workspace.Unchecked {
		pass.Report(analysis.Diagnostic{Location: start(u.Path), Message: u.Reason, Anywhere: true})
	}
	return nil
}

package files

import (
	"github.com/skilllint/skilllint/analysis"
)

// Unreadable reports a file or directory that should have been checked and could not be.
//
// A file that cannot be read is not clean: whatever it holds reaches the clients that can read it. The cause is
// a missing permission, a damaged disk, or a named pipe, socket or device in place of a file. A workspace of more
// than 200,000 files and directories, or one nested more than 256 levels deep, is not checked to its end.
//
// Fix the permissions, or exclude the path if no client loads it. Files that are too large or too involved are
// reported by files/size, broken symbolic links by files/symlink.
//
// The rule also runs where --select names other rules, and --enforce always includes it: they cannot have checked
// the file.
var Unreadable = &analysis.Analyzer{
	Name:      "files/unreadable",
	Doc:       "file or directory that could not be checked",
	Severity:  analysis.Error,
	Scope:     analysis.PerWorkspace,
	Anew:      true,
	Unchecked: true,
	Source:    analysis.Source{Kind: analysis.Specification, Name: "the limits of this linter", Checked: "2026-11-22"},
	Run:       unreadable,
}

func unreadable(pass *analysis.Pass) error {
	for _, u := range pass.Workspace.Unchecked {
		pass.Report(analysis.Diagnostic{Location: start(u.Path), Message: u.Reason, Anywhere: true})
	}
	return nil
}

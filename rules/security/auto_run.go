package security

import (
	"path"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/behavior"
	"github.com/skilllint/skilllint/internal/behavior/effect"
)

// AutoRun reports commands that run without confirmation and delete directories or load packages, and commands
// anywhere that delete what belongs to the user.
//
// Clients run hooks, inline commands (!`command`) and the commands of MCP servers as soon as the file is loaded or
// an event occurs. Users do not see them beforehand. A package without a version can be another program tomorrow.
//
// Paths that are computed at run time, such as those that a function returns or a server sends, are not seen.
//
// Severity:
//   - error for hooks, inline commands and servers that delete directories, except for temporary ones
//   - warning for text and scripts that delete the home directory, system directories or disks
//   - info for packages without a version, which most configurations of MCP servers have, and for rm -rf /, which most versions of rm
//     refuse without --no-preserve-root (warning if it runs without confirmation)
//
// Not reported:
//   - packages with a version, and packages that text names
//   - text that says what not to do
var AutoRun = &analysis.Analyzer{
	Name:     "security/auto-run",
	Doc:      "harmful command that runs without confirmation",
	Severity: analysis.Error,
	Scope:    analysis.PerDocument,
	Kinds:    everyKind,
	Source: analysis.Source{Kind: analysis.Documentation, Checked: checkedOn,
		Name: "CVE-2025-59536 (commands of a project ran before the user trusted it)"},
	Requires: []*analysis.Analyzer{behavior.Fact.Analyzer},
	Run:      autoRun,
}

func autoRun(pass *analysis.Pass) error {
	reportHits(pass, hitsIn(pass, autoRunHit))
	return nil
}

func autoRunHit(f *analysis.File, a *behavior.Act) hit {
	h := hit{at: a.At, effect: when(f, a.On)}
	switch {
	case a.Kind == behavior.Launches && a.On == behavior.Unasked:
		h.severity, h.message = analysis.Info, "package "+quote.Text(a.To)+" is run without a version"
		h.effect, h.help = "the client downloads and runs whatever its newest version is", "name a version"
	case a.Kind != behavior.Deletes:
	case a.To == "/" && a.By == "rm":
		h.severity, h.message, h.help = analysis.Info, "command to delete \"/\"", "delete only what the skill created"
		if h.effect = "rm refuses it without --no-preserve-root, except for that of BusyBox"; a.On == behavior.Unasked {
			h.severity = analysis.Warning
		}
	case effect.IsAbove(a.To) || a.To == "a disk" || a.On == behavior.Unasked && isBelowVariable(a.To):
		h.severity, h.message, h.help = analysis.Warning, quote.Text(a.To)+" is deleted", "delete only what the skill created"
		if a.On == behavior.Unasked {
			h.severity = analysis.Error
		}
	case a.On == behavior.Unasked && isLasting(a.To):
		h.severity, h.message, h.help = analysis.Error, quote.Text(a.To)+" is deleted recursively", "let the user delete it, or use a temporary directory"
	}
	return h
}

// isBelowVariable reports whether a path would be the home directory if a variable were empty.
func isBelowVariable(p string) bool {
	rest, ok := strings.CutPrefix(p, "~/${")
	return ok && strings.HasSuffix(rest, "}")
}

// isLasting reports whether a path is outside of temporary directories, caches and build output.
func isLasting(p string) bool {
	if strings.ContainsAny(p, "$`") || strings.Contains(p, "tmp") || strings.Contains(p, "temp") || strings.Contains(p, "cache") {
		return false
	}
	switch base := path.Base(p); base {
	case "dist", "build", "out", "target", "node_modules", "coverage", "__pycache__":
		return false
	}
	return p != ""
}

package files

import (
	"fmt"
	"path"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"golang.org/x/text/unicode/norm"
)

// Name reports file names that are not found or cannot be checked out everywhere.
//
// Clients look for SKILL.md in exactly this case, so they do not find a skill.md or SKILL.MD on Linux. Two names
// in one directory that differ only in case, or in how an accent is encoded, are one name on Windows and
// macOS, where a checkout contains only one of the files.
//
// Windows does not allow names with <>:"|?*\ or control characters, names that end with a dot or space, and
// device names (aux, con, nul, com1). A checkout fails there as a whole.
//
// The rule checks files that clients read, the contents of skill directories, and the directories above
// them.
//
// Not reported:
//   - "skill.md" outside of skill directories
var Name = &analysis.Analyzer{
	Name:     "files/name",
	Doc:      "file name that does not work everywhere",
	Severity: analysis.Error,
	Scope:    analysis.PerWorkspace,
	Source: analysis.Source{Kind: analysis.Measurement, Checked: "2026-11-21",
		Name: "codex 0.169.0, opencode 1.18.33, gemini 0.61.0 and copilot 1.0.102 on skill.md; rules of Windows for names"},
	Run: name,
}

func name(pass *analysis.Pass) error {
	for _, f := range pass.Workspace.Files {
		if base := path.Base(f.Rel); f.Kind == analysis.Skill && base != skillName && strings.EqualFold(base, skillName) {
			pass.Report(analysis.Diagnostic{Location: start(f.Path),
				Message: fmt.Sprintf("file name %s differs in case from %s", quote.Text(base), quote.Text(skillName)),
				Effect:  "clients look for the exact name and do not find the skill", Help: "rename it to " + quote.Text(skillName)})
		}
	}
	for _, b := range clientPathsOf(pass.Workspace) {
		checkNames(pass, b)
	}
	return nil
}

const skillName = "SKILL.md"

// checkNames reports collisions and names that are invalid on Windows.
func checkNames(pass *analysis.Pass, b *clientPaths) {
	tree := b.tree
	first := map[string]string{} // by directory and case-folded name
	for _, rel := range tree.All() {
		if !b.has(rel) {
			continue
		}
		base := path.Base(rel)
		if why := notOnWindows(base); why != "" {
			pass.Report(analysis.Diagnostic{Location: start(tree.Prefix + rel),
				Message: fmt.Sprintf("invalid file name on Windows: %s %s", quote.Text(base), why),
				Effect:  "git cannot check out the repository there", Help: "rename it",
				Group: analysis.Group{Key: path.Dir(rel) + "/" + why, Message: analysis.Many + " invalid file names on Windows: each " + why, Help: "rename them"}})
		}
		key := path.Dir(rel) + "/" + strings.ToLower(norm.NFC.String(base))
		other, taken := first[key]
		if !taken {
			first[key] = rel
			continue
		}
		pass.Report(analysis.Diagnostic{Location: start(tree.Prefix + rel),
			Message: fmt.Sprintf("file names collide on Windows and macOS: %s and %s", quote.Text(base), quote.Text(path.Base(other))),
			Effect:  "a checkout there contains only one of them", Help: "rename one of them",
			Related: []analysis.Related{{Location: *start(tree.Prefix + other), Message: "other file"}}})
	}
}

// start returns the location of a finding on a file as a whole.
func start(path string) *analysis.Location {
	first := analysis.Position{Line: 1, Column: 1}
	return &analysis.Location{Path: path, Start: first, End: first}
}

// notOnWindows returns the reason why a name is invalid on Windows, or "".
func notOnWindows(base string) string {
	for _, r := range base {
		if r < ' ' || strings.ContainsRune(`<>:"|?*\`, r) {
			return "contains " + quote.Text(string(r))
		}
	}
	if strings.HasSuffix(base, ".") || strings.HasSuffix(base, " ") {
		return "ends with a dot or space"
	}
	if analysis.IsWindowsDevice(base) {
		return "is a device name"
	}
	return ""
}

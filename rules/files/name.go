package files

import (
	"fmt"
	"path"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"golang.org/x/text/unicode/norm"
)

// Name reports names under which a file is not found everywhere.
//
// Agents look for SKILL.md in exactly this case, so a skill.md or SKILL.MD among other skills is
// not there on Linux. Two names in one folder that differ in case only, or in how an accent is
// written, are one on Windows and macOS: a checkout holds one of the two files. Names with one of
// <>:"|?*\ or a control character, with a dot or blank at the end, or called as a device (aux,
// con, nul, com1) cannot be on Windows, where the whole checkout fails.
//
// Rename the file.
//
// Looked at are files that an agent reads, what lies in a skill's folder, and the folders that lead
// there. "skill.md" elsewhere is a page like any other.
var Name = &analysis.Analyzer{
	Name:     "files/name",
	Doc:      "name under which a file is not found everywhere",
	Severity: analysis.Error,
	Scope:    analysis.PerWorkspace,
	Source: analysis.Source{Kind: analysis.Measurement, Checked: "2026-11-21",
		Name: "codex 0.169.0, opencode 1.18.33, gemini 0.61.0 and copilot 1.0.102 on skill.md; rules of Windows for names"},
	Run: name,
}

func name(pass *analysis.Pass) error {
	for _, f := range pass.Workspace.Files {
		if base := path.Base(f.Rel); f.Kind == analysis.Skill && base != skillName && strings.EqualFold(base, skillName) {
			reportName(pass, f.Path, fmt.Sprintf("the file is called %s, and agents look for %s in exactly this case, so none finds the skill; rename it",
				quote.Text(base), quote.Text(skillName)), nil)
		}
	}
	for _, b := range belongingsOf(pass.Workspace) {
		checkNames(pass, b)
	}
	return nil
}

const skillName = "SKILL.md"

// checkNames reports collisions and names that Windows cannot hold.
func checkNames(pass *analysis.Pass, b *belongings) {
	tree := b.tree
	first := map[string]string{} // by folder and folded name
	for _, rel := range tree.All() {
		if !b.has(rel) {
			continue
		}
		base := path.Base(rel)
		if why := notOnWindows(base); why != "" {
			reportName(pass, tree.Prefix+rel, fmt.Sprintf("%s cannot be a name on Windows, for %s, so a checkout fails there; rename it", quote.Text(base), why), nil)
		}
		key := path.Dir(rel) + "/" + strings.ToLower(norm.NFC.String(base))
		other, taken := first[key]
		if !taken {
			first[key] = rel
			continue
		}
		reportName(pass, tree.Prefix+rel, fmt.Sprintf("%s and %s are one name on Windows and macOS, so a checkout there has only one of the two; rename one",
			quote.Text(base), quote.Text(path.Base(other))),
			[]analysis.Related{{Location: *start(tree.Prefix + other), Message: "the other one"}})
	}
}

func reportName(pass *analysis.Pass, path, message string, related []analysis.Related) {
	pass.Report(analysis.Diagnostic{Location: start(path), Message: message, Related: related})
}

// start is the place of a finding on a file as a whole.
func start(path string) *analysis.Location {
	first := analysis.Position{Line: 1, Column: 1}
	return &analysis.Location{Path: path, Start: first, End: first}
}

// notOnWindows says what keeps a name from being one on Windows; "" if nothing does.
func notOnWindows(base string) string {
	for _, r := range base {
		if r < ' ' || strings.ContainsRune(`<>:"|?*\`, r) {
			return quote.Text(string(r)) + " is in it"
		}
	}
	if strings.HasSuffix(base, ".") || strings.HasSuffix(base, " ") {
		return "it ends in a dot or blank"
	}
	if analysis.IsWindowsDevice(base) {
		return "it is a device"
	}
	return ""
}

package frontmatter

import (
	"path"
	"strings"

	"github.com/skilllint/skilllint/analysis"
)

// NameMismatch reports a name that differs from the name of the directory or file.
//
// Clients identify a skill by its name, by its directory, or by both. If the two differ, you, other
// skills and registries may refer to a name that the client does not use. The specification requires
// them to be equal, and its validator rejects the skill.
//
// Severity:
//   - error where a client finds the wrong skill, and where you configured agentskills as dialect or target
//   - warning where only the specification's validator rejects the skill, and where the client documents
//     the requirement, but loads the skill anyway
//   - info in Claude Code, where both names invoke the skill
//   - info for a placeholder, such as skill-name, and in a directory with the version after the name
//   - info in a directory called "template" or "templates" or whose name begins with "_", for a skill inside another one, for a
//     generated file, below "dist" or "build", and for an old copy: a directory above, or "skills" in it, has the skill of this name
//
// Names are compared as the client compares them: in Unicode form NFKC, and in duyetbot after
// normalization.
//
// Not reported:
//   - skills of Codex and Gemini CLI, and of plugins, which are identified by their name
//   - subagents, except those of duyetbot
//   - a skill at the root of its repository or in a directory called "skill", "package" or "pkg", which is
//     installed under another name
//   - a skill whose parent directory has its name: one of several variants of it
//   - a name in Claude Code that differs from the directory only in capitals, spaces and hyphens
//   - a name whose form frontmatter/schema reports
//   - skills of TanStack Intent, whose name is the path below "skills"
//
// Names with a common prefix that their directories do not have are one finding.
//
// Fix: --unsafe-fixes writes the name of the directory or file if only capitals, hyphens and underscores
// differ. Otherwise, rename the less descriptive one.
var NameMismatch = &analysis.Analyzer{
	Name:     "frontmatter/name-mismatch",
	Doc:      "name that does not match the directory or file",
	Severity: analysis.Error,
	Scope:    analysis.PerWorkspace,
	Source: analysis.Source{Kind: analysis.Measurement,
		Name: "skills-ref 0.1.5; loaders of duyetbot and Triagent; documentation of Claude Code", Checked: "2026-11-23"},
	Requires: []*analysis.Analyzer{MismatchFact.Analyzer},
	Run:      nameMismatch,
}

// A Mismatch is a name that differs from that of its directory or file, with the finding.
type Mismatch struct {
	Name  string
	Found analysis.Diagnostic
	At    analysis.Location
	Moved string // path after the renaming that the help suggests, relative to the root; may be empty
	Help  string // the help if that path exists
}

// MismatchFact computes the mismatch of a document.
var MismatchFact = analysis.NewFact("name-mismatch", "the name that differs from the directory or file",
	analysis.PerDocument, withFields, mismatchOf)

func nameMismatch(pass *analysis.Pass) error {
	for file, m := range MismatchFact.All(pass.Store) {
		found, at := m.Found, m.At
		found.Location = &at
		if m.Moved != "" && file.Tree.Exists(m.Moved) {
			found.Help, found.Group = m.Help, analysis.Group{}
		}
		if isSuperseded(file, m.Name) {
			found.Severity = min(found.Severity, analysis.Info) // an old copy
		}
		pass.Report(found)
	}
	return nil
}

// isSuperseded reports whether a skill is an old copy: a directory next to that of its collection has the skill of this name.
func isSuperseded(f *analysis.File, name string) bool {
	if f.Kind != analysis.Skill || strings.Contains(name, "/") {
		return false
	}
	own := path.Dir(path.Dir(f.Rel))
	for dir := own; dir != "."; {
		dir = path.Dir(dir)
		for _, home := range []string{dir, path.Join(dir, "skills"), path.Join(dir, ".agents/skills")} {
			if home != own && f.Tree.Exists(path.Join(home, name, "SKILL.md")) {
				return true
			}
		}
	}
	return false
}

package links

import (
	"fmt"
	"path"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
)

// Orphan reports files of a skill that nothing mentions.
//
// An agent reads SKILL.md, and then what that tells it to. It does not look around in the folder, so
// a file that no text and no script names is installed with the skill and never used: most often a
// reference that lost its link, or what an earlier version needed. Mention it in SKILL.md and say when
// it is to be read, or remove it.
//
// What counts as a mention: links and paths; names of files, with and without extension; folders and
// patterns; imports and paths in scripts that are mentioned themselves; package.json and the like; a
// reference from anywhere else in the repository. One finding tells of all files of a folder.
//
// Left alone: licences, README, CHANGELOG and other files for people; tests, package files and what
// tools find by its name; files that begin with a dot; what an ignore file names; skills that are a
// whole project, but for scripts/, references/ and assets/.
var Orphan = &analysis.Analyzer{
	Name:     "links/orphan",
	Doc:      "file of a skill that nothing mentions",
	Severity: analysis.Warning,
	Scope:    analysis.PerWorkspace,
	Source: analysis.Source{Kind: analysis.Specification, Checked: "2026-11-21",
		Name: "Agent Skills specification, progressive disclosure"},
	Requires: []*analysis.Analyzer{reached.Analyzer},
	Run:      orphans,
}

func orphans(pass *analysis.Pass) error {
	for _, s := range reached.Of(pass) {
		for _, g := range s.Lost {
			first := analysis.Position{Line: 1, Column: 1}
			pass.Report(analysis.Diagnostic{
				Location: &analysis.Location{Path: s.File.Tree.Prefix + g.Files[0], Start: first, End: first},
				Measured: len(g.Files),
				Message:  orphanMessage(g, path.Dir(s.File.Rel)),
			})
		}
	}
	return nil
}

// named is how many files a message names.
const named = 3

func orphanMessage(g lostGroup, skill string) string {
	names := make([]string, 0, named)
	for _, rel := range g.Files[:min(len(g.Files), named)] {
		names = append(names, quote.Text(strings.TrimPrefix(rel, skill+"/")))
	}
	if len(g.Files) == 1 {
		return fmt.Sprintf("nothing in the skill mentions %s, so no agent comes to it; say in SKILL.md when it is needed, or remove it", names[0])
	}
	what := strings.Join(names, ", ")
	if more := len(g.Files) - len(names); more > 0 {
		what = fmt.Sprintf("%s and %d more", what, more)
	}
	return fmt.Sprintf("nothing in the skill mentions these %d files, so no agent comes to them: %s; say in SKILL.md when they are needed, or remove them",
		len(g.Files), what)
}

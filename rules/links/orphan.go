package links

import (
	"fmt"
	"path"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
)

// Orphan reports files of a skill that nothing refers to.
//
// Agents read SKILL.md and the files it refers to; they do not explore the directory. A file that no
// text or script names is installed but never used. Most often it is a reference that lost its link,
// or a leftover of an earlier version. Mention it in SKILL.md and say when to read it, or remove it.
//
// These are mentions: links and paths, file names with or without extension, directories and glob
// patterns, imports and paths in scripts that are themselves mentioned, package.json and similar files,
// and references from elsewhere in the repository. Files of one directory are reported together.
//
// Not reported:
//   - licenses, READMEs, changelogs and other files for people
//   - tests, package files, and files that tools find by name
//   - hidden files, and files that an ignore file names
//   - skills that are whole projects, except for their scripts/, references/ and assets/
var Orphan = &analysis.Analyzer{
	Name:     "links/orphan",
	Doc:      "unreferenced file in a skill",
	Severity: analysis.Warning,
	Scope:    analysis.PerWorkspace,
	Source: analysis.Source{Kind: analysis.Specification, Checked: "2026-11-21",
		Name: "Agent Skills specification on progressive disclosure"},
	Requires: []*analysis.Analyzer{reached.Analyzer},
	Run:      orphans,
}

func orphans(pass *analysis.Pass) error {
	for _, s := range reached.Of(pass) {
		for _, g := range s.Lost {
			first := analysis.Position{Line: 1, Column: 1}
			help := "link it from SKILL.md or remove it"
			if len(g.Files) > 1 {
				help = "link them from SKILL.md or remove them"
			}
			pass.Report(analysis.Diagnostic{
				Location: &analysis.Location{Path: s.File.Tree.Prefix + g.Files[0], Start: first, End: first},
				Measured: len(g.Files),
				Message:  orphanMessage(g, path.Dir(s.File.Rel)),
				Effect:   "agents read only files that something refers to",
				Help:     help,
			})
		}
	}
	return nil
}

// Limits of the files that a message names.
const (
	maxNamed     = 3
	maxNamedSize = 60 // bytes, after which no further file is named
)

func orphanMessage(g lostGroup, skill string) string {
	var names string
	count := 0
	for _, rel := range g.Files[:min(len(g.Files), maxNamed)] {
		if len(names) > maxNamedSize {
			break
		}
		if count > 0 {
			names += ", "
		}
		names += quote.Text(strings.TrimPrefix(rel, skill+"/"))
		count++
	}
	if len(g.Files) == 1 {
		return "unreferenced file " + names
	}
	if more := len(g.Files) - count; more > 0 {
		names = fmt.Sprintf("%s and %d more", names, more)
	}
	return fmt.Sprintf("%d unreferenced files: %s", len(g.Files), names)
}

package markdown

import (
	"fmt"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/markdown"
)

// Heading reports a missing title, skipped heading levels and duplicate headings.
//
// Models find their way through a long file by its headings, and links address them. A skipped level
// hides the structure. Of two equal headings in one section, links reach only the first.
//
// This is a question of style, so the rule is off by default.
var Heading = &analysis.Analyzer{
	Name:     "markdown/heading",
	Doc:      "missing title, skipped heading level or duplicate heading",
	Severity: analysis.Off,
	Scope:    analysis.PerDocument,
	Kinds:    analysis.Skill | analysis.Reference,
	Source:   analysis.Source{Kind: analysis.Opinion, Name: "the authors of skilllint", Checked: "2026-11-21"},
	Requires: []*analysis.Analyzer{markdown.SectionFact.Analyzer},
	Run:      headings,
}

func headings(pass *analysis.Pass) error {
	d := pass.Document
	sections := markdown.SectionFact.Of(pass)
	if len(sections) == 0 {
		return nil
	}
	if first := sections[0]; first.Level > 1 {
		pass.Report(analysis.Diagnostic{Range: first.Heading, Anywhere: true, About: "title",
			Message: fmt.Sprintf("first heading is level %d, not 1", first.Level),
			Effect:  "the file has no title", Help: "add a level 1 heading above it"})
	}
	type key struct{ parent, level int }
	seen := map[key]map[string]markdown.Section{}
	var path []int // indices of the enclosing headings
	for i, s := range sections {
		for len(path) > 0 && sections[path[len(path)-1]].Level >= s.Level {
			path = path[:len(path)-1]
		}
		k := key{-1, s.Level}
		if len(path) > 0 {
			k.parent = path[len(path)-1]
			if above := sections[k.parent]; s.Level > above.Level+1 {
				pass.Report(analysis.Diagnostic{Range: s.Heading,
					Message: fmt.Sprintf("heading %s skips from level %d to level %d", quote.Text(s.Title), above.Level, s.Level),
					Help:    fmt.Sprintf("make it level %d", above.Level+1)})
			}
		}
		if seen[k] == nil {
			seen[k] = map[string]markdown.Section{}
		}
		if first, twice := seen[k][s.Title]; twice && s.Title != "" {
			pass.Report(analysis.Diagnostic{Range: s.Heading,
				Message: "duplicate heading " + quote.Text(s.Title),
				Effect:  "links reach only the first one", Help: "rename one of them",
				Related: []analysis.Related{{Location: d.At(first.Heading), Message: "first used here"}}})
		} else {
			seen[k][s.Title] = s
		}
		path = append(path, i)
	}
	return nil
}

package markdown

import (
	"fmt"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/markdown"
)

// Heading reports a file without a title, a heading that skips a level, and two headings of the same
// text below one other.
//
// Headings are how a model finds its way through a long file, and how links address its parts. A
// skipped level hides what belongs to what, and of two equal headings a link reaches the first only.
//
// It is a matter of taste, so the rule is off until it is turned on.
var Heading = &analysis.Analyzer{
	Name:     "markdown/heading",
	Doc:      "no title, skipped levels, equal headings",
	Severity: analysis.Off,
	Scope:    analysis.PerDocument,
	Kinds:    analysis.Skill | analysis.Reference,
	Source:   analysis.Source{Kind: analysis.Opinion, Name: "the authors of this linter", Checked: "2026-11-21"},
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
			Message: fmt.Sprintf("the first heading is of level %d, so the file has no title; write one of level 1 above it", first.Level)})
	}
	type key struct{ parent, level int }
	seen := map[key]map[string]markdown.Section{}
	var path []int // indexes of the headings around
	for i, s := range sections {
		for len(path) > 0 && sections[path[len(path)-1]].Level >= s.Level {
			path = path[:len(path)-1]
		}
		k := key{-1, s.Level}
		if len(path) > 0 {
			k.parent = path[len(path)-1]
			if above := sections[k.parent]; s.Level > above.Level+1 {
				pass.Reportf(s.Heading, "%s is of level %d, and the heading above it of level %d; write level %d", quote.Text(s.Title), s.Level, above.Level, above.Level+1)
			}
		}
		if seen[k] == nil {
			seen[k] = map[string]markdown.Section{}
		}
		if first, twice := seen[k][s.Title]; twice && s.Title != "" {
			pass.Report(analysis.Diagnostic{Range: s.Heading,
				Message: fmt.Sprintf("%s stands a second time in the same part, so a link reaches the first only; tell the two apart", quote.Text(s.Title)),
				Related: []analysis.Related{{Location: d.At(first.Heading), Message: "the first"}}})
		} else {
			seen[k][s.Title] = s
		}
		path = append(path, i)
	}
	return nil
}

package budget

import (
	"fmt"
	"maps"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/budget"
	"github.com/skilllint/skilllint/facts/registry"
	"github.com/skilllint/skilllint/internal/cleo/truncate"
)

// Truncation reports skills of which the wrong part is left when CLEO's orchestrator loads less than
// the whole file.
//
// When skills do not fit, it keeps the header, "## Summary" and "## Core Rules", drops references,
// appendix and all examples but one, then the other sections, the last one first. A skill over its
// budget that has neither of the two sections keeps whatever stands first. For simple and small tasks
// the strategy "minimal" loads the first 50 lines of the file, header included: where they end
// inside a block of code the subagent takes all that follows in its context for code, and rules that
// stand further down it never sees.
//
// Write the two sections, near the beginning, and no long block before them.
//
// Left alone: other agents, which load a skill whole; skills of at most 50 lines.
var Truncation = &analysis.Analyzer{
	Name:     "budget/truncation",
	Doc:      "skill of which the wrong part is left when it is cut",
	Severity: analysis.Warning,
	Scope:    analysis.PerWorkspace,
	Kinds:    analysis.Skill,
	Source: analysis.Source{Kind: analysis.Specification, Checked: "2026-11-21",
		Name: "CLEO's skill loading design, loading strategies and truncation strategies"},
	Requires: []*analysis.Analyzer{budget.CostFact.Analyzer, cuts.Analyzer, registry.ListedFact.Analyzer},
	Run:      checkTruncation,
}

func checkTruncation(pass *analysis.Pass) error {
	skills := registry.ListedFact.Of(pass)
	costs := maps.Collect(budget.CostFact.All(pass.Store))
	for file, c := range cuts.All(pass.Store) {
		limit := budget.OfSkill(file, skills, 0)
		if _, over := limit.Over(costs[file].Tokens); over && c.Shapeless {
			nothingToKeep(pass, costs[file].At, c.Pieces, limit)
		}
		if c.Minimal != nil {
			reportFirstLines(pass, c.Minimal)
		}
	}
	return nil
}

// nothingToKeep reports a skill over its budget without a section that truncation keeps.
func nothingToKeep(pass *analysis.Pass, at analysis.Location, pieces []truncate.Piece, limit budget.Limit) {
	left := "its header and first lines"
	if cut := truncate.Sections(pieces, limit.Tokens); len(cut.Kept) > 0 {
		if last := cut.Kept[len(cut.Kept)-1]; cut.Fits && last.Heading != "" {
			left = "what stands before the end of " + quote.Text(last.Heading)
		}
	}
	pass.Report(analysis.Diagnostic{Location: &at, Anywhere: true, About: "nothing to keep", Message: fmt.Sprintf(
		"the skill is over the %s tokens that %s and has neither \"## Summary\" nor \"## Core Rules\", which truncation keeps, so it is cut to %s; write these sections",
		quote.Count(limit.Tokens), limit.Source, left)})
}

// reportFirstLines reports what goes wrong where only the first lines are loaded.
func reportFirstLines(pass *analysis.Pass, m *firstLines) {
	report := func(at analysis.Location, about, message string) {
		pass.Report(analysis.Diagnostic{Location: &at, Anywhere: true, About: about, Severity: analysis.Info, Message: message})
	}
	if m.Header.Path != "" {
		report(m.Header, "header", fmt.Sprintf("the header does not end within the first %d lines, and the strategy minimal loads only those, so nothing of the skill but a part of its header is seen; shorten it", truncate.MinimalLines))
	}
	if m.Fence.Path != "" {
		report(m.Fence, "fence", fmt.Sprintf("the first %d lines, which are all that the strategy minimal loads, end inside this block, so what follows in the context is read as code; end it before, or begin it behind", truncate.MinimalLines))
	}
	if len(m.Behind) > 0 {
		behind(pass, m.Behind)
	}
}

// behind reports essential sections that the first lines do not hold.
func behind(pass *analysis.Pass, sections []heading) {
	d := analysis.Diagnostic{Location: &sections[0].At, Anywhere: true, About: "sections", Measured: len(sections), Severity: analysis.Info}
	verb, it := "begins", "it is"
	var titles []string
	for i, s := range sections {
		titles = append(titles, s.Title)
		if i > 0 {
			verb, it = "begin", "they are"
			d.Related = append(d.Related, analysis.Related{Location: s.At, Message: "so does this section"})
		}
	}
	d.Message = fmt.Sprintf("%s %s behind the first %d lines, which are all that the strategy minimal loads, so %s not seen for simple tasks; move them up",
		quote.List(titles, "and"), verb, truncate.MinimalLines, it)
	if len(sections) == 1 {
		d.Message = strings.TrimSuffix(d.Message, "them up") + "it up"
	}
	pass.Report(d)
}

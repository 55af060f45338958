package budget

import (
	"fmt"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/budget"
	"github.com/skilllint/skilllint/facts/registry"
)

// Truncation reports skills whose essential parts are lost when CLEO's orchestrator loads only a part of the file.
//
// If skills do not fit, the orchestrator keeps the frontmatter, "## Summary" and "## Core Rules". It drops
// references, the appendix and all examples but one, then the other sections from the end. A skill over its
// budget that has neither of the two sections keeps only its beginning.
//
// For simple and small tasks, the strategy "minimal" loads the first 50 lines of the file, including the
// frontmatter. If they end inside a code block, the subagent reads everything that follows in its context
// as code. It never sees rules that come later.
//
// Write the two sections, place them near the beginning, and put no long block before them.
//
// All this is about CLEO's first edition, of January 2026. Its later packages write the first 6,000 characters of ct-cleo, ct-lead and
// ct-orchestrator into the prompts of leads and orchestrators, up to the end of a line.
//
// Not reported:
//   - skills of other clients, which load a skill whole
//   - skills of at most 50 lines
var Truncation = &analysis.Analyzer{
	Name:     "budget/truncation",
	Doc:      "skill that loses its essential parts when CLEO truncates it",
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
	for file, c := range cuts.All(pass.Store) {
		limit := budget.OfSkill(file, skills, 0)
		cost, _ := budget.CostFact.At(pass.Store, file)
		if _, over := limit.Over(cost.Tokens); over && c.Shapeless {
			reportNoEssentials(pass, file, file.At(cost.Range), c.Pieces, limit)
		}
		if c.Minimal != nil {
			reportFirstLines(pass, c.Minimal)
		}
		if c.Excerpt != nil {
			reportExcerpt(pass, c.Excerpt)
		}
	}
	return nil
}

// reportNoEssentials reports a skill over its budget that has no section that truncation keeps.
func reportNoEssentials(pass *analysis.Pass, file *analysis.File, at analysis.Location, pieces []budget.Piece, limit budget.Limit) {
	left := "the frontmatter and first lines"
	if cut := budget.TruncateSections(pieces, limit.Tokens); len(cut.Kept) > 0 {
		if last := cut.Kept[len(cut.Kept)-1]; cut.Fits && last.Heading != "" {
			left = "the text up to the end of " + quote.Text(last.Heading)
		}
	}
	pass.Report(analysis.Diagnostic{Location: &at, Anywhere: true, About: "nothing to keep",
		Message: fmt.Sprintf("no \"## Summary\" or \"## Core Rules\" in a skill over its budget (%s)", limit),
		Effect:  file.Dialect.Title + " keeps only " + left,
		Help:    "add these sections near the beginning"})
}

// reportFirstLines reports the problems of loading only the first lines.
func reportFirstLines(pass *analysis.Pass, m *firstLines) {
	report := func(at analysis.Location, d analysis.Diagnostic) {
		d.Location, d.Anywhere, d.Severity = &at, true, analysis.Info
		pass.Report(d)
	}
	if m.Header.Path != "" {
		report(m.Header, analysis.Diagnostic{About: "header", Message: fmt.Sprintf("frontmatter does not end within the first %d lines", budget.MinimalLines),
			Effect: "CLEO's minimal strategy loads only these lines", Help: "shorten the frontmatter"})
	}
	if m.Fence.Path != "" {
		report(m.Fence, analysis.Diagnostic{About: "fence", Message: fmt.Sprintf("code block is still open after line %d, where CLEO cuts the file", budget.MinimalLines),
			Effect: fmt.Sprintf("for simple tasks, CLEO's minimal strategy loads only the first %d lines", budget.MinimalLines),
			Help:   fmt.Sprintf("end the block before line %d, or move it after line %[1]d", budget.MinimalLines)})
	}
	if len(m.After) > 0 {
		reportAfter(pass, m.After)
	}
}

// reportExcerpt reports a skill of which prompts contain only the beginning.
func reportExcerpt(pass *analysis.Pass, x *excerpt) {
	effect := "CLEO's prompts for leads and orchestrators end the skill before this line"
	if x.Fence {
		effect += ", inside a code block"
	}
	pass.Report(analysis.Diagnostic{Location: &x.After, Anywhere: true, About: "excerpt",
		Message: fmt.Sprintf("skill has more than %s characters", quote.Count(x.Units)), Effect: effect, Help: "shorten it, or move the essential parts up"})
}

// reportAfter reports essential sections that start after the first lines.
func reportAfter(pass *analysis.Pass, sections []heading) {
	d := analysis.Diagnostic{Location: &sections[0].At, Anywhere: true, About: "sections", Measured: len(sections), Severity: analysis.Info}
	verb, it := "starts", "it"
	var titles []string
	for i, s := range sections {
		titles = append(titles, s.Title)
		if i > 0 {
			verb, it = "start", "them"
			d.Related = append(d.Related, analysis.Related{Location: s.At, Message: "also after the first lines"})
		}
	}
	d.Message = fmt.Sprintf("%s %s after the first %d lines", quote.List(titles, "and"), verb, budget.MinimalLines)
	d.Effect = "CLEO's minimal strategy for simple tasks does not load " + it
	d.Help = "move " + it + " up"
	pass.Report(d)
}

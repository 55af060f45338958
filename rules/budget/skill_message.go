package budget

import (
	"fmt"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/budget"
)

// describe sets the texts of a finding about a skill with d.Measured tokens, over its limit.
func describe(d *analysis.Diagnostic, f *analysis.File, c budget.Cost, pieces []budget.Piece, limit budget.Limit) {
	total := fmt.Sprintf("about %s tokens (%s)", quote.Count(d.Measured), limit)
	switch lines := lineLimit(f, c); {
	case lines > 0 && limit.Real:
		total = fmt.Sprintf("%s, about %s tokens (%s: %s and %s)", quote.Plural(c.Lines, "line"), quote.Count(d.Measured), limit.Label, quote.Count(lines), quote.Count(limit.Tokens))
	case lines > 0:
		total = fmt.Sprintf("%s (recommended: %s) and %s", quote.Plural(c.Lines, "line"), quote.Count(lines), total)
	}
	d.Message, d.Effect = "skill is "+total, "the model reads the whole file each time it uses the skill"
	switch lost := droppedSections(pieces, limit.Tokens); {
	case lost != "":
		d.Effect = f.Dialect.Title + " drops " + lost
	case c.Dense && !limit.Real:
		d.Effect = fmt.Sprintf("characters / 4 is too low for this script: o200k counts %s", quote.Plural(c.Exact, "token"))
	}
	d.Help = "split it by topic into files in references/"
	if len(c.Heaviest) > 1 && isLarge(c.Heaviest[0], c) {
		d.Help = fmt.Sprintf("move what is seldom needed to separate files (longest section: %s with %s)",
			quote.Text(c.Heaviest[0].Title), size(c.Heaviest[0].Tokens, c, limit))
	}
}

// isLarge reports whether a section is at least a fifth of the skill. Moving a smaller one does not help much.
func isLarge(s budget.Section, c budget.Cost) bool { return s.Tokens*5 >= c.Tokens }

// droppedSections lists the sections that truncation to limit tokens drops, or returns "".
func droppedSections(pieces []budget.Piece, limit int) string {
	if len(pieces) == 0 {
		return ""
	}
	const most = 3 // sections per finding
	var names []string
	cut := budget.TruncateSections(pieces, limit)
	for _, p := range cut.Dropped {
		if p.Heading != "" {
			names = append(names, quote.Text(p.Heading))
		}
	}
	switch n := len(names); {
	case n == 0 && !cut.Fits:
		return "the last lines"
	case n > most:
		return strings.Join(names[:most], ", ") + fmt.Sprintf(" and %d more sections", n-most)
	}
	return enumerate(names)
}

// size describes the estimated size of a section. If the skill is counted with o200k, only the section's share is known.
func size(tokens int, c budget.Cost, limit budget.Limit) string {
	if !limit.Real {
		return quote.Plural(tokens, "token")
	}
	return fmt.Sprintf("%d %% of the text", 100*tokens/max(1, c.Tokens))
}

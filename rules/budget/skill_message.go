package budget

import (
	"fmt"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/budget"
	"github.com/skilllint/skilllint/internal/cleo/truncate"
)

// message says how much a skill is over its budget, where the weight is and what would be lost.
func message(f *analysis.File, c budget.Cost, pieces []truncate.Piece, limit budget.Limit, tokens, by int) string {
	text := fmt.Sprintf("the skill costs about %s tokens, %s more than the %s that %s, each time it is loaded",
		quote.Count(tokens), quote.Count(by), quote.Count(limit.Tokens), limit.Source)
	if lines := linesToo(f, c); lines > 0 {
		text += fmt.Sprintf(", and has %s lines, where %s are enough", quote.Count(c.Lines), quote.Count(lines))
	}
	if c.Dense && limit.Real {
		text += fmt.Sprintf(" (by characters / 4 only %s, too low for its script)", quote.Count(c.Tokens))
	} else if c.Dense {
		text += fmt.Sprintf(" (characters / 4: %s, too low for its script; o200k: %s)", quote.Count(c.Tokens), quote.Count(c.Exact))
	}
	if lost := dropped(pieces, limit.Tokens); lost != "" {
		text += "; cut to that it loses " + lost
	}
	text += "; move what is seldom needed into files of its own"
	var heavy []string
	for i, s := range c.Heaviest {
		if i > 0 && s.Tokens < tokens/10 {
			break // little would be won
		}
		heavy = append(heavy, fmt.Sprintf("%s (line %d, %s)", quote.Text(s.Title), s.At.Start.Line, quote.Count(s.Tokens)))
	}
	if len(heavy) > 0 {
		text += "; heaviest: " + strings.Join(heavy, ", ")
	}
	return text
}

// dropped names the sections that truncation drops so that a skill has so many tokens; "" where it
// drops none.
func dropped(pieces []truncate.Piece, limit int) string {
	if len(pieces) == 0 {
		return ""
	}
	const most = 5 // in a message
	var names []string
	cut := truncate.Sections(pieces, limit)
	for _, p := range cut.Dropped {
		if p.Heading != "" {
			names = append(names, quote.Text(p.Heading))
		}
	}
	switch n := len(names); {
	case n == 0 && !cut.Fits:
		return "its last lines"
	case n > most:
		return strings.Join(names[:most], ", ") + fmt.Sprintf(" and %d more sections", n-most)
	}
	return strings.Join(names, ", ")
}

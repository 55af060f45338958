package security

import (
	"fmt"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
)

// hiddenFinding returns the finding for a passage that hides text, without a fix.
func hiddenFinding(at analysis.Range, p passage) analysis.Diagnostic {
	message, effect := describe(p)
	return analysis.Diagnostic{Range: at, Severity: severity(p), Message: message, Effect: effect, Help: "delete the invisible characters"}
}

// describe returns the message about a passage, and its effect on models.
func describe(p passage) (message, effect string) {
	const unseen = "models read it, but people do not see it"
	first := characterName(p.First)
	switch {
	case p.Kind == reorderingRun:
		by := first
		if p.Count > 1 {
			by = fmt.Sprintf("%s (first %s)", quote.Plural(p.Count, "bidirectional control"), first)
		}
		return "line reordered by " + by, "people see the line in another order than models read it"
	case p.Kind == tagRun && p.Text != "":
		return fmt.Sprintf("hidden text %s in %s", quote.Text(p.Text), quote.Plural(p.Count, "tag character")), unseen
	case p.Kind == selectorRun && p.Text != "":
		return fmt.Sprintf("hidden bytes %s in %s", quote.Text(p.Text), quote.Plural(p.Count, "variation selector")), unseen
	case p.Kind == repeatedRun:
		return fmt.Sprintf("%s invisible characters in a row (%s)", quote.Count(p.Count), first), unseen
	case p.Kind == tagRun:
		return fmt.Sprintf("%s (first %s)", quote.Plural(p.Count, "invisible character"), first), unseen
	}
	return fmt.Sprintf("%s invisible characters in a row (first %s)", quote.Count(p.Count), first), "they can encode text that people do not see"
}

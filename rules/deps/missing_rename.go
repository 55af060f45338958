package deps

import (
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/graph"
)

// rename returns the fix that replaces the name, if the name is plain or quoted.
func rename(m graph.Missing, near string) (analysis.SuggestedFix, bool) {
	text := near
	if m.Rule.Loose { // it may be software with a similar name
		return analysis.SuggestedFix{}, false
	}
	switch m.Need.At.Range.Len() - len(m.Need.Name) {
	case 0:
		if strings.Trim(near, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_") != "" {
			return analysis.SuggestedFix{}, false
		}
	case 2:
		text = `"` + near + `"`
	default:
		return analysis.SuggestedFix{}, false
	}
	if near == "" || strings.ContainsAny(near, "\"\\\n") {
		return analysis.SuggestedFix{}, false
	}
	return analysis.SuggestedFix{Title: "replace it with " + quote.Text(near),
		Edits: []analysis.Edit{{Range: m.Need.At.Range, Text: text}}}, true
}

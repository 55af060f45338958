package deps

import (
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/analysis/suggest"
	"github.com/skilllint/skilllint/facts/graph"
)

// rename returns the fix that replaces the name, if the name is plain or quoted. There is none for short names with two differences,
// and for those that may be software with a similar name.
func rename(m graph.Missing, near string) (analysis.SuggestedFix, bool) {
	text, short := near, len(near) < 10 && suggest.Distance(m.Need.Name, near, 2) == 2
	if near == "" || short || m.Rule.Loose || strings.ContainsAny(near, "\"\\\n") {
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
	return analysis.SuggestedFix{Title: "replace it with " + quote.Text(near),
		Edits: []analysis.Edit{{Range: m.Need.At.Range, Text: text}}}, true
}

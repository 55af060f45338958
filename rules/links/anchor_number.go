package links

import (
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
)

// A numbering holds the broken anchors of a file that differ from headings only in a number. One fix corrects all.
type numbering struct {
	pass  *analysis.Pass
	found []analysis.Diagnostic
}

func newNumbering(pass *analysis.Pass) *numbering { return &numbering{pass: pass} }

// isNumbered reports whether two anchors differ only in a number at their beginning.
func isNumbered(a, b string) bool {
	return strings.TrimLeft(a, "0123456789-._") == strings.TrimLeft(b, "0123456789-._")
}

func (n *numbering) add(d analysis.Diagnostic) { n.found = append(n.found, d) }

// report reports the anchors of a file, and resets the numbering.
func (n *numbering) report(from *analysis.File) {
	if len(n.found) == 0 {
		return
	}
	first := n.found[0]
	for _, d := range n.found[1:] {
		first.Related = append(first.Related, analysis.Related{Location: *d.Location, Message: d.Message})
		first.Related = append(first.Related, d.Related...)
		first.SuggestedFixes[0].Edits = append(first.SuggestedFixes[0].Edits, d.SuggestedFixes[0].Edits...)
	}
	if more := len(n.found); more > 1 {
		first.Message = quote.Count(more) + " link anchors differ from the headings in their numbers"
		first.Effect, first.Help = "agents do not find the sections", "use the anchors of the headings"
		first.SuggestedFixes[0].Title = "replace with the anchors of the headings"
	}
	report(n.pass, from, first, false)
	n.found = nil
}

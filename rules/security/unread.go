package security

import (
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/behavior"
)

// Unread reports code that the security rules cannot follow to its end.
//
// Code that calls functions in functions hundreds of times, or that contains code in strings in strings, can hide what it does
// from every program that reads it. The rules read each line of such code on its own, and may miss what several lines do
// together. Code that a program downloads or generates while it runs is not seen at all.
//
// Severity:
//   - error for hooks, inline commands and servers, and for all files with --enforce and --isolated
//   - warning for text and scripts
//   - info for minified libraries (*.min.js)
//
// Not reported:
//   - long files and long lines: reading them takes longer, but there is no limit
//   - code of programs that the rules do not know
var Unread = &analysis.Analyzer{
	Name:      "security/unread",
	Doc:       "code too complex for the security rules",
	Severity:  analysis.Error,
	Scope:     analysis.PerDocument,
	Kinds:     everyKind,
	Unchecked: true,
	Source:    analysis.Source{Kind: analysis.Measurement, Name: "nesting in the scripts of 25 public collections: no gap in readable code", Checked: "2026-11-24"},
	Requires:  []*analysis.Analyzer{behavior.Fact.Analyzer},
	Run:       unread,
}

func unread(pass *analysis.Pass) error {
	var hits []hit
	for _, g := range behavior.Fact.Of(pass).Gaps {
		hits = append(hits, gapHit(pass.File, g))
	}
	reportHits(pass, hits)
	return nil
}

// gapHit returns the hit of a gap.
func gapHit(f *analysis.File, g behavior.Gap) hit {
	h := hit{at: g.At, severity: analysis.Warning, effect: "the security rules read its lines one by one, and may miss what they do together", help: "simplify the code"}
	if f.IsGuarded || g.On == behavior.Unasked {
		h.severity = analysis.Error
	}
	if g.On == behavior.InScript && !f.IsGuarded && strings.HasSuffix(f.Rel, ".min.js") {
		h.severity = analysis.Info // a library, which nobody reads either
	}
	switch g.Why {
	case behavior.TooDeep:
		h.message = "code is nested too deeply"
	case behavior.TooLong:
		h.message = "text in code is too long"
	default:
		h.message = "code is too complex from here on"
	}
	return h
}

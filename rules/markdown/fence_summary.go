package markdown

import (
	"fmt"
	"slices"

	"github.com/skilllint/skilllint/analysis"
)

// A file with more lines or inverted blocks was probably collected by a program, which may omit fences anywhere.
const (
	collectedLines = 5_000
	collectedMixed = 8
)

// isCollected reports whether all problems with fences of a file are reported as one finding.
func isCollected(d *analysis.Document, read []reading) bool {
	mixed := 0
	for _, r := range read {
		mixed += len(r.mixed)
	}
	return d.LineCount() > collectedLines || mixed >= collectedMixed
}

// summary returns the first finding about fences of a file, in place of all findings.
func summary(d *analysis.Document, all []analysis.Diagnostic) []analysis.Diagnostic {
	if len(all) == 0 {
		return nil
	}
	found := slices.MinFunc(all, func(a, b analysis.Diagnostic) int { return a.Range.Start - b.Range.Start })
	if d.File.Kind&(analysis.Markdown&^analysis.Reference) == 0 {
		found.Severity = analysis.Info
	}
	if n := len(all); n > 1 {
		found.Effect = fmt.Sprintf("%d code blocks of the file do not end where they were meant to", n)
		found.Help, found.SuggestedFixes = "close each block where its code ends", nil
	}
	return []analysis.Diagnostic{found}
}

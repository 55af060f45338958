package manifest

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/cleo/manifest"
)

// Findings reports "key_findings" that do not work as a summary.
//
// The orchestrator reads the findings of every entry instead of the output files. With fewer than three it
// has to open the file. More than seven, or whole paragraphs, fill the context that the manifest should
// save.
//
// Write three to seven findings of one sentence each, and keep details in the output file. A finding must
// not exceed 200 characters or contain a line feed.
//
// The manifest is part of CLEO's first edition, of January 2026.
//
// Severity:
//   - warning by default
//   - error in the strict profile for a wrong number of findings and for line feeds
//   - info in the strict profile for a finding that seems to have several sentences
//
// Not reported:
//   - entries without the field, which is optional
//   - items that are not strings, which manifest/schema reports
//   - files that are not manifests
var Findings = &analysis.Analyzer{
	Name:     "manifest/findings",
	Doc:      "too few, too many or too long key findings",
	Severity: analysis.Warning,
	Strict:   analysis.Error,
	Scope:    analysis.PerLine,
	Kinds:    analysis.Manifest,
	Source: analysis.Source{Kind: analysis.Specification,
		Name: "CLEO subagent protocol 1.0.0, key findings; 1,227 findings of a published manifest", Checked: "2026-11-21"},
	Gate: &manifest.Fact,
	Run:  findings,
}

// Limits of a summary.
const (
	fewestFindings = 3
	mostFindings   = 7
	longestFinding = 200 // code points
)

func findings(pass *analysis.Pass) error {
	list := pass.Line.Data.Get("key_findings")
	if list == nil || list.Kind != analysis.List {
		return nil
	}
	countFindings(pass, list)
	items := newLimiter(pass)
	for i, item := range list.Items {
		if isShort(item) && !pass.File.Strict {
			continue
		}
		if d, ok := checkFinding(pass, i+1, item); ok {
			items.report(d)
		}
	}
	items.close(list, "key findings")
	return nil
}

// countFindings reports a list that is too short at its brackets, and a list that is too long at the excess items.
func countFindings(pass *analysis.Pass, list *analysis.Value) {
	switch n := len(list.Items); {
	case n == 0:
		pass.Report(analysis.Diagnostic{Range: list.Range, About: "few", Severity: strictSeverity(pass, analysis.Warning),
			Message: `"key_findings" is empty`, Effect: "the orchestrator has to open the output file", Help: "write three to seven sentences"})
	case n < fewestFindings:
		pass.Report(analysis.Diagnostic{Range: list.Range, About: "few", Severity: strictSeverity(pass, analysis.Warning),
			Message: fmt.Sprintf("entry has only %s (expected: 3 to 7)", quote.Plural(n, "key finding")), Effect: "the orchestrator has to open the output file"})
	case n > mostFindings:
		rest := analysis.Range{Start: list.Items[mostFindings].Range.Start, End: list.Items[n-1].Range.End}
		pass.Report(analysis.Diagnostic{Range: rest, About: "many", Measured: n, Severity: strictSeverity(pass, analysis.Warning),
			Message: fmt.Sprintf("entry has %s key findings (expected: 3 to 7)", quote.Count(n)), Effect: "every reader of the manifest loads all of them",
			Help: "keep the seven most important ones"})
	}
}

// isShort is a quick test for short strings of one line. Nearly all items pass.
func isShort(item *analysis.Value) bool {
	return item.Kind == analysis.String && len(item.Text) <= longestFinding && strings.IndexByte(item.Text, '\n') < 0
}

// checkFinding returns the worst problem of a finding of the entry.
func checkFinding(pass *analysis.Pass, number int, item *analysis.Value) (analysis.Diagnostic, bool) {
	d := analysis.Diagnostic{Range: item.Range}
	length := len(item.Text)
	if length > longestFinding {
		length = utf8.RuneCountInString(item.Text)
	}
	switch {
	case item.Kind != analysis.String:
		return d, false
	case hasLineFeed(item.Text):
		d.Severity = strictSeverity(pass, analysis.Warning)
		d.Message = fmt.Sprintf("key finding %d spans several lines", number)
		d.Effect, d.Help = "readers that print one finding per line show several", "write one sentence"
	case length > longestFinding:
		d.Severity, d.About, d.Measured = analysis.Warning, "length", length
		d.Message = fmt.Sprintf("key finding %d is %s characters long (limit %d)", number, quote.Count(length), longestFinding)
		d.Help = "shorten it to one sentence"
	case pass.File.Strict && sentences(item.Text) > 1:
		d.Severity, d.About, d.Measured = analysis.Info, "sentences", sentences(item.Text)
		d.Message = fmt.Sprintf("key finding %d has about %d sentences (expected: 1)", number, sentences(item.Text))
		d.Help = "split it, or move details to the output file"
	default:
		return d, false
	}
	return d, true
}

// hasLineFeed reports whether a text spans several lines.
func hasLineFeed(text string) bool {
	return strings.IndexByte(text, '\n') >= 0 && strings.Contains(strings.Trim(text, whitespace), "\n")
}

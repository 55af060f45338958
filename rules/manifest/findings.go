package manifest

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/cleo/manifest"
)

// Findings reports "key_findings" that are no summary.
//
// The orchestrator reads the findings instead of the output file, of every entry and all of them:
// with fewer than three it has to open the file after all, and more than seven, or paragraphs, fill
// the context that the manifest is there to spare. Write three to seven, one sentence each; what
// does not fit belongs in the output file.
//
// A finding of more than 200 characters is too long for a sentence, and one with a line feed in it
// is a paragraph. In the strict profile a wrong number and a line feed are errors, and a finding
// that seems to hold several sentences is advice: where one ends is a guess.
//
// Left alone: entries without the field, which is optional, and items that are no texts, which
// manifest/schema reports; ledgers of another format.
var Findings = &analysis.Analyzer{
	Name:     "manifest/findings",
	Doc:      "key findings that are too few, too many or too long",
	Severity: analysis.Warning,
	Strict:   analysis.Error,
	Scope:    analysis.PerLine,
	Kinds:    analysis.Manifest,
	Source: analysis.Source{Kind: analysis.Specification,
		Name: "CLEO subagent protocol 1.0.0, key findings; 1,227 findings of a published manifest", Checked: "2026-11-21"},
	Gate: &manifest.Fact,
	Run:  findings,
}

// What a summary may have.
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
	items := newFew(pass)
	for i, item := range list.Items {
		if d, ok := aboutFinding(pass, i+1, item); ok {
			items.report(d)
		}
	}
	items.close(list, "findings")
	return nil
}

// countFindings reports a list that is too short at its brackets, one that is too long at what is
// too much.
func countFindings(pass *analysis.Pass, list *analysis.Value) {
	switch n := len(list.Items); {
	case n == 0:
		pass.Report(analysis.Diagnostic{Range: list.Range, About: "few", Severity: strictly(pass, analysis.Warning),
			Message: "the list of key findings is empty, so the orchestrator learns nothing without opening the output file; write three to seven sentences"})
	case n < fewestFindings:
		pass.Report(analysis.Diagnostic{Range: list.Range, About: "few", Severity: strictly(pass, analysis.Warning),
			Message: fmt.Sprintf("the entry has %s, which is too little to go by, so the orchestrator has to open the output file; write three to seven", counted(n, "key finding"))})
	case n > mostFindings:
		rest := analysis.Range{Start: list.Items[mostFindings].Range.Start, End: list.Items[n-1].Range.End}
		pass.Report(analysis.Diagnostic{Range: rest, About: "many", Measured: n, Severity: strictly(pass, analysis.Warning),
			Message: fmt.Sprintf("the entry has %d key findings, all of which every reader of the manifest pays for; keep the seven that matter and leave the rest to the output file", n)})
	}
}

// aboutFinding returns what is wrong with one finding: the worst of it.
func aboutFinding(pass *analysis.Pass, number int, item *analysis.Value) (analysis.Diagnostic, bool) {
	d := analysis.Diagnostic{Range: item.Range}
	length := len(item.Text)
	if length > longestFinding {
		length = utf8.RuneCountInString(item.Text)
	}
	switch {
	case item.Kind != analysis.String:
		return d, false
	case hasLineFeed(item.Text):
		d.Severity = strictly(pass, analysis.Warning)
		d.Message = fmt.Sprintf("key finding %d goes over several lines, and readers that print one finding a line take it for several; write one sentence", number)
	case length > longestFinding:
		d.Severity, d.About, d.Measured = analysis.Warning, "length", length
		d.Message = fmt.Sprintf("key finding %d has %d characters, which every reader of the manifest pays for; write one sentence of at most %d", number, length, longestFinding)
	case pass.File.Strict && sentences(item.Text) > 1:
		d.Severity, d.About, d.Measured = analysis.Info, "sentences", sentences(item.Text)
		d.Message = fmt.Sprintf("key finding %d seems to have %d sentences, and the protocol asks for one; make each a finding of its own, or leave it to the output file", number, sentences(item.Text))
	default:
		return d, false
	}
	return d, true
}

// hasLineFeed reports whether a text goes over several lines.
func hasLineFeed(text string) bool {
	return strings.IndexByte(text, '\n') >= 0 && strings.Contains(strings.Trim(text, blanks), "\n")
}

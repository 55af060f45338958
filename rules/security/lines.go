package security

import (
	"bytes"
	"fmt"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
)

// mostOnLine is how many findings of one line are reported; the rest is counted.
const mostOnLine = 5

// A hiding is what the texts of one line of a manifest hide.
type hiding struct {
	pass     *analysis.Pass
	reported int
	more     int
	worst    analysis.Severity // of those that are counted
}

// hiddenInLine looks at a line of a manifest, with or without data that parse. Few invisible characters
// are none of its business, and it mends nothing: what was written to a ledger stays as it is.
func hiddenInLine(pass *analysis.Pass) error {
	line := pass.Line
	if !hasInvisible(line.Source) && !bytes.Contains(line.Source, []byte(`\u`)) {
		return nil
	}
	h := hiding{pass: pass}
	if line.Data == nil || line.Broken != nil {
		h.written(analysis.Range{Start: int(line.Offset), End: int(line.Offset) + len(line.Source)})
	} else {
		h.value(line.Data)
	}
	if h.more > 0 {
		pass.Report(analysis.Diagnostic{Range: opening(line), About: "rest", Measured: h.more, Severity: h.worst,
			Message: fmt.Sprintf("this line hides text in %s; the first %d are listed", quote.Plural(h.more, "more place"), mostOnLine)})
	}
	return nil
}

// opening returns where a line begins.
func opening(line *analysis.Line) analysis.Range {
	start := int(line.Offset)
	return analysis.Range{Start: start, End: start + min(len(line.Source), 1)}
}

// value looks at every key and text below a value.
func (h *hiding) value(v *analysis.Value) {
	if v.Kind == analysis.String {
		h.text(v.Text, v.Range)
	}
	for _, item := range v.Items {
		h.value(item)
	}
	for _, m := range v.Members {
		h.text(m.Key, m.KeyRange)
		h.value(m.Value)
	}
}

// text looks at a text, and at how it is written.
func (h *hiding) text(text string, at analysis.Range) {
	if !hasInvisible([]byte(text)) {
		return
	}
	first := worst([]byte(text))
	if first.Sort == leftoverRun || h.written(at) {
		return
	}
	h.report(escapes(at, first))
}

// written looks at a range as it is written, and reports whether that hides something.
func (h *hiding) written(at analysis.Range) bool {
	found := false
	start := at.Start - int(h.pass.Line.Offset)
	scanInvisible(h.pass.Line.Source[start:start+at.Len()], func(p passage) {
		if p.Sort == leftoverRun {
			return
		}
		found = true
		h.report(analysis.Diagnostic{Range: analysis.Range{Start: at.Start + p.Start, End: at.Start + p.End}, Severity: severity(p), Message: said(p)})
	})
	return found
}

func (h *hiding) report(d analysis.Diagnostic) {
	if h.reported == mostOnLine {
		h.more++
		h.worst = max(h.worst, d.Severity)
		return
	}
	h.reported++
	h.pass.Report(d)
}

package security

import (
	"bytes"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
)

// mostOnLine limits the reported findings of a line. Further ones are counted.
const mostOnLine = 5

// A lineCheck checks a line of a manifest for hidden text.
type lineCheck struct {
	pass     *analysis.Pass
	reported int
	more     int
	worst    analysis.Severity // worst severity of the counted findings
}

// hiddenInLine checks a line of a manifest, even if it does not parse. It does not report a few invisible characters, and has no
// fixes, because entries of a manifest are never changed.
func hiddenInLine(pass *analysis.Pass) error {
	line := pass.Line
	if !hasInvisible(line.Source) && !bytes.Contains(line.Source, []byte(`\u`)) {
		return nil
	}
	h := lineCheck{pass: pass}
	if line.Data == nil || line.Broken != nil {
		h.source(analysis.Range{Start: int(line.Offset), End: int(line.Offset) + len(line.Source)})
	} else {
		h.value(line.Data)
	}
	if h.more > 0 {
		pass.Report(analysis.Diagnostic{Range: opening(line), About: "rest", Measured: h.more, Severity: h.worst,
			Message: "hidden text in " + quote.Plural(h.more, "more place") + " on this line",
			Effect:  "models read it, but people do not see it", Help: "delete it"})
	}
	return nil
}

// opening returns the first byte of a line.
func opening(line *analysis.Line) analysis.Range {
	start := int(line.Offset)
	return analysis.Range{Start: start, End: start + min(len(line.Source), 1)}
}

// value checks every key and text in a value.
func (h *lineCheck) value(v *analysis.Value) {
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

// text checks a text and its source.
func (h *lineCheck) text(text string, at analysis.Range) {
	if !hasInvisible([]byte(text)) {
		return
	}
	first := worst([]byte(text))
	if first.Kind == leftoverRun || h.source(at) {
		return
	}
	h.report(escapes(at, first))
}

// source checks the source of a range, and reports whether it hides text.
func (h *lineCheck) source(at analysis.Range) bool {
	found := false
	start := at.Start - int(h.pass.Line.Offset)
	scanInvisible(h.pass.Line.Source[start:start+at.Len()], func(p passage) {
		if p.Kind == leftoverRun {
			return
		}
		found = true
		h.report(hiddenFinding(analysis.Range{Start: at.Start + p.Start, End: at.Start + p.End}, p))
	})
	return found
}

func (h *lineCheck) report(d analysis.Diagnostic) {
	if h.reported == mostOnLine {
		h.more++
		h.worst = max(h.worst, d.Severity)
		return
	}
	h.reported++
	h.pass.Report(d)
}

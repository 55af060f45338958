package security

import (
	"bytes"

	"github.com/skilllint/skilllint/analysis"
)

// escaped reports values of a header or of JSON that are written with escapes and hide something once
// they are read. Whoever reads the file sees the escapes, so it is a warning, and no finding where only
// few characters are not seen.
func escaped(pass *analysis.Pass) {
	d := pass.Document
	if d.Data == nil || bytes.IndexByte(d.Source, '\\') < 0 {
		return
	}
	eachText(d.Data, func(v *analysis.Value) {
		written := d.Source[v.Range.Start:v.Range.End]
		if v.Style != analysis.DoubleQuoted || bytes.IndexByte(written, '\\') < 0 {
			return
		}
		first := worst([]byte(v.Text))
		if first.Sort == leftoverRun || worst(written).Sort != leftoverRun {
			return // nothing is hidden, or it was found in the text of the file
		}
		pass.Report(escapes(v.Range, first))
	})
}

// escapes is the finding of a text whose escapes hide something.
func escapes(at analysis.Range, first passage) analysis.Diagnostic {
	return analysis.Diagnostic{Range: at, Severity: analysis.Warning,
		Message: "the escapes of this value hide text where it is shown: " + said(first)}
}

// worst returns the first passage of a text that hides something; a leftover when there is none.
func worst(text []byte) passage {
	var first passage
	scanInvisible(text, func(p passage) {
		if first.Sort == leftoverRun {
			first = p
		}
	})
	return first
}

// eachText shows every text below a value.
func eachText(v *analysis.Value, see func(*analysis.Value)) {
	if v.Kind == analysis.String {
		see(v)
	}
	for _, item := range v.Items {
		eachText(item, see)
	}
	for i := range v.Members {
		if m := &v.Members[i]; !m.Merged {
			eachText(m.Value, see)
		}
	}
}

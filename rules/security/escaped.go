package security

import (
	"bytes"

	"github.com/skilllint/skilllint/analysis"
)

// reportEscapes reports values of frontmatter or JSON with escapes that hide text after parsing. Readers of the file see the escapes,
// so it is a warning, and a few invisible characters are not reported.
func reportEscapes(pass *analysis.Pass) {
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
		if first.Kind == leftoverRun || worst(written).Kind != leftoverRun {
			return // no hidden text, or reported in the text of the file
		}
		pass.Report(escapes(v.Range, first))
	})
}

// escapes returns the finding for a value whose escapes hide text.
func escapes(at analysis.Range, first passage) analysis.Diagnostic {
	d := hiddenFinding(at, first)
	d.Severity, d.Message, d.Help = analysis.Warning, d.Message+", written as escapes", "delete these escapes"
	return d
}

// worst returns the first passage of a text that hides text, or a leftover.
func worst(text []byte) passage {
	var first passage
	scanInvisible(text, func(p passage) {
		if first.Kind == leftoverRun {
			first = p
		}
	})
	return first
}

// eachText calls see for every text in a value.
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

package report

import (
	"bufio"
	"iter"

	"github.com/skilllint/skilllint/internal/escape"
	"github.com/skilllint/skilllint/internal/finding"
)

const xmlHeader = `<?xml version="1.0" encoding="UTF-8"?>` + "\n"

// xmlText writes text on one line, with markup and characters that XML forbids escaped.
func xmlText(w *bufio.Writer, text string) { w.Write(escape.AppendMarkup(w.AvailableBuffer(), text)) }

// xmlAttribute writes an attribute with a space before it.
func xmlAttribute(w *bufio.Writer, name, value string) {
	w.WriteByte(' ')
	w.WriteString(name)
	w.WriteString(`="`)
	xmlText(w, value)
	w.WriteByte('"')
}

// byFile yields the findings that a quota selects by file.
func byFile(r *finding.Report, q *quota) iter.Seq2[string, []*finding.Finding] {
	return func(yield func(string, []*finding.Finding) bool) {
		var of []*finding.Finding
		for i := range r.Findings {
			f := &r.Findings[i]
			if len(of) > 0 && of[0].Place.Path != f.Place.Path {
				if !yield(of[0].Place.Path, of) {
					return
				}
				of = of[:0]
			}
			if q.take(f.Severity) {
				of = append(of, f)
			}
		}
		if len(of) > 0 {
			yield(of[0].Place.Path, of)
		}
	}
}

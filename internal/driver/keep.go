package driver

import (
	"bytes"
	"fmt"
	"unicode/utf8"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/finding"
	"github.com/skilllint/skilllint/internal/linehash"
)

const (
	maxKept    = 10_000 // findings of one rule in one file; the rest is counted
	maxExcerpt = 240    // bytes of one line
	maxLines   = 3      // of an excerpt
	maxAnchor  = 200    // bytes
	shortRange = 12     // bytes; a shorter one does not tell what it is about
)

// keep turns a diagnostic into a finding while the source is at hand.
func (a *analyses) keep(x *analysis.Analyzer, d analysis.Diagnostic) {
	a.counts[x]++
	if a.counts[x] > maxKept {
		return
	}
	f := newFinding(x, a.outcome.file, d)
	switch {
	case d.Location != nil:
		f.Place.Location = *d.Location
	case a.line != nil:
		f.Place.Location = a.line.Location(d.Range)
		describe(&f, a.line.Source, int(a.line.Offset), d.Range)
	default:
		f.Place.Location = a.locate(d.Range)
		describe(&f, a.source(), 0, d.Range)
	}
	for i, fix := range d.SuggestedFixes {
		for j, e := range fix.Edits {
			if a.line != nil || a.source() != nil {
				f.Fixes[i].Edits[j].Location = a.locate(e.Range)
			}
		}
	}
	a.outcome.findings = append(a.outcome.findings, f)
}

func (a *analyses) source() []byte {
	if a.doc == nil {
		return nil
	}
	return a.doc.Source
}

func (a *analyses) locate(r analysis.Range) analysis.Location {
	switch {
	case a.line != nil:
		return a.line.Location(r)
	case a.doc == nil || a.doc.Source == nil:
		start := analysis.Position{Line: 1, Column: 1}
		return analysis.Location{Path: a.outcome.file.Path, Range: r, Start: start, End: start}
	}
	return a.doc.At(r)
}

func newFinding(x *analysis.Analyzer, file *analysis.File, d analysis.Diagnostic) finding.Finding {
	f := finding.Finding{Rule: x.Name, Analyzer: x, File: file, Severity: d.Severity, Message: d.Message, Flow: d.Flow}
	f.Place.ExcerptColumn = 1
	if file != nil && file.Dialect != nil {
		f.Dialect = file.Dialect.Name
	}
	for _, r := range d.Related {
		f.Related = append(f.Related, finding.Related{Message: r.Message,
			Place: finding.Place{Location: r.Location, ExcerptColumn: 1}})
	}
	for _, fix := range d.SuggestedFixes {
		out := finding.Fix{Title: fix.Title, Safe: fix.Safe}
		for _, e := range fix.Edits {
			out.Edits = append(out.Edits, finding.Edit{Text: e.Text, Location: analysis.Location{Range: e.Range}})
		}
		f.Fixes = append(f.Fixes, out)
	}
	return f
}

// countOmitted adds one finding for those of a rule that were too many to keep.
func (a *analyses) countOmitted() {
	for _, f := range a.outcome.findings {
		n := a.counts[f.Analyzer]
		if n <= maxKept {
			continue
		}
		a.counts[f.Analyzer] = 0
		f.Message = fmt.Sprintf("this file has %d more findings of %s, which are not listed", n-maxKept, f.Rule)
		f.Related, f.Fixes = nil, nil
		a.outcome.findings = append(a.outcome.findings, f)
	}
}

// describe fills in what reports and fingerprints need of the source. base is the offset of its
// first byte in the file.
func describe(f *finding.Finding, source []byte, base int, r analysis.Range) {
	if len(source) == 0 {
		return
	}
	start, end := r.Start-base, r.End-base
	line := lineStart(source, start)
	f.Place.Excerpt, f.Place.ExcerptColumn = excerpt(source, line, start, f.Place.End.Line-f.Place.Start.Line+1)
	f.LineHash = linehash.Of(source, line)
	f.Anchor = anchor(source[start:end])
	if end-start < shortRange {
		f.Anchor += "\x00" + anchor(source[line:lineEnd(source, line)])
	}
}

func lineStart(source []byte, offset int) int {
	for offset > 0 && !endsLine(source, offset-1) {
		offset--
	}
	return offset
}

// endsLine reports whether the byte at an offset is the last of a line end.
func endsLine(source []byte, i int) bool {
	return source[i] == '\n' || source[i] == '\r' && (i+1 == len(source) || source[i+1] != '\n')
}

func lineEnd(source []byte, offset int) int {
	if n := bytes.IndexAny(source[offset:], "\r\n"); n >= 0 {
		return offset + n
	}
	return len(source)
}

// excerpt copies the lines of a range. Of a long first line it takes a piece that holds the
// start of the range, and says at which column the piece begins.
func excerpt(source []byte, line, start, count int) ([]string, int) {
	var lines []string
	column, at := 1, line
	if start-line > maxExcerpt*2/3 {
		at = start - maxExcerpt/3
		for at > line && !utf8.RuneStart(source[at]) {
			at--
		}
		column += utf8.RuneCount(source[line:at])
	}
	for range min(count, maxLines) {
		end := lineEnd(source, at)
		text := source[at:end]
		if len(text) > maxExcerpt {
			text = text[:maxExcerpt]
			for n := 1; n < utf8.UTFMax && len(text) > n && !utf8.RuneStart(source[at+len(text)]); n++ {
				text = text[:len(text)-1]
			}
		}
		lines = append(lines, string(text))
		at = end
		if at < len(source) && source[at] == '\r' {
			at++
		}
		if at < len(source) && source[at] == '\n' {
			at++
		}
		if at >= len(source) {
			break
		}
	}
	return lines, column
}

// anchor is text with its white space collapsed, cut.
func anchor(text []byte) string {
	if len(text) > 4*maxAnchor {
		text = text[:4*maxAnchor]
	}
	out := bytes.Join(bytes.Fields(text), []byte{' '})
	return string(out[:min(len(out), maxAnchor)])
}

package manifest

import (
	"bytes"
	"fmt"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/syntax/jsontree"
	"github.com/skilllint/skilllint/internal/violation"
)

// Bounds of what is remembered of one manifest, whatever its size.
const (
	mostFound   = 9_999   // findings; the rest is counted
	mostEdits   = 100_000 // of fixes
	mostOnLine  = 5       // keys and strings of one line that are reported; the rest is counted
	mostRecords = 1_000   // that are split when they stand on one line
)

// lines is what is wrong with the lines of a manifest that has been read so far.
type lines struct {
	mild    analysis.Severity // of what most readers take
	found   []analysis.Diagnostic
	omitted int // findings that are not in found
	edits   int

	block    *block    // lines that may belong to one entry, or nil
	conflict *conflict // the merge conflict that is open, or nil
	blank    *blank    // blank lines directly before, or nil
	utf16    bool
	crlf     bool               // the last line end was CR LF
	end      *analysis.Location // of the last line, when no line end follows
}

var linesFact = analysis.NewFold("manifest-lines", "what is wrong with the lines of a manifest",
	analysis.Manifest, newLines, func(pass *analysis.Pass, l *lines) error { l.see(pass.Line); return nil })

func newLines(pass *analysis.Pass) *lines {
	if pass.File.Strict {
		return &lines{mild: analysis.Error}
	}
	return &lines{mild: analysis.Warning}
}

// see takes the next line.
func (l *lines) see(line *analysis.Line) {
	text := bytes.TrimRight(line.Source, "\r")
	switch {
	case l.utf16:
		return
	case len(bytes.TrimSpace(text)) == 0:
		l.seeBlank(line)
		return
	}
	l.closeBlank()
	if !line.Last {
		l.crlf = len(text) < len(line.Source)
	}
	switch {
	case jsontree.IsConflictMarker(text):
		l.abandon()
		l.seeMarker(line)
	case l.block != nil && l.block.continues(line):
		l.extend(line)
	default:
		l.abandon()
		l.seeLine(line)
	}
	if line.Last && line.Broken == nil {
		end := int(line.Offset) + len(line.Source)
		at := line.Location(analysis.Range{Start: end, End: end})
		l.end = &at
	}
}

// seeLine takes a line that belongs to no block.
func (l *lines) seeLine(line *analysis.Line) {
	switch b := line.Broken; {
	case b == nil && line.Data != nil:
		l.seeValue(line)
	case b == nil:
	case jsontree.Incomplete(b.Cause) && opens(line.Source):
		l.block = newBlock(line)
	case b.Cause == jsontree.TwoValues:
		l.add(l.glued(line))
	case b.Cause == jsontree.UTF16:
		l.utf16 = true
		l.add(broken(line))
	default:
		l.add(broken(line))
		if line.Data != nil {
			l.seeOddities(line)
		}
	}
}

// seeValue takes a line that holds one JSON value.
func (l *lines) seeValue(line *analysis.Line) {
	switch line.Data.Kind {
	case analysis.Map:
		l.seeOddities(line)
	case analysis.List:
		l.add(l.wrapped(line))
	default:
		l.add(at(line, line.Data.Range, fmt.Sprintf(
			"the line holds %s and no entry, so readers lose it; write one JSON object", violation.JSON.A(line.Data))))
	}
}

// seeOddities reports what loaders lose of a line that parses.
func (l *lines) seeOddities(line *analysis.Line) {
	for i, o := range line.Oddities {
		if i == mostOnLine {
			break
		}
		message := o.Message
		if more := len(line.Oddities) - mostOnLine; i == mostOnLine-1 && more > 0 {
			message += fmt.Sprintf(" (and %d more such places on this line)", more)
		}
		d := at(line, o.Range, message)
		if o.Kind == analysis.DuplicateKey {
			d.Related = []analysis.Related{{Location: line.Location(o.First), Message: "it stands here first"}}
		}
		l.add(d)
	}
}

// tooLong is the cause of a line that load did not read.
const tooLong = "too-long"

// broken reports why a line is no JSON.
func broken(line *analysis.Line) analysis.Diagnostic {
	b := line.Broken
	where := line.Location(b.Range)
	d := analysis.Diagnostic{Range: b.Range, Location: &where, Message: "readers lose this line or stop at it: " + b.Message}
	if jsontree.IsLimit(b.Cause) || b.Cause == tooLong {
		d.Message = "the line was not checked: " + b.Message
	}
	if b.Fix != nil {
		d.SuggestedFixes = []analysis.SuggestedFix{*b.Fix}
	}
	return d
}

// at returns an error on a range of a line.
func at(line *analysis.Line, r analysis.Range, message string) analysis.Diagnostic {
	where := line.Location(r)
	return analysis.Diagnostic{Range: r, Location: &where, Message: message}
}

// add remembers a finding, or counts it.
func (l *lines) add(d analysis.Diagnostic) {
	if len(l.found) == mostFound {
		l.omitted++
		return
	}
	for _, fix := range d.SuggestedFixes {
		l.edits += len(fix.Edits)
	}
	if l.edits > mostEdits {
		d.SuggestedFixes = nil
	}
	l.found = append(l.found, d)
}

// all returns everything, now that the manifest has ended. It may be called again.
func (l *lines) all() []analysis.Diagnostic {
	l.closeBlank()
	l.abandon()
	l.closeConflict()
	l.closeEnd()
	if l.omitted == 0 {
		return l.found
	}
	last := l.found[len(l.found)-1]
	return append(l.found[:len(l.found):len(l.found)], analysis.Diagnostic{Range: last.Range, Location: last.Location, Anywhere: true, About: "rest", Measured: l.omitted,
		Message: fmt.Sprintf("%d more places behind this one are no entries either, and are not listed", l.omitted)})
}

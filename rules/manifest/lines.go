package manifest

import (
	"bytes"
	"fmt"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/syntax/jsontree"
	"github.com/skilllint/skilllint/internal/violation"
)

// Limits of the data that is stored per manifest.
const (
	mostFound   = 9_999   // findings; further ones are counted
	mostEdits   = 100_000 // edits of fixes
	mostOnLine  = 5       // reported keys and strings of a line; further ones are counted
	mostRecords = 1_000   // records on a line that a fix splits
)

// lines collects the problems of the lines of a manifest while the manifest is read.
type lines struct {
	mild    analysis.Severity // severity of problems that most readers accept
	found   []analysis.Diagnostic
	omitted int // number of findings that are not in found
	edits   int

	block    *block      // lines that may belong to one entry, or nil
	conflict *conflict   // the open merge conflict, or nil
	empty    *emptyLines // the empty lines directly before, or nil
	utf16    bool
	crlf     bool               // the last line ending was CR LF
	end      *analysis.Location // end of the last line if it has no line break
}

var linesFact = analysis.NewFold("manifest-lines", "problems with the lines of a manifest",
	analysis.Manifest, newLines, func(pass *analysis.Pass, l *lines) error { l.next(pass.Line); return nil })

func newLines(pass *analysis.Pass) *lines {
	if pass.File.Strict {
		return &lines{mild: analysis.Error}
	}
	return &lines{mild: analysis.Warning}
}

// next checks the next line.
func (l *lines) next(line *analysis.Line) {
	text := bytes.TrimRight(line.Source, "\r")
	switch {
	case l.utf16:
		return
	case len(bytes.TrimSpace(text)) == 0:
		l.addEmpty(line)
		return
	}
	l.closeEmpty()
	if !line.Last {
		l.crlf = len(text) < len(line.Source)
	}
	switch {
	case jsontree.IsConflictMarker(text):
		l.abandon()
		l.addMarker(line)
	case l.block != nil && l.block.continues(line):
		l.extend(line)
	default:
		l.abandon()
		l.addLine(line)
	}
	if line.Last && line.Broken == nil {
		end := int(line.Offset) + len(line.Source)
		at := line.Location(analysis.Range{Start: end, End: end})
		l.end = &at
	}
}

// addLine checks a line outside of blocks.
func (l *lines) addLine(line *analysis.Line) {
	switch b := line.Broken; {
	case b == nil && line.Data != nil:
		l.addValue(line)
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
			l.addWarnings(line)
		}
	}
}

// addValue checks a line with a single JSON value.
func (l *lines) addValue(line *analysis.Line) {
	switch line.Data.Kind {
	case analysis.Map:
		l.addWarnings(line)
	case analysis.List:
		l.add(l.wrapped(line))
	default:
		l.add(at(line, line.Data.Range, analysis.Diagnostic{Message: "line must be an object, not " + violation.JSON.A(line.Data), Effect: skipped}))
	}
}

// addWarnings reports values that readers lose or interpret differently.
func (l *lines) addWarnings(line *analysis.Line) {
	for i, o := range line.ParseWarnings {
		if i == mostOnLine {
			break
		}
		message := o.Message
		if more := len(line.ParseWarnings) - mostOnLine; i == mostOnLine-1 && more > 0 {
			message += fmt.Sprintf(" (and %d more on this line)", more)
		}
		d := at(line, o.Range, analysis.Diagnostic{Message: message, Help: o.Help})
		if o.Kind == analysis.DuplicateKey {
			d.Effect = "most readers use the last value, others the first"
			d.Related = []analysis.Related{{Location: line.Location(o.First), Message: "first used here"}}
		}
		l.add(d)
	}
}

// tooLong is the cause of a line that package load did not read.
const tooLong = "too-long"

// broken reports invalid JSON.
func broken(line *analysis.Line) analysis.Diagnostic {
	b := line.Broken
	d := at(line, b.Range, analysis.Diagnostic{Message: "invalid JSON: " + b.Message, Effect: "readers skip the line or stop here", Help: b.Help})
	if jsontree.IsLimit(b.Cause) || b.Cause == tooLong {
		d.Message, d.Effect = "line was not checked: "+b.Message, ""
	}
	if b.Fix != nil {
		d.SuggestedFixes, d.Help = []analysis.SuggestedFix{*b.Fix}, ""
	}
	return d
}

// at sets the range of a diagnostic on a line.
func at(line *analysis.Line, r analysis.Range, d analysis.Diagnostic) analysis.Diagnostic {
	where := line.Location(r)
	d.Range, d.Location = r, &where
	return d
}

// add adds a finding, or counts it.
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

// all returns all findings after the last line. It may be called again.
func (l *lines) all() []analysis.Diagnostic {
	l.closeEmpty()
	l.abandon()
	l.closeConflict()
	l.closeEnd()
	if l.omitted == 0 {
		return l.found
	}
	last := l.found[len(l.found)-1]
	return append(l.found[:len(l.found):len(l.found)], analysis.Diagnostic{Range: last.Range, Location: last.Location, Anywhere: true, About: "rest", Measured: l.omitted,
		Message: quote.Choose(l.omitted, "1 more invalid line", "%s more invalid lines")})
}

package manifest

import (
	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
)

// emptyLines is a run of empty lines.
type emptyLines struct {
	where analysis.Location // including line endings
	lines int
}

// addEmpty adds a line that contains only white space.
func (l *lines) addEmpty(line *analysis.Line) {
	if l.block != nil && l.block.hasRoom(line) {
		l.block.add(line, line.Source)
		return
	}
	l.abandon()
	if l.empty == nil {
		start := int(line.Offset)
		l.empty = &emptyLines{where: line.Location(analysis.Range{Start: start, End: start})}
	}
	l.empty.lines++
	w := &l.empty.where
	w.Range.End = int(line.Offset) + len(line.Source)
	w.End = line.Location(analysis.Range{Start: w.Range.End, End: w.Range.End}).Start
	if !line.Last {
		w.Range.End++
		w.End = analysis.Position{Line: line.Number + 1, Column: 1}
	}
}

// closeEmpty reports empty lines before another line.
func (l *lines) closeEmpty() {
	b := l.empty
	if b == nil {
		return
	}
	l.empty = nil
	title := "delete the empty line"
	message := "empty line"
	if b.lines > 1 {
		message, title = quote.Count(b.lines)+" empty lines", "delete the empty lines"
	}
	l.add(analysis.Diagnostic{Range: b.where.Range, Location: &b.where, Severity: l.mild,
		Message: message, Effect: "readers that expect an entry on every line stop here",
		SuggestedFixes: []analysis.SuggestedFix{{Title: title, Safe: true,
			Edits: []analysis.Edit{{Range: b.where.Range}}}},
	})
}

// closeEnd reports that the last line has no line break.
func (l *lines) closeEnd() {
	if l.end == nil {
		return
	}
	where, lineEnd := l.end, "\n"
	if l.crlf {
		lineEnd = "\r\n"
	}
	l.end = nil
	l.add(analysis.Diagnostic{Range: where.Range, Location: where,
		Message: "missing line feed at the end of the file", Effect: "the next entry is appended to this line, and readers lose both",
		SuggestedFixes: []analysis.SuggestedFix{{Title: "add a line feed", Safe: true,
			Edits: []analysis.Edit{{Range: where.Range, Text: lineEnd}}}},
	})
}

// A conflict is an unresolved merge conflict of git.
type conflict struct {
	where   analysis.Location // first marker
	markers []analysis.Related
}

// mostMarkers limits the reported markers; git writes at most four.
const mostMarkers = 4

// addMarker adds a conflict marker.
func (l *lines) addMarker(line *analysis.Line) {
	start := int(line.Offset)
	where := line.Location(analysis.Range{Start: start, End: start + len(line.Source)})
	first := line.Source[0] == '<'
	if l.conflict == nil || first {
		l.closeConflict()
		l.conflict = &conflict{where: where}
	} else if len(l.conflict.markers) < mostMarkers-1 {
		l.conflict.markers = append(l.conflict.markers, analysis.Related{Location: where, Message: markerMeaning(line.Source[0])})
	}
	if line.Source[0] == '>' {
		l.closeConflict()
	}
}

func markerMeaning(c byte) string {
	switch c {
	case '>':
		return "end of the other side"
	case '|':
		return "common base starts here"
	}
	return "other side starts here"
}

// closeConflict reports the open conflict.
func (l *lines) closeConflict() {
	c := l.conflict
	if c == nil {
		return
	}
	l.conflict = nil
	l.add(analysis.Diagnostic{Range: c.where.Range, Location: &c.where, Related: c.markers,
		Message: "unresolved merge conflict", Effect: "readers stop at the conflict marker", Help: "keep the entries of both sides and delete the markers"})
}

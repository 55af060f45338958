package manifest

import (
	"fmt"

	"github.com/skilllint/skilllint/analysis"
)

// blank is a run of blank lines.
type blank struct {
	where analysis.Location // their line ends included
	lines int
}

// seeBlank takes a line of nothing but white space.
func (l *lines) seeBlank(line *analysis.Line) {
	if l.block != nil && l.block.hasRoom(line) {
		l.block.take(line, line.Source)
		return
	}
	l.abandon()
	if l.blank == nil {
		start := int(line.Offset)
		l.blank = &blank{where: line.Location(analysis.Range{Start: start, End: start})}
	}
	l.blank.lines++
	w := &l.blank.where
	w.Range.End = int(line.Offset) + len(line.Source)
	w.End = line.Location(analysis.Range{Start: w.Range.End, End: w.Range.End}).Start
	if !line.Last {
		w.Range.End++
		w.End = analysis.Position{Line: line.Number + 1, Column: 1}
	}
}

// closeBlank reports blank lines, now that something else follows.
func (l *lines) closeBlank() {
	b := l.blank
	if b == nil {
		return
	}
	l.blank = nil
	what, it := "a blank line stands", "it"
	if b.lines > 1 {
		what, it = fmt.Sprintf("%d blank lines stand", b.lines), "them"
	}
	l.add(analysis.Diagnostic{Range: b.where.Range, Location: &b.where, Severity: l.mild,
		Message: what + " in the manifest, and readers that take every line for an entry stop at " + it + "; delete " + it,
		SuggestedFixes: []analysis.SuggestedFix{{Title: "delete blank lines", Safe: true,
			Edits: []analysis.Edit{{Range: b.where.Range}}}},
	})
}

// closeEnd reports that the last line has no line end.
func (l *lines) closeEnd() {
	if l.end == nil {
		return
	}
	where, lineEnd := l.end, "\n"
	if l.crlf {
		lineEnd = "\r\n"
	}
	l.end = nil
	l.add(analysis.Diagnostic{Range: where.Range, Location: where, Severity: l.mild,
		Message: "no line feed ends the last line, so the next entry is appended to this one and readers lose both; end the line",
		SuggestedFixes: []analysis.SuggestedFix{{Title: "end the last line", Safe: true,
			Edits: []analysis.Edit{{Range: where.Range, Text: lineEnd}}}},
	})
}

// conflict is what git leaves where it could not merge.
type conflict struct {
	where   analysis.Location // of its first marker
	markers []analysis.Related
}

// mostMarkers is how many markers of a conflict are shown; git writes at most four.
const mostMarkers = 4

// seeMarker takes a line that is a conflict marker.
func (l *lines) seeMarker(line *analysis.Line) {
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
		return "the other side ends here"
	case '|':
		return "what both sides began with stands below"
	}
	return "the other side begins here"
}

// closeConflict reports the conflict that is open.
func (l *lines) closeConflict() {
	c := l.conflict
	if c == nil {
		return
	}
	l.conflict = nil
	l.add(analysis.Diagnostic{Range: c.where.Range, Location: &c.where, Related: c.markers,
		Message: "a merge left this conflict marker behind, and readers stop at it; keep the entries of both sides and delete the markers"})
}

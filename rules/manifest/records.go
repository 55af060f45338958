package manifest

import (
	"bytes"
	"fmt"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/syntax/jsontree"
)

// glued reports several records on one line.
func (l *lines) glued(line *analysis.Line) analysis.Diagnostic {
	d := at(line, line.Broken.Range, analysis.Diagnostic{Message: "second entry on the same line", Effect: "readers find one of the entries or none", Help: "write each entry on its own line"})
	records, ok := jsontree.Sequence(line.Source, int(line.Offset), mostRecords)
	if !ok || !allObjects(records) {
		return d
	}
	if n := len(records); n > 2 {
		d.Message = fmt.Sprintf("%d entries on one line", n)
	}
	d.Help = ""
	fix := analysis.SuggestedFix{Title: "write each entry on its own line", Safe: true, Uncovers: true}
	for i := 1; i < len(records); i++ {
		fix.Edits = append(fix.Edits, between(line, records[i-1], records[i]))
	}
	d.SuggestedFixes = []analysis.SuggestedFix{fix}
	return d
}

// wrapped reports a line that is a list of entries.
func (l *lines) wrapped(line *analysis.Line) analysis.Diagnostic {
	list := line.Data
	d := at(line, list.Range, analysis.Diagnostic{Message: "line must be an object, not a list", Effect: skipped, Help: oneObject})
	if len(list.Items) == 0 || len(list.Items) > mostRecords || !allObjects(list.Items) {
		return d
	}
	d.Help = ""
	fix := analysis.SuggestedFix{Title: "write each entry on its own line", Safe: true, Uncovers: true}
	first, last := list.Items[0].Range, list.Items[len(list.Items)-1].Range
	fix.Edits = append(fix.Edits, analysis.Edit{Range: analysis.Range{Start: list.Range.Start, End: first.Start}})
	for i := 1; i < len(list.Items); i++ {
		fix.Edits = append(fix.Edits, between(line, list.Items[i-1], list.Items[i]))
	}
	fix.Edits = append(fix.Edits, analysis.Edit{Range: analysis.Range{Start: last.End, End: list.Range.End}})
	d.SuggestedFixes = []analysis.SuggestedFix{fix}
	return d
}

// between returns the edit that inserts a line break between two values of a line.
func between(line *analysis.Line, a, b *analysis.Value) analysis.Edit {
	text := "\n"
	if bytes.HasSuffix(line.Source, []byte("\r")) {
		text = "\r\n"
	}
	return analysis.Edit{Range: analysis.Range{Start: a.Range.End, End: b.Range.Start}, Text: text}
}

func allObjects(values []*analysis.Value) bool {
	for _, v := range values {
		if v.Kind != analysis.Map {
			return false
		}
	}
	return true
}

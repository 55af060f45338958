package frontmatter

import (
	"cmp"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
)

// moveFix returns the fix that moves custom keys below the dialect's field for them, and the first of the keys. It returns
// nil if there is no such field or the lines cannot be moved unchanged. One fix moves all keys, because separate fixes
// would each add a "metadata" field. It is unsafe, because another program may read a key where it is.
func moveFix(d *analysis.Document, fields *analysis.Value, own []*analysis.Member) (fix *analysis.SuggestedFix, first *analysis.Member) {
	home := rulesOf(d).Home
	if home == "" || d.Header == nil || fields.Style == analysis.Flow || strings.Contains(strings.ToLower(d.Text(d.Header.Content)), "do not edit") {
		return nil, nil // a program that writes the file probably reads the keys
	}
	target := fields.Member(home)
	var lines []movedLine
	for _, m := range own {
		line, ok := lineOf(d, m)
		if ok && (target == nil || target.Value.Member(m.Key) == nil) {
			lines, first = append(lines, line), cmp.Or(first, m)
		}
	}
	if len(lines) == 0 {
		return nil, nil
	}
	edits := intoNew(d, home, lines)
	if target != nil {
		edits = intoExisting(d, target.Value, lines)
	}
	if edits == nil {
		return nil, nil
	}
	title := "move it under " + quote.Text(home)
	if len(lines) > 1 {
		title = "move it and similar fields under " + quote.Text(home)
	}
	return &analysis.SuggestedFix{Title: title, Edits: edits}, first
}

// A movedLine is a line with a key and a scalar value.
type movedLine struct {
	whole analysis.Range // with the line ending
	text  string         // the key and the value as text, without the line ending
	end   string         // the line ending
}

// lineOf returns the line of a key, if it contains only the key and a scalar.
func lineOf(d *analysis.Document, m *analysis.Member) (movedLine, bool) {
	number := d.LineOf(m.KeyRange.Start)
	line := d.LineRange(number)
	v := m.Value
	if line.Start != m.KeyRange.Start || !line.Contains(v.Range) || v.Range.Len() == 0 ||
		v.Note&(analysis.Anchored|analysis.Tagged) != 0 || v.Style == analysis.Literal || v.Style == analysis.Folded {
		return movedLine{}, false
	}
	value := d.Text(v.Range)
	switch {
	case v.Kind == analysis.List || v.Kind == analysis.Map || v.Kind == analysis.Null:
		return movedLine{}, false
	case v.Kind != analysis.String || v.Note&analysis.Timestamp != 0:
		value = `"` + value + `"`
	}
	next := d.LineRange(number + 1).Start // at the latest, the closing line of the frontmatter
	return movedLine{
		whole: analysis.Range{Start: line.Start, End: next},
		text:  d.Text(analysis.Range{Start: line.Start, End: v.Range.Start}) + value + d.Text(analysis.Range{Start: v.Range.End, End: line.End}),
		end:   d.Text(analysis.Range{Start: line.End, End: next}),
	}, true
}

// intoNew returns the edits that write a new field in place of the first line.
func intoNew(d *analysis.Document, home string, lines []movedLine) []analysis.Edit {
	text := home + ":" + lines[0].end
	for _, l := range lines {
		text += "  " + l.text + l.end
	}
	edits := []analysis.Edit{{Range: lines[0].whole, Text: text}}
	return append(edits, removals(lines[1:])...)
}

// intoExisting returns the edits that insert the lines before the first entry of the existing field.
func intoExisting(d *analysis.Document, target *analysis.Value, lines []movedLine) []analysis.Edit {
	if target.Kind != analysis.Map || target.Style == analysis.Flow || len(target.Members) == 0 || target.Note != 0 {
		return nil
	}
	key := target.Members[0].KeyRange.Start
	start := d.LineRange(d.LineOf(key)).Start
	indent := d.Text(analysis.Range{Start: start, End: key})
	if indent == "" || strings.Trim(indent, " ") != "" {
		return nil
	}
	var text string
	for _, l := range lines {
		text += indent + l.text + l.end
	}
	return append([]analysis.Edit{{Range: analysis.Range{Start: start, End: start}, Text: text}}, removals(lines)...)
}

func removals(lines []movedLine) []analysis.Edit {
	var edits []analysis.Edit
	for _, l := range lines {
		edits = append(edits, analysis.Edit{Range: l.whole})
	}
	return edits
}

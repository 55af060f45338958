package frontmatter

import (
	"cmp"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
)

// moved returns the fix that moves custom keys under the field that the dialect has for them, and the
// first of the keys; nil if there is no such field or lines cannot simply be moved. One fix moves all
// keys, as each on its own would add a "metadata" field.
func moved(d *analysis.Document, fields *analysis.Value, own []*analysis.Member) (fix *analysis.SuggestedFix, first *analysis.Member) {
	home := rulesOf(d).Home
	if home == "" || d.Header == nil || fields.Style == analysis.Flow {
		return nil, nil
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
	return &analysis.SuggestedFix{Title: title, Safe: true, Edits: edits}, first
}

// A movedLine is a line with a key and a scalar.
type movedLine struct {
	whole analysis.Range // with its line end
	text  string         // from the key on, the value as a text, without line end
	end   string         // its line end
}

// lineOf returns the line of a key, if it holds the key and a scalar on its own.
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
	next := d.LineRange(number + 1).Start // the closing line of the header, at the latest
	return movedLine{
		whole: analysis.Range{Start: line.Start, End: next},
		text:  d.Text(analysis.Range{Start: line.Start, End: v.Range.Start}) + value + d.Text(analysis.Range{Start: v.Range.End, End: line.End}),
		end:   d.Text(analysis.Range{Start: line.End, End: next}),
	}, true
}

// intoNew writes the field in the place of the first line.
func intoNew(d *analysis.Document, home string, lines []movedLine) []analysis.Edit {
	text := home + ":" + lines[0].end
	for _, l := range lines {
		text += "  " + l.text + l.end
	}
	edits := []analysis.Edit{{Range: lines[0].whole, Text: text}}
	return append(edits, removals(lines[1:])...)
}

// intoExisting writes the lines before the first one below the field.
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

package directive

import (
	"bytes"
	"sort"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/sorting"
	"github.com/skilllint/skilllint/internal/syntax/yamltree"
)

// yaml parses the comments of YAML.
func (r *reader) yaml(content analysis.Range) {
	var entries []entry
	for _, c := range yamltree.Comments(r.doc.Source, content) {
		d := r.comment(c, analysis.Range{Start: c.Start + len("#"), End: c.End}, true)
		if d == nil {
			continue
		}
		if entries == nil {
			entries = blockEntries(r.doc)
		}
		d.Effect = r.entryAt(entries, d, content)
		r.found.List = append(r.found.List, *d)
	}
}

// An entry is a member of a YAML mapping or an item of a sequence.
type entry struct {
	analysis.Range
	line int  // first line
	flow bool // in a flow collection
}

// blockEntries returns the entries of a document, outer ones first.
func blockEntries(d *analysis.Document) []entry {
	entries := []entry{}
	var walk func(v *analysis.Value)
	add := func(from, to int, parent, v *analysis.Value) {
		entries = append(entries, entry{analysis.Range{Start: from, End: to}, d.LineOf(from), parent.Style == analysis.Flow})
		walk(v)
	}
	walk = func(v *analysis.Value) {
		if v == nil {
			return
		}
		for _, item := range v.Items {
			add(item.Range.Start, item.Range.End, v, item)
		}
		for _, m := range v.Members {
			if !m.Merged {
				add(m.KeyRange.Start, max(m.KeyRange.End, m.Value.Range.End), v, m.Value)
			}
		}
	}
	walk(d.Data)
	sorting.By(entries, func(a, b entry) int { return a.Start - b.Start })
	return entries
}

// entryAt returns the range that a comment in YAML applies to: the entry on its line or, if the comment is alone there,
// the next entry. On the first line it starts at the beginning of the file. If the YAML does not parse, a line is used
// as the entry.
func (r *reader) entryAt(entries []entry, d *Directive, content analysis.Range) analysis.Range {
	var effect analysis.Range
	if d.Alone {
		effect = r.entryAfter(entries, d.At.Range.End, content)
	} else {
		effect = r.entryOn(entries, d)
	}
	if r.doc.LineOf(d.At.Range.Start) == r.doc.LineOf(content.Start) {
		effect.Start = 0
	}
	return effect
}

func (r *reader) entryAfter(entries []entry, at int, content analysis.Range) analysis.Range {
	i := sort.Search(len(entries), func(i int) bool { return entries[i].Start >= at })
	if i < len(entries) {
		return analysis.Range{Start: r.lineStart(entries[i].Start), End: r.after(entries[i])}
	}
	for at = r.lineEnd(at); at < content.End && r.doc.Data == nil; at = r.lineEnd(at) {
		at = r.afterBreak(at)
		if line := bytes.TrimLeft(r.doc.Source[at:r.lineEnd(at)], " \t"); len(line) > 0 && line[0] != '#' && at < content.End {
			return analysis.Range{Start: at, End: r.afterBreak(r.lineEnd(at))}
		}
	}
	return analysis.Range{Start: at, End: at}
}

func (r *reader) entryOn(entries []entry, d *Directive) analysis.Range {
	at, line := d.At.Range.Start, d.At.Start.Line
	on, around := -1, -1
	for i := sort.Search(len(entries), func(i int) bool { return entries[i].Start > at }) - 1; i >= 0 && on < 0; i-- {
		switch e := entries[i]; {
		case e.flow:
		case e.line == line:
			on = i
		case around < 0 && e.End > r.lineStart(at):
			around = i
		}
		if entries[i].line < line && around >= 0 {
			break
		}
	}
	if on < 0 {
		on = around
	}
	whole := analysis.Range{Start: r.lineStart(at), End: r.afterBreak(r.lineEnd(at))}
	if on < 0 {
		return whole
	}
	e := entries[on]
	return analysis.Range{Start: r.lineStart(e.Start), End: max(r.after(e), whole.End)}
}

// after returns the offset after an entry and its line break.
func (r *reader) after(e entry) int {
	if source := r.doc.Source; e.End < len(source) && source[e.End] != '\r' && source[e.End] != '\n' {
		return e.End
	}
	return max(r.afterBreak(e.End), e.End+1)
}

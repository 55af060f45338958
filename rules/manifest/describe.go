package manifest

import (
	"fmt"

	"github.com/skilllint/skilllint/analysis"
)

// describe returns the finding about a row.
func (r *rows) describe(w *row) analysis.Diagnostic {
	if w.change == removed {
		return r.describeRemoved(w)
	}
	d := analysis.Diagnostic{Location: r.now.location(r.path, w.first, w.last)}
	lines, repeat, is, it := "line", "repeats", "is", "it"
	if w.first != w.last {
		lines, repeat, is, it = "lines", "repeat", "are", "them"
	}
	switch w.change {
	case edited:
		d.Message = r.name(w) + " was changed"
		d.Effect, d.Help = "readers that know the old entry miss the change", "restore the line, and append an entry that corrects it"
	case normalised:
		d.Message = r.name(w) + w.was() + " reformatted, with the same values"
		d.Effect, d.Help = "branches that have the old lines conflict", "restore the original bytes"
	case moved:
		d.Message = r.name(w) + w.was() + " moved"
		d.Effect, d.Help = "readers that continue where they stopped repeat or miss entries", "restore the order"
	case inserted:
		d.Message = fmt.Sprintf("new %s %s not at the end", lines, is)
		d.Effect, d.Help = "readers that continue where they stopped miss "+it, fmt.Sprintf("move %s after the last line of %s", it, r.ref)
	case doubled:
		origin := r.now.location(r.path, w.origin, w.origin+w.last-w.first)
		d.Message = fmt.Sprintf("%s %s %s", lines, repeat, numbers(origin.Start.Line, origin.End.Line))
		d.Effect, d.Help = "queries count the work twice", "delete the "+lines
		d.Related = []analysis.Related{{Location: *origin, Message: "first used here"}}
	case reused:
		r.describeReused(w, &d)
	}
	return d
}

func (r *rows) describeReused(w *row, d *analysis.Diagnostic) {
	if l := w.lost; l != nil {
		d.Message = fmt.Sprintf("id belongs to the deleted %s", r.name(&row{old: l.number, oldEnd: l.number, lost: l}))
		d.Effect, d.Help = "links to the old entry resolve to this one", "restore the old entry, and choose another id here"
		return
	}
	holder := r.now.location(r.path, w.origin, w.origin)
	d.Message = fmt.Sprintf("duplicate id (used on line %d, which %s has)", holder.Start.Line, r.ref)
	d.Effect, d.Help = "lookups find only one of the entries", "choose another id"
	d.Related = []analysis.Related{{Location: *holder, Message: "first used here"}}
}

// describeRemoved reports removed lines at the line that they followed.
func (r *rows) describeRemoved(w *row) analysis.Diagnostic {
	where := ", after this line,"
	switch {
	case r.now.length == 0:
		where = ""
	case w.first < 0:
		where = ", before this line,"
	}
	return analysis.Diagnostic{Location: r.neighbor(w.first), Message: r.name(w) + where + w.was() + " deleted",
		Effect: "readers that have not read it yet miss the work", Help: "restore what was deleted"}
}

// neighbor returns the line of now that preceded lost lines, or the first line.
func (r *rows) neighbor(after int) *analysis.Location {
	if r.now.length == 0 {
		top := analysis.Position{Line: 1, Column: 1}
		return &analysis.Location{Path: r.path, Start: top, End: top}
	}
	return r.now.location(r.path, max(0, after), max(0, after))
}

// name describes the lines of the base for a message.
func (r *rows) name(w *row) string {
	name := numbers(int(w.old), int(w.oldEnd)) + " of " + r.ref
	if w.lost != nil && w.lost.name != "" && w.old == w.oldEnd {
		name += " (" + w.lost.name + ")"
	}
	return name
}

// was returns "was" or "were", according to the number of lines of the base.
func (w *row) was() string {
	if w.old == w.oldEnd {
		return " was"
	}
	return " were"
}

func numbers(first, last int) string {
	if first == last {
		return fmt.Sprintf("line %d", first)
	}
	return fmt.Sprintf("lines %d to %d", first, last)
}

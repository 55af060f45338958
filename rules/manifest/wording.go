package manifest

import (
	"fmt"

	"github.com/skilllint/skilllint/analysis"
)

// word makes a finding of a row.
func (r *rows) word(w *row) analysis.Diagnostic {
	if w.change == removed {
		return analysis.Diagnostic{Location: r.beside(w.first), Message: r.gone(w)}
	}
	d := analysis.Diagnostic{Location: r.now.location(r.path, w.first, w.last)}
	is, repeats, them := "this line is", "this line repeats", "it"
	if w.first != w.last {
		is, repeats, them = "these lines are", "these lines repeat", "them"
	}
	switch w.change {
	case edited:
		d.Message = fmt.Sprintf("this line replaces %s, and who has read that one does not read it again; restore it, and append an entry that corrects it", r.name(w))
	case normalised:
		d.Message = fmt.Sprintf("%s only written anew here: the values are the same, but every branch that has the old bytes conflicts with %s; restore the bytes", r.was(w), them)
	case moved:
		d.Message = fmt.Sprintf("%s moved here, so who reads on from where it stopped reads entries twice or never; put %s back in order", r.was(w), them)
	case inserted:
		d.Message = fmt.Sprintf("%s new and not at the end, so who reads on from where it stopped never sees %s; move %s behind the last line of %s", is, them, them, r.ref)
	case doubled:
		origin := r.now.location(r.path, w.origin, w.origin+w.last-w.first)
		d.Message = fmt.Sprintf("%s %s byte for byte, as a merge leaves it that takes the lines of both sides, so the work counts twice; delete %s",
			repeats, numbers(origin.Start.Line, origin.End.Line), them)
		d.Related = []analysis.Related{{Location: *origin, Message: "first here"}}
	case reused:
		r.reuse(w, &d)
	}
	return d
}

func (r *rows) reuse(w *row, d *analysis.Diagnostic) {
	if l := w.lost; l != nil {
		d.Message = fmt.Sprintf("this entry has the id of %s, which is gone, so links to that one lead here; restore that one, and write another id here",
			r.name(&row{old: l.number, oldEnd: l.number, lost: l}))
		return
	}
	holder := r.now.location(r.path, w.origin, w.origin)
	d.Message = fmt.Sprintf("this entry has the id of line %d, which %s has already, so a reader finds one of the two and not the other; write another id here",
		holder.Start.Line, r.ref)
	d.Related = []analysis.Related{{Location: *holder, Message: "the entry that had the id before"}}
}

// gone says which lines are missing from where.
func (r *rows) gone(w *row) string {
	where := "stood behind this one"
	switch {
	case r.now.length == 0:
		where = "stood here"
	case w.first < 0:
		where = "stood before this one"
	}
	is := "is"
	if w.old != w.oldEnd {
		is = "are"
	}
	return fmt.Sprintf("%s, which %s, %s gone, and the work with it for whoever has not read of it; restore what was deleted", r.name(w), where, is)
}

// beside returns the line of now that lost ones stood behind, or before when there is none.
func (r *rows) beside(after int) *analysis.Location {
	if r.now.length == 0 {
		top := analysis.Position{Line: 1, Column: 1}
		return &analysis.Location{Path: r.path, Start: top, End: top}
	}
	return r.now.location(r.path, max(0, after), max(0, after))
}

// name names the lines of the base.
func (r *rows) name(w *row) string {
	name := numbers(int(w.old), int(w.oldEnd)) + " of " + r.ref
	if w.lost != nil && w.lost.name != "" && w.old == w.oldEnd {
		name += " (" + w.lost.name + ")"
	}
	return name
}

func (r *rows) was(w *row) string {
	if w.old == w.oldEnd {
		return r.name(w) + " was"
	}
	return r.name(w) + " were"
}

func numbers(first, last int) string {
	if first == last {
		return fmt.Sprintf("line %d", first)
	}
	return fmt.Sprintf("lines %d to %d", first, last)
}

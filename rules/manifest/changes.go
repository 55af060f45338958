package manifest

import (
	"fmt"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
)

// A change is a kind of change to consecutive lines of the base, or consecutive added lines.
type change uint8

const (
	none change = iota
	edited
	normalised
	removed
	moved
	inserted
	doubled
	reused
)

// changes returns the findings. It is called after the last line of the base.
func (c *comparison) changes() []analysis.Diagnostic {
	if len(c.old) == 0 && c.same == c.now.length {
		return nil
	}
	c.keep()
	c.fresh = make([]bool, c.now.length-c.same)
	for i := range c.fresh {
		c.fresh[i] = true
	}
	c.end = c.same
	for _, o := range c.old {
		if o.at >= 0 {
			c.take(int(o.at))
		}
		if o.kept {
			c.end = int(o.at) + 1
		}
	}
	c.pair()
	r := &rows{comparison: c}
	r.visitBase()
	r.visitNew()
	return r.all()
}

// isFresh reports whether a line of now has no counterpart in the base.
func (c *comparison) isFresh(at int) bool { return at >= c.same && c.fresh[at-c.same] }

func (c *comparison) take(at int) { c.fresh[at-c.same] = false }

// pair finds the replacements of lost lines between two adjacent kept lines.
func (c *comparison) pair() {
	from, first, next := c.same, 0, 0
	for _, o := range c.old {
		switch {
		case o.kept:
			c.pairGap(c.lost[first:next], from, int(o.at))
			from, first = int(o.at)+1, next
		case o.at < 0:
			c.lost[next].after = int32(from) - 1
			next++
		}
	}
	c.pairGap(c.lost[first:], from, c.now.length)
}

// pairGap pairs lost lines with fresh lines between two offsets: first by value, then by id, then in order.
func (c *comparison) pairGap(lost []lostLine, from, to int) {
	var fresh []int32
	for at := from; at < to; at++ {
		if c.isFresh(at) {
			fresh = append(fresh, int32(at))
		}
	}
	if len(lost) == 0 || len(fresh) == 0 {
		return
	}
	c.pairBy(lost, fresh, func(l *lostLine) uint64 { return l.value }, func(r *record) uint64 { return r.value })
	c.pairBy(lost, fresh, func(l *lostLine) uint64 { return l.id }, func(r *record) uint64 { return r.id })
	last := to == c.now.length
	next := 0
	repaired := false
	for i := range lost {
		l := &lost[i]
		repaired = repaired || l.broken
		for next < len(fresh) && !c.isFresh(int(fresh[next])) {
			next++
		}
		if l.new >= 0 || l.broken || next == len(fresh) {
			continue
		}
		// At the end, a deleted line and an appended line look like an edited one if they have no ids.
		if at := int(fresh[next]); !last || l.id == 0 && c.now.at(at).id == 0 {
			l.new = fresh[next]
			c.take(at)
		}
	}
	if !repaired || last {
		return
	}
	for _, at := range fresh { // replacements of invalid lines repair them
		c.take(int(at))
	}
}

func (c *comparison) pairBy(lost []lostLine, fresh []int32, ofLost func(*lostLine) uint64, ofNow func(*record) uint64) {
	known := make(map[uint64]int32, len(fresh))
	for i := len(fresh) - 1; i >= 0; i-- {
		if at := int(fresh[i]); c.isFresh(at) {
			known[ofNow(c.now.at(at))] = fresh[i]
		}
	}
	for i := range lost {
		l := &lost[i]
		key := ofLost(l)
		if at, ok := known[key]; ok && key != 0 && l.new < 0 {
			l.new = at
			c.take(int(at))
			delete(known, key)
		}
	}
}

// changeOf returns the change of a lost line.
func (c *comparison) changeOf(l *lostLine) change {
	switch {
	case l.broken:
		return none
	case l.new < 0:
		return removed
	case l.value == c.now.at(int(l.new)).value:
		return normalised
	}
	return edited
}

// A row is a run of consecutive lines with the same change. first and last are lines of now. For removed lines, they are
// the preceding line.
type row struct {
	change      change
	first, last int
	old, oldEnd uint32 // lines of the base
	lost        *lostLine
	origin      int // for a doubled line, the first equal line; for a reused id, the line that has it, or -1 for a lost line
}

// rows collects rows and describes them.
type rows struct {
	*comparison
	row     row
	found   []analysis.Diagnostic
	omitted int
}

// visitBase adds the changes of the lines of the base.
func (r *rows) visitBase() {
	next := 0
	for _, o := range r.old {
		switch {
		case o.kept:
			r.close()
		case o.at >= 0:
			r.add(row{change: moved, first: int(o.at), last: int(o.at), old: o.number, oldEnd: o.number})
		default:
			l := &r.lost[next]
			next++
			one := row{change: r.changeOf(l), old: l.number, oldEnd: l.number, lost: l}
			if one.first = int(l.new); l.new < 0 {
				one.first = int(l.after)
			}
			one.last = one.first
			r.add(one)
		}
	}
	r.close()
}

// add adds a line to the current row, or starts a new row.
func (r *rows) add(one row) {
	last := &r.row
	follows := one.first == last.last+1
	if one.change == removed {
		follows = one.first == last.last
	}
	if one.change != last.change || !follows || one.change == edited || one.change == reused || one.change == doubled && one.origin != last.origin+one.first-last.first {
		r.close()
		r.row = one
		return
	}
	last.last, last.oldEnd = one.last, one.oldEnd
}

func (r *rows) close() {
	if r.row.change != none {
		if len(r.found) == mostFound {
			r.omitted++
		} else {
			r.found = append(r.found, r.describe(&r.row))
		}
	}
	r.row = row{}
}

func (r *rows) all() []analysis.Diagnostic {
	if r.omitted > 0 {
		d := r.found[len(r.found)-1]
		d.Related, d.Effect, d.Help, d.Anywhere, d.About, d.Measured = nil, "", "", true, "rest", r.omitted
		d.Message = fmt.Sprintf("%s to lines of %s", quote.Plural(r.omitted, "more change"), r.ref)
		r.found = append(r.found, d)
	}
	return r.found
}

package security

import (
	"bytes"
	"unicode"
	"unicode/utf8"
)

// A line holds the direction of a line of text.
type line struct {
	start, end  int
	known       bool
	rightToLeft bool // contains a right-to-left letter
	base        bool // the first letter is right-to-left, and so the base direction of the line
	controls    bool // controls were checked
}

// lineAt returns the line that contains an offset. It caches the last line.
func (s *scanner) lineAt(at int) *line {
	l := &s.line
	if l.known && l.start <= at && at < l.end {
		return l
	}
	*l = line{known: true, end: len(s.text), start: 1 + bytes.LastIndexAny(s.text[:at], "\r\n")}
	if n := bytes.IndexAny(s.text[at:], "\r\n"); n >= 0 {
		l.end = at + n
	}
	letters := 0
	for i := l.start; i < l.end && !l.rightToLeft; {
		r, size := utf8.DecodeRune(s.text[i:l.end])
		if l.rightToLeft = isRightToLeft(r); l.rightToLeft {
			l.base = letters == 0
		} else if unicode.IsLetter(r) {
			letters++
		}
		i += size
	}
	return l
}

// An opener is an unclosed control.
type opener struct {
	at          int
	r           rune
	rightToLeft bool // it contains a right-to-left letter
}

func (o opener) isolates() bool { return o.r >= 0x2066 }

// reordered reports the controls of a line: together if they reorder it, individually if they have no effect. A
// right-to-left override always reorders. A right-to-left embedding or isolate does unless it contains
// right-to-left letters or the line runs right to left. Left-to-right controls are needed next to right-to-left
// letters, and have no effect without them.
func (s *scanner) reordered(at int) {
	l := s.lineAt(at)
	if l.controls {
		return
	}
	l.controls = true
	d := directions{line: l}
	for i := l.start; i < l.end; {
		r, size := utf8.DecodeRune(s.text[i:l.end])
		d.see(r, i)
		i += size
	}
	for len(d.open) > 0 {
		d.pop(-1)
	}
	switch places := d.all; {
	case len(d.wrong) > 0:
		if l.rightToLeft {
			places = d.wrong
		}
		s.report(reorderingRun, places)
	case !l.rightToLeft:
		for i := range places {
			s.report(leftoverRun, places[i:i+1])
		}
	}
}

// sizeOfControl is the size of a control in bytes.
const sizeOfControl = 3

func (s *scanner) report(kind passageKind, places []int) {
	first, last := places[0], places[0]
	p := passage{Kind: kind, Count: len(places)}
	for _, at := range places {
		first, last = min(first, at), max(last, at)
		if kind == reorderingRun && len(p.Places) < mostPlaces {
			p.Places = append(p.Places, [2]int{at, at + sizeOfControl})
		}
	}
	p.Start, p.End = first, last+sizeOfControl
	p.First, _ = utf8.DecodeRune(s.text[first:])
	s.see(p)
}

// directions tracks the controls of a line.
type directions struct {
	line       *line
	open       []opener
	isolates   int   // number of open isolates
	all, wrong []int // offsets
}

func (d *directions) see(r rune, at int) {
	if isRightToLeft(r) && len(d.open) > 0 {
		d.open[len(d.open)-1].rightToLeft = true
	}
	if !isControl(r) {
		return
	}
	d.all = append(d.all, at)
	switch r {
	case 0x202C: // closes an embedding or an override
		if n := len(d.open); n > 0 && !d.open[n-1].isolates() {
			d.pop(at)
		}
	case 0x2069: // closes an isolate, and the controls in it
		if d.isolates == 0 {
			return
		}
		for !d.open[len(d.open)-1].isolates() {
			d.pop(-1)
		}
		d.pop(at)
	default:
		o := opener{at: at, r: r}
		if o.isolates() {
			d.isolates++
		}
		d.open = append(d.open, o)
	}
}

// pop closes the last opener, with the control at an offset or, if it is negative, at the end of the line.
func (d *directions) pop(at int) {
	o := d.open[len(d.open)-1]
	d.open = d.open[:len(d.open)-1]
	if o.isolates() {
		d.isolates--
	}
	if n := len(d.open); n > 0 && o.rightToLeft {
		d.open[n-1].rightToLeft = true
	}
	if !d.isWrong(o) {
		return
	}
	d.wrong = append(d.wrong, o.at)
	if at >= 0 {
		d.wrong = append(d.wrong, at)
	}
}

func (d *directions) isWrong(o opener) bool {
	switch o.r {
	case 0x202E: // RIGHT-TO-LEFT OVERRIDE
		return true
	case 0x202B, 0x2067: // RIGHT-TO-LEFT EMBEDDING, ISOLATE
		return !o.rightToLeft && !d.line.base
	case 0x202D: // LEFT-TO-RIGHT OVERRIDE
		return d.line.rightToLeft
	}
	return false
}

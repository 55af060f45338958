package fix

import (
	"math"

	"github.com/skilllint/skilllint/analysis"
)

// Compose returns edits that are equivalent to applying first, and then second to the result. Both must be sorted and must
// not overlap.
func Compose(first, second []analysis.Edit) []analysis.Edit {
	c := &composer{first: first, last: analysis.Edit{Range: analysis.Range{}}}
	for _, e := range second {
		c.copy(e.Range.Start)
		c.insert(e.Text)
		c.skip(e.Range.End)
	}
	c.copy(math.MaxInt)
	return c.edits
}

// A composer reads the output of first as pieces: unchanged ranges of the original text, and inserted text.
type composer struct {
	first    []analysis.Edit // edits after the current piece
	piece    analysis.Range  // range of the original text, if inserted is empty
	inserted string          // inserted text
	started  bool            // there is a current piece
	at       int             // offset of the current piece in the output of first
	read     int             // read position in the original text

	edits []analysis.Edit
	last  analysis.Edit // the current edit, up to the next unchanged piece
}

// next ensures that there is a current piece.
func (c *composer) next() {
	for !c.started || c.inserted == "" && c.piece.Len() == 0 {
		if c.started = true; c.read == math.MaxInt {
			return
		}
		if len(c.first) == 0 {
			c.piece, c.inserted, c.read = analysis.Range{Start: c.read, End: math.MaxInt}, "", math.MaxInt
			return
		}
		e := c.first[0]
		if c.read < e.Range.Start {
			c.piece, c.inserted, c.read = analysis.Range{Start: c.read, End: e.Range.Start}, "", e.Range.Start
			continue
		}
		c.piece, c.inserted, c.read, c.first = analysis.Range{}, e.Text, e.Range.End, c.first[1:]
	}
}

// take consumes the part of the current piece before an offset in the output of first. ok is false if the offset or the end
// is reached.
func (c *composer) take(until int) (unchanged analysis.Range, inserted string, ok bool) {
	if c.at >= until {
		return analysis.Range{}, "", false
	}
	c.next()
	if c.inserted != "" {
		n := min(len(c.inserted), until-c.at)
		inserted, c.inserted = c.inserted[:n], c.inserted[n:]
		c.at += n
		return analysis.Range{}, inserted, true
	}
	n := min(c.piece.Len(), until-c.at)
	if n == 0 {
		return analysis.Range{}, "", false
	}
	unchanged = analysis.Range{Start: c.piece.Start, End: c.piece.Start + n}
	c.piece.Start += n
	c.at += n
	return unchanged, "", true
}

func (c *composer) copy(until int) {
	for {
		unchanged, inserted, ok := c.take(until)
		switch {
		case !ok:
			return
		case inserted != "":
			c.insert(inserted)
		default:
			c.last.Range.End = unchanged.Start
			if c.last.Text != "" || c.last.Range.Len() > 0 {
				c.edits = append(c.edits, c.last)
			}
			c.last = analysis.Edit{Range: analysis.Range{Start: unchanged.End}}
		}
	}
}

func (c *composer) insert(text string) { c.last.Text += text }

func (c *composer) skip(until int) {
	for {
		if _, _, ok := c.take(until); !ok {
			return
		}
	}
}

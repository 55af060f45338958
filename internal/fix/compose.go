package fix

import (
	"math"

	"github.com/skilllint/skilllint/analysis"
)

// Compose returns edits that are equivalent to first, followed by second on the result. Both are sorted and
// have no overlaps.
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

// A composer reads the output of first as pieces: unchanged text, and replacements.
type composer struct {
	first []analysis.Edit // edits after the piece
	piece analysis.Range  // of the text, if put is empty
	put   string          // what is put in, instead
	begun bool            // there is a piece
	at    int             // in the output of first: the start of the piece
	read  int             // in the text: the read position

	edits []analysis.Edit
	last  analysis.Edit // the current edit, up to the next unchanged piece
}

// next ensures that there is a current piece.
func (c *composer) next() {
	for !c.begun || c.put == "" && c.piece.Len() == 0 {
		if c.begun = true; c.read == math.MaxInt {
			return
		}
		if len(c.first) == 0 {
			c.piece, c.put, c.read = analysis.Range{Start: c.read, End: math.MaxInt}, "", math.MaxInt
			return
		}
		e := c.first[0]
		if c.read < e.Range.Start {
			c.piece, c.put, c.read = analysis.Range{Start: c.read, End: e.Range.Start}, "", e.Range.Start
			continue
		}
		c.piece, c.put, c.read, c.first = analysis.Range{}, e.Text, e.Range.End, c.first[1:]
	}
}

// take takes the part of the piece before an offset in the output of first; ok is false at its end.
func (c *composer) take(until int) (stays analysis.Range, put string, ok bool) {
	if c.at >= until {
		return analysis.Range{}, "", false
	}
	c.next()
	if c.put != "" {
		n := min(len(c.put), until-c.at)
		put, c.put = c.put[:n], c.put[n:]
		c.at += n
		return analysis.Range{}, put, true
	}
	n := min(c.piece.Len(), until-c.at)
	if n == 0 {
		return analysis.Range{}, "", false
	}
	stays = analysis.Range{Start: c.piece.Start, End: c.piece.Start + n}
	c.piece.Start += n
	c.at += n
	return stays, "", true
}

func (c *composer) copy(until int) {
	for {
		stays, put, ok := c.take(until)
		switch {
		case !ok:
			return
		case put != "":
			c.insert(put)
		default:
			c.last.Range.End = stays.Start
			if c.last.Text != "" || c.last.Range.Len() > 0 {
				c.edits = append(c.edits, c.last)
			}
			c.last = analysis.Edit{Range: analysis.Range{Start: stays.End}}
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

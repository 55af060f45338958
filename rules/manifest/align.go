package manifest

import (
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/syntax/jsontree"
)

// A comparison compares the lines of a manifest with those of the git base while the base is read. Lines are stored only
// after the first difference.
type comparison struct {
	path string
	ref  string // name of the base in messages
	now  *records

	same  int       // number of equal lines at the beginning
	index lineIndex // index of the remaining lines of now; built at the first difference
	old   []oldLine // the remaining lines of the base
	lost  []lostLine

	fresh []bool // for each line of now from same on, whether it has no counterpart in the base
	end   int    // index in now after the last kept line
}

// An oldLine is a line of the base.
type oldLine struct {
	number uint32
	at     int32 // index in now; -1 for the next element of lost
	kept   bool  // the order of the line is unchanged
}

// A lostLine is a line of the base that is missing in now.
type lostLine struct {
	number uint32
	value  uint64
	id     uint64
	name   string // quoted id for messages; set only for the first lines
	broken bool   // not a valid entry
	after  int32  // the line of now that preceded it, or -1
	new    int32  // the line of now that replaces it, or -1
}

// next compares the next line of the base.
func (c *comparison) next(line *analysis.Line) error {
	text, ok := content(line)
	if !ok {
		return nil
	}
	sum := sumOf(line, text)
	if c.index.heads == nil {
		if c.same < c.now.length && c.now.at(c.same).sum == sum {
			c.same++
			return nil
		}
		c.index = newLineIndex(c.now, c.same)
	}
	at := c.index.take(sum)
	c.old = append(c.old, oldLine{number: uint32(line.Number), at: at})
	if at < 0 {
		c.lose(line, text)
	}
	return nil
}

func (c *comparison) lose(line *analysis.Line, text []byte) {
	l := lostLine{number: uint32(line.Number), new: -1}
	if line.Broken == nil {
		entry := jsontree.Parse(text, 0).Root
		l.broken = entry == nil || entry.Kind != analysis.Map
		l.value, l.id = valueSum(entry), idSum(entry)
		if l.id != 0 && len(c.lost) <= mostFound {
			l.name = quote.Text(strings.Clone(entry.Get("id").Text))
		}
	}
	c.lost = append(c.lost, l)
}

// A lineIndex finds lines by their sums, and returns each line once.
type lineIndex struct {
	first int // first indexed line of now
	heads map[[16]byte]*chain
	next  []int32 // the next line with the same sum, or -1
	used  []bool
	last  int32 // the last line taken in order
}

// A chain is the lines with one sum: those ahead of the last taken line, and skipped ones behind it. Skipped lines are
// taken when there is no line ahead.
type chain struct{ ahead, behind int32 }

func newLineIndex(now *records, first int) lineIndex {
	n := now.length - first
	x := lineIndex{first: first, heads: make(map[[16]byte]*chain, n), next: make([]int32, n), used: make([]bool, n), last: -1}
	chains := make([]chain, 0, n)
	for i := n - 1; i >= 0; i-- {
		sum := now.at(first + i).sum
		x.next[i] = -1
		c := x.heads[sum]
		if c == nil {
			chains = append(chains, chain{})
			c = &chains[len(chains)-1]
			x.heads[sum] = c
		} else {
			x.next[i] = c.ahead
		}
		c.ahead, c.behind = int32(i), int32(i)
	}
	return x
}

// take returns a line of now with a sum that has not been taken, or -1.
func (x *lineIndex) take(sum [16]byte) int32 {
	c := x.heads[sum]
	if c == nil {
		return -1
	}
	for c.ahead >= 0 && c.ahead <= x.last {
		c.ahead = x.next[c.ahead]
	}
	at := c.ahead
	if at >= 0 {
		c.ahead, x.last = x.next[at], at
	} else {
		for c.behind >= 0 && x.used[c.behind] {
			c.behind = x.next[c.behind]
		}
		if at = c.behind; at < 0 {
			return -1
		}
	}
	x.used[at] = true
	return int32(x.first) + at
}

// keep marks the lines whose order is unchanged: the longest increasing subsequence.
func (c *comparison) keep() {
	var ends []int32 // by length of a subsequence, its smallest possible last line
	before := make([]int32, len(c.old))
	for i := range c.old {
		at := c.old[i].at
		if at < 0 {
			continue
		}
		n, _ := slices.BinarySearchFunc(ends, at, func(end, at int32) int { return int(c.old[end].at - at) })
		before[i] = -1
		if n > 0 {
			before[i] = ends[n-1]
		}
		if n == len(ends) {
			ends = append(ends, 0)
		}
		ends[n] = int32(i)
	}
	if len(ends) == 0 {
		return
	}
	for i := ends[len(ends)-1]; i >= 0; i = before[i] {
		c.old[i].kept = true
	}
}

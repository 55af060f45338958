// Package fence pairs the fences of a document as their author meant it.
//
// CommonMark pairs fences from the top: one wrong fence turns all later code into text and text into code. The package
// searches the reading of all fences of a file that needs the fewest repairs and in which code looks like code and text like
// text. CommonMark's own reading is one of them. Each repair is a problem, at its cause.
package fence

import (
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
)

// A Kind is the cause of a problem.
type Kind uint8

// The kinds.
const (
	Nested     Kind = iota // a block is as short as one that it contains
	Short                  // the opening fence is shorter than the closing one, and than a fence inside
	NoClosing              // the closing fence is missing
	NoOpening              // the opening fence is missing
	Stray                  // the fence neither opens nor closes a block
	Info                   // the closing fence has an info string
	TooShort               // the closing fence is shorter than the opening one
	Char                   // the fences have different characters
	Indent                 // the closing fence is indented like code
	OpenIndent             // the opening fence is indented like code
	Left                   // lines of the block are not indented like its list item
	Glued                  // the closing fence follows code
	HTML                   // the opening fence is in an HTML block
	Unclear                // several readings are as good
)

// A Problem is one cause of blocks that do not end where they were meant to.
type Problem struct {
	Kind   Kind
	At     analysis.Range  // the fence to repair, or the line that leaves its list item
	Open   analysis.Range  // the opening fence of the block
	Close  analysis.Range  // the fence that was meant to close it, if any
	Inner  analysis.Range  // Nested, Short: the first fence inside
	Block  *analysis.Fence // the block in CommonMark that At opens or is in, or nil
	Needed string          // Nested, Short: the longer fence; NoClosing: the missing one
	Edits  []analysis.Edit // the repair; none if its place is uncertain
}

// A Pairing is the reading of the fences of a document.
type Pairing struct {
	Problems []Problem
	Misread  bool // lines of text are code in CommonMark, or lines of code are text
}

// Fact computes the pairing of a document.
var Fact = analysis.NewFact("fences", "the blocks of code of a Markdown body as their author meant them",
	analysis.PerDocument, analysis.Text, func(pass *analysis.Pass) (*Pairing, error) {
		if pass.Document.Body == nil {
			return nil, analysis.ErrNoFact
		}
		return Of(pass.Document), nil
	})

// Margins from which a reading is reported, and from which its repair is offered.
const (
	reported = 10
	repaired = 20
	placed   = 15 // of the line of a missing fence
)

// Of returns the pairing of a document with a body.
func Of(d *analysis.Document) *Pairing {
	p := &Pairing{}
	if len(d.Fences) == 0 || opensInFrontmatter(d) {
		return p
	}
	for _, g := range groups(d) {
		if g.isSuspect() {
			p.read(g)
		}
	}
	for i := range d.Fences {
		if f := &d.Fences[i]; !f.Closed && len(p.Problems) == 0 {
			p.Problems = append(p.Problems, Problem{Kind: Unclear, At: f.Open, Open: f.Open, Block: f})
		}
	}
	slices.SortStableFunc(p.Problems, func(a, b Problem) int { return a.At.Start - b.At.Start })
	return p
}

// opensInFrontmatter reports whether the parsed frontmatter ends inside a code block, because the first line of the file is a
// thematic break and the next one is in the block.
func opensInFrontmatter(d *analysis.Document) bool {
	open := false
	for number := 1; number <= d.LineCount() && d.LineRange(number).Start < d.BodyStart(); number++ {
		if line := d.Text(d.LineRange(number)); strings.HasPrefix(line, "```") || strings.HasPrefix(line, "~~~") {
			open = !open
		}
	}
	return open
}

// isSuspect reports whether CommonMark's reading may be wrong: a block is not closed, contains an opening fence and text that is
// indented like its own, or looks inverted, or fences in HTML or in indented code do not pair. Few files have such blocks.
func (g *group) isSuspect() bool {
	if len(g.marks) > maxMarks {
		return false
	}
	var open, inner *mark
	suspect := g.hasUnpaired(true) || g.hasUnpaired(false)
	for i := range g.marks {
		m := &g.marks[i]
		switch m.parse {
		case opens:
			open, inner = m, nil
			g.isUnclosed = g.isUnclosed || !m.closed
			suspect = suspect || !m.closed || m.bare() && g.closing(m) == 0 && g.opening(m) >= 20
		case content:
			if inner == nil && open != nil && m.info != "" && m.form == plain && m.matches(open) {
				inner = m
			}
		case closes:
			if open == nil {
				return false // it is in a container that the group does not have
			}
			suspect = suspect || g.isSuspectEnd(m, open, inner)
			open = nil
		}
	}
	return suspect
}

// hasUnpaired reports whether the number of fences in HTML, or in indented code, is odd.
func (g *group) hasUnpaired(html bool) bool {
	odd := false
	for i := range g.marks {
		if m := &g.marks[i]; m.parse == ignored && m.form == plain && m.html == html {
			odd = !odd
		}
	}
	return odd
}

// isSuspectEnd reports whether a closing fence may be another one: an opening fence, or one of a block inside.
func (g *group) isSuspectEnd(m, open, inner *mark) bool {
	return g.closing(m) >= 25 && g.opening(m) == 0 || m.length > open.length || m.line == open.line+1 ||
		inner != nil && g.leaves(open.indent+4, inner.line, m.line-1) > 0
}

// read adds the problems of a group.
func (p *Pairing) read(g *group) {
	if g.tilde > 0 {
		g.tilde = 2*g.tilde - len(g.marks)
	}
	best := weighAll(g).pair()
	best.setMargins()
	var edits []*edit
	for e := best.edits; e != nil; e = e.prev {
		edits = append(edits, e)
	}
	slices.Reverse(edits)
	shareMargins(edits)
	unclear, misread, first := false, false, len(p.Problems)
	item := maxBehind // column of the last item that lines left
	for _, e := range edits {
		if e.kind == Left {
			item = e.open.item
		} else if e.kind == OpenIndent && item <= e.at.indent && e.at.indent < item+4 {
			continue // it is in that item, if the lines are indented
		}
		found := g.problem(e)
		if found.Kind == HTML && misread {
			continue // what CommonMark parses as HTML may change with the repair of the previous problem
		}
		if e.margin < reported {
			if unclear || found.Block == nil || found.Block.Closed && !g.isUnclosed && e.broken < reported {
				continue // CommonMark may be right
			}
			found = Problem{Kind: Unclear, At: found.Block.Open, Open: found.Block.Open, Block: found.Block}
		}
		unclear, misread = e.margin < reported, misread || found.Kind != HTML
		p.Problems = append(p.Problems, found)
	}
	g.dropPartialEdits(p.Problems[first:])
	p.Misread = p.Misread || g.isMisread(best.blocks)
}

// shareMargins makes the edits of a block as certain as the least certain of them.
func shareMargins(edits []*edit) {
	certain := map[*mark]int{}
	for _, e := range edits {
		if margin, ok := certain[e.open]; !ok || e.margin < margin {
			certain[e.open] = e.margin
		}
	}
	for _, e := range edits {
		e.margin = certain[e.open]
	}
}

// dropPartialEdits removes the repairs of blocks that are not repaired as a whole, because they only make sense together.
func (g *group) dropPartialEdits(found []Problem) {
	for i := range found {
		if slices.ContainsFunc(found[max(0, i-1):min(len(found), i+2)], func(o Problem) bool { return len(o.Edits) == 0 && g.touches(&found[i], &o) }) {
			found[i].Edits = nil
		}
	}
}

// touches reports whether two problems are of the same block, or the second one is directly after the block of the first one.
func (g *group) touches(p, o *Problem) bool {
	return o.Open == p.Open || p.Close.Len() > 0 && g.d.LineOf(o.At.Start) == g.d.LineOf(p.Close.Start)+1
}

// setMargins sets how much more a reading without each of the edits costs.
func (n *node) setMargins() {
	for e := n.edits; e != nil; e = e.prev {
		e.margin, e.broken = maxBehind, maxBehind
	}
	for ; n != nil; n = n.prev {
		for _, other := range n.similar {
			n.compare(other)
		}
	}
}

// cause returns the same kind for repairs of the same problem.
func (k Kind) cause() Kind {
	if k == Stray {
		return NoOpening
	}
	return k
}

const maxCompared = 32

func (n *node) compare(other *node) {
	var edits []*edit
	for e := other.edits; e != nil && len(edits) < maxCompared; e = e.prev {
		edits = append(edits, e)
	}
	i := 0
	for e := n.edits; e != nil && i < maxCompared && !slices.Contains(edits, e); e, i = e.prev, i+1 {
		same := slices.IndexFunc(edits, func(o *edit) bool { return o.at == e.at && o.kind.cause() == e.kind.cause() })
		if same < 0 {
			e.margin = min(e.margin, other.cost-n.cost)
			if !slices.ContainsFunc(edits, func(o *edit) bool { return o.open == e.open }) {
				e.broken = min(e.broken, other.cost-n.cost)
			}
		} else if edits[same].line != e.line {
			e.sure = min(e.sure, other.cost-n.cost)
		}
	}
}

// isMisread reports whether a line that is not empty, nor a fence, is code in only one of the readings.
func (g *group) isMisread(last *block) bool {
	meant := make([]bool, len(g.rows))
	for b := last; b != nil; b = b.prev {
		for number := b.first; number <= b.last; number++ {
			meant[number-g.first] = true
		}
	}
	fences := g.d.Fences
	for i, r := range g.rows {
		for len(fences) > 0 && fences[0].End <= r.Start {
			fences = fences[1:]
		}
		line := g.text(g.first + i)
		if len(line) == 0 || len(line) > 2 && (line[0] == '`' || line[0] == '~') {
			continue
		}
		code := len(fences) > 0 && fences[0].Open.Start < r.Start
		if code != meant[i] {
			return true
		}
	}
	return false
}

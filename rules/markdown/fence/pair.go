package fence

import (
	"slices"
)

// Costs of repairs, in tenths of an unlikely line.
const (
	costClose   = 90 // a closing fence is missing
	costOpen    = 95 // an opening fence is missing
	costStray   = 120
	costDouble  = 80 // a fence follows a closing one
	costNested  = 80 // the outer fence is as short as one inside
	costShown   = 70 // … and shows Markdown
	costWrong   = 55 // a closing fence has another length or character, or other indentation
	costInfo    = 75 // a closing fence has an info string
	costRepeat  = 60 // … the one of the opening fence
	costMoved   = 60 // lines left the list item
	costHTML    = 50
	costHidden  = 40 // a fence in HTML or indented code, without another one there, is text
	costEmpty   = 80 // a block is empty
	costCut     = 30 // a block ends inside of brackets, or of the element that it begins with
	costSwapped = 40 // a fence with a language begins before the inner block ends
)

// costLone is the cost of a block that contains the opening fence of another one only.
var costLone = [languages]int{strict: 140, list: 140, unknown: 120, markdown: 110}

const (
	maxMarks  = 2_000
	maxStates = 24
	perState  = 3
	maxBehind = 400 // how much more than the best one a reading may cost
)

// A node is a reading of the marks up to one of them.
type node struct {
	prev    *node
	cost    int
	outer   *mark // the open block, or nil
	inner   *mark // the open block in it, or nil
	nested  int   // length of the longest fence in outer that would close it
	left    int   // the line that is not part of the list item of outer, or 0
	edits   *edit
	blocks  *block
	sig     uint64  // identifies the edits
	similar []*node // readings with the same future
}

// An edit is a repair that a reading needs.
type edit struct {
	prev   *edit
	kind   Kind
	at     *mark // the fence to repair, or next to which one is missing
	open   *mark // the opening fence of its block
	line   int   // a missing fence is after this line; the closing fence of a nested block; the line that left the list item; OpenIndent: the right column
	sure   int   // how much more another line costs
	margin int   // how much more another repair costs
	broken int   // how much more a reading without a repair of the block costs
}

// A block is a block of a reading.
type block struct {
	prev        *block
	first, last int // lines between the fences
}

type search struct {
	*evidence
	prev   int // line of the previous mark
	splits [languages]*split
}

// A split divides lines into code and text.
type split struct {
	line int // last line of the first part
	cost int
	sure int // how much more another line costs
}

// pair returns the best reading of the marks, without repairs if no repair explains them.
func (e *evidence) pair() *node {
	s := &search{evidence: e, prev: e.first - 1}
	nodes := []*node{{}}
	for i := range len(e.marks) + 1 {
		var m *mark // nil: the end
		if i < len(e.marks) {
			m = &e.marks[i]
		}
		if nodes = s.step(nodes, m); len(nodes) == 0 {
			return &node{}
		}
	}
	return nodes[0]
}

// step returns the best readings up to a mark, or to the end.
func (s *search) step(nodes []*node, m *mark) []*node {
	s.splits = [languages]*split{}
	var next []*node
	add := func(n *node) { next = append(next, n) }
	for _, n := range nodes {
		if n.outer == nil {
			s.outside(n, m, s.lines(prose, s.prev+1, s.end(m)), true, add)
		} else {
			s.inside(n, m, add)
		}
	}
	if m != nil {
		s.prev = m.line
	}
	return prune(next)
}

// end returns the last line before a mark.
func (s *search) end(m *mark) int {
	if m == nil {
		return s.first + len(s.rows) - 1
	}
	return m.line - 1
}

// prune sorts readings by cost, and removes those that cannot become the best.
func prune(nodes []*node) []*node {
	slices.SortStableFunc(nodes, func(a, b *node) int { return a.cost - b.cost })
	type state struct {
		outer, inner *mark
		nested, left int
	}
	best := map[state]*node{}
	kept := nodes[:0]
	for _, n := range nodes {
		if len(kept) == maxStates || n.cost > nodes[0].cost+maxBehind {
			break
		}
		key := state{n.outer, n.inner, n.nested, n.left}
		first := best[key]
		switch {
		case first == nil:
			best[key] = n
		case first.sig == n.sig || len(first.similar) == perState || slices.ContainsFunc(first.similar, func(o *node) bool { return o.sig == n.sig }):
			continue
		default:
			first.similar = append(first.similar, n)
		}
		kept = append(kept, n)
	}
	return kept
}

// with returns a reading with one more repair.
func (n *node) with(e edit) *node {
	next := *n
	e.prev = n.edits
	next.edits = &e
	next.sig = (n.sig^uint64(e.kind)<<32^uint64(e.at.line))*0x9e3779b97f4a7c15 + 1
	return &next
}

// after returns a reading that follows n.
func (n *node) after(cost int) *node {
	next := *n
	next.prev, next.similar = n, nil
	next.cost += cost
	return &next
}

func (n *node) opened(m *mark) *node {
	n.outer, n.inner, n.nested, n.left = m, nil, 0, 0
	return n
}

func (n *node) closedAt(last int) *node {
	n.blocks = &block{n.blocks, n.outer.line + 1, last}
	return n.opened(nil)
}

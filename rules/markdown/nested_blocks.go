package markdown

import (
	"bytes"
	"sort"
	"strings"

	"github.com/skilllint/skilllint/analysis"
)

// A meantBlock is a block of a file as its author meant it.
type meantBlock struct {
	open, close fenceLine
	inner       int       // length of the longest fence inside, or 0
	innerOpen   fenceLine // the first fence inside
	ambiguous   bool      // another bare fence may close it
}

// misread reports whether a fence inside closes the block.
func (b *meantBlock) misread() bool { return b.inner >= b.open.length }

// A nesting is a part of a file whose blocks end at the wrong fences.
type nesting struct {
	blocks []meantBlock
	outer  *analysis.Fence // the first block that ends early, as parsed
	inner  fenceLine       // the fence inside of outer that begins another block
	first  bool            // no block precedes it
	open   bool            // the fences after it are implausible
}

const maxNested = 1_000 // lines of a nesting

// meantBlocks pairs fences: a fence with a language opens a block, and a bare one closes the innermost open block. It ends at
// the first line after which no block is open, both in this pairing and as parsed. It returns nil if there is no such line,
// or if blocks are nested more than two levels deep. early is the number of lines of the first block if only this block is
// plausible and contains another one. If opens is not nil, it decides which bare fences open a block.
func meantBlocks(lines []fenceLine, opens func(fenceLine) bool) (blocks []meantBlock, n, early int) {
	depth := 0
	var inner fenceLine
	for i, l := range lines[:min(len(lines), maxNested)] {
		bare := l.info == "" && (opens == nil || !opens(l))
		switch {
		case depth == 0 && bare && opens != nil:
			return first(blocks, early), 0, early
		case depth == 0:
			blocks = append(blocks, meantBlock{open: l})
			depth = 1
		case !bare && depth == 1:
			if b := &blocks[len(blocks)-1]; l.char == b.open.char {
				if b.inner == 0 {
					b.innerOpen = l
				}
				b.inner = max(b.inner, l.length)
			}
			inner, depth = l, 2
		case !bare:
			return first(blocks, early), 0, early
		case depth == 2:
			if l.char != inner.char || l.length < inner.length {
				return first(blocks, early), 0, early
			}
			depth = 1
		default:
			b := &blocks[len(blocks)-1]
			if l.char != b.open.char || l.length < b.open.length {
				return first(blocks, early), 0, early
			}
			b.close, b.ambiguous = l, opens == nil && b.inner > 0 && i+1 < len(lines) && lines[i+1].info == ""
			depth = 0
			if len(blocks) == 1 && b.misread() {
				early = i + 1
			}
		}
		if depth == 0 && (!l.open || i+1 == len(lines)) {
			return blocks, i + 1, 0
		}
	}
	return first(blocks, early), 0, early
}

// first returns the first block if it is complete.
func first(blocks []meantBlock, lines int) []meantBlock {
	if lines == 0 {
		return nil
	}
	return blocks[:1]
}

// lengthenEdits returns the edits that lengthen the fences of each outer block. It returns nil if the end of such a block is
// ambiguous, or if it begins with a bare fence after others, which may also close a block.
func (n *nesting) lengthenEdits() []analysis.Edit {
	if n.open {
		return nil
	}
	var edits []analysis.Edit
	for i := range n.blocks {
		b := &n.blocks[i]
		if !b.misread() {
			continue
		}
		if b.ambiguous || b.open.info == "" && (i > 0 || !n.first) {
			return nil
		}
		edits = append(edits, lengthen(b.open, b.inner+1), lengthen(b.close, b.inner+1))
	}
	return edits
}

// swallowsText reports whether a line that was meant as text is parsed as code.
func (n *nesting) swallowsText(d *analysis.Document) bool {
	last := n.blocks[len(n.blocks)-1].close.text.End
	next := 0 // index in n.blocks
	first := sort.Search(len(d.Fences), func(i int) bool { return d.Fences[i].Open.Start >= n.blocks[0].open.text.Start })
	for i := first; i < len(d.Fences) && d.Fences[i].Open.Start < last; i++ {
		if d.Fences[i].Node.Parent() != n.outer.Node.Parent() {
			continue
		}
		lines := d.Fences[i].Node.Lines()
		for j := range lines.Len() {
			line := lines.At(j)
			for next < len(n.blocks) && n.blocks[next].close.text.End <= line.Start {
				next++
			}
			inside := next < len(n.blocks) && n.blocks[next].open.text.Start < line.Stop
			if !inside && len(bytes.TrimSpace(line.Value(d.Source))) > 0 {
				return true
			}
		}
	}
	return false
}

func mark(l fenceLine) string { return strings.Repeat(string(l.char), l.length) }

package markdown

import (
	"bytes"
	"strings"

	"github.com/skilllint/skilllint/analysis"
)

// A meantBlock is a block of a file as its author meant it.
type meantBlock struct {
	open, close fenceLine
	inner       int       // length of the longest fence inside; 0: none
	innerOpen   fenceLine // the first of those
	ambiguous   bool      // another bare fence may close it
}

// misread reports whether a fence inside closes the block.
func (b *meantBlock) misread() bool { return b.inner >= b.open.length }

// A nesting is a file whose blocks do not end where they were meant to.
type nesting struct {
	blocks []meantBlock
	outer  *analysis.Fence // the first block that ends early, as it is read
	inner  fenceLine       // the fence inside that begins another block
}

// readNesting reads the fences of a file as they were meant. It returns nil where that is how they are read, or where
// they make no sense either way.
func readNesting(d *analysis.Document) *nesting {
	if !showsFences(d) {
		return nil
	}
	lines, ok := meantFences(d)
	if inHTML, _, _ := readIgnoringHTML(d); !ok || len(inHTML) > 0 {
		return nil
	}
	blocks := meantBlocks(lines)
	for i := range blocks {
		b := &blocks[i]
		if !b.misread() {
			continue
		}
		if i > 0 && b.open.info == "" && isMarkdown(blocks[i-1].open.info) {
			// The bare fence that seems to end the block before begins a block in it.
			inner := blocks[i-1].close
			b = &blocks[i-1]
			b.innerOpen = inner
		} else if i > 0 && !opensBlock(d, b.open) {
			return nil
		}
		if outer := closedFence(d, b.open); outer != nil {
			return &nesting{blocks, outer, b.innerOpen}
		}
		return nil
	}
	return nil
}

// showsFences reports whether a block contains what may be a fence of its own character. Few do, and the others need no
// second reading.
func showsFences(d *analysis.Document) bool {
	for i := range d.Fences {
		f := &d.Fences[i]
		if bytes.Contains(d.Source[f.Open.End:max(f.Open.End, f.Close.Start)], bytes.Repeat([]byte{f.Char}, 3)) {
			return true
		}
	}
	return false
}

// opensBlock reports whether a fence after others opens a block: it has a language, or an empty line or a label before it
// and text after it. Others may be left over.
func opensBlock(d *analysis.Document, l fenceLine) bool {
	number := d.LineOf(l.text.Start)
	if l.info != "" || number == 1 || number == d.LineCount() {
		return l.info != ""
	}
	before, after := d.Text(d.TrimLine(d.LineRange(number-1))), d.Text(d.TrimLine(d.LineRange(number+1)))
	return after != "" && (before == "" || strings.HasSuffix(before, ":") || strings.HasPrefix(before, "#"))
}

// closedFence returns the block that a fence opens, if it does and another one closes it.
func closedFence(d *analysis.Document, open fenceLine) *analysis.Fence {
	for i := range d.Fences {
		if f := &d.Fences[i]; f.Open == open.text && f.Closed {
			return f
		}
	}
	return nil
}

func isMarkdown(info string) bool {
	language, _, _ := strings.Cut(strings.ToLower(info), " ")
	return language == "markdown" || language == "md" || language == "mdx"
}

// meantBlocks pairs fences: one with a language opens a block, a bare one closes the innermost that is open. It
// returns nil if that leaves a fence over, or blocks in blocks in blocks.
func meantBlocks(lines []fenceLine) []meantBlock {
	var blocks []meantBlock
	depth := 0
	var inner fenceLine
	for i, l := range lines {
		switch {
		case depth == 0:
			blocks = append(blocks, meantBlock{open: l})
			depth = 1
		case l.info != "" && depth == 1:
			if b := &blocks[len(blocks)-1]; l.char == b.open.char {
				if b.inner == 0 {
					b.innerOpen = l
				}
				b.inner = max(b.inner, l.length)
			}
			inner, depth = l, 2
		case l.info != "":
			return nil
		case depth == 2:
			if l.char != inner.char || l.length < inner.length {
				return nil
			}
			depth = 1
		default:
			b := &blocks[len(blocks)-1]
			if l.char != b.open.char || l.length < b.open.length {
				return nil
			}
			b.close, b.ambiguous = l, b.inner > 0 && i+1 < len(lines) && lines[i+1].info == ""
			depth = 0
		}
	}
	if depth > 0 {
		return nil
	}
	return blocks
}

// lengthened returns the edits that give each block around others longer fences; nil where the end of one is ambiguous,
// or where it begins with a bare fence after others, which may as well close a block.
func (n *nesting) lengthened() []analysis.Edit {
	var edits []analysis.Edit
	for i := range n.blocks {
		b := &n.blocks[i]
		if !b.misread() {
			continue
		}
		if b.ambiguous || b.open.info == "" && i > 0 {
			return nil
		}
		edits = append(edits, longer(b.open, b.inner+1), longer(b.close, b.inner+1))
	}
	return edits
}

// swallowsText reports whether a line that was meant as text is read as code.
func (n *nesting) swallowsText(d *analysis.Document) bool {
	next := 0 // of n.blocks
	for i := range d.Fences {
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

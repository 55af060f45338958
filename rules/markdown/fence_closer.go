package markdown

import (
	"strings"

	"github.com/skilllint/skilllint/analysis"
)

// A closer is a line that was probably meant to close a block. If there is none, why is empty.
type closer struct {
	line     analysis.Range // the fence
	why      string         // reason why it does not close the block
	replaced analysis.Range // range that a fix replaces
	text     string         // the replacement
	outside  bool           // it is after the block, and opens another one
}

// closer returns the line that was probably meant to close the block: one of its lines, or the line after its list item.
func (b *openBlock) closer() closer {
	var weak, other, withInfo []fenceLine
	for _, segment := range b.code() {
		l, ok := readFence(b.d, analysis.Range{Start: segment.Start, End: segment.Stop}, segment.Padding)
		switch {
		case !ok:
		case l.char != b.fence.Char:
			other = append(other, l)
		case l.length < b.fence.Length || l.indent > 3:
			weak = append(weak, l)
		default: // text follows it, or it would close the block
			withInfo = append(withInfo, l)
		}
	}
	if l, ok := b.glued(); ok {
		return l
	}
	if l, ok := unpairedFence(weak); ok && l.indent > 3 {
		return b.asCloser(l, "indented four columns or more")
	} else if ok {
		return b.asCloser(l, "shorter than the opening fence")
	}
	if len(other) == 1 && other[0].info == "" && other[0].indent < 4 {
		return b.asCloser(other[0], "other character than the opening fence")
	}
	if l, ok := b.repeated(withInfo); ok {
		return b.asCloser(l, "text after the fence")
	}
	return b.closerOutside()
}

// glued returns the closing fence that follows code on the same line, as in "make check```". Text in a pair of backticks is
// not such a fence.
func (b *openBlock) glued() (closer, bool) {
	mark := b.mark()
	for _, segment := range b.code() {
		line := b.d.TrimLine(analysis.Range{Start: segment.Start, End: segment.Stop})
		code, ok := strings.CutSuffix(b.d.Text(line), mark)
		if !ok || strings.TrimSpace(code) == "" || strings.Contains(code, mark[:1]) {
			continue
		}
		fence := analysis.Range{Start: line.End - len(mark), End: line.End}
		return closer{line: fence, why: "text before the fence", replaced: analysis.Range{Start: fence.Start, End: fence.Start},
			text: "\n" + b.prefix()}, true
	}
	return closer{}, false
}

// unpairedFence returns the fence that is not part of a pair. Pairs are code blocks that the block shows.
func unpairedFence(fences []fenceLine) (fenceLine, bool) {
	open := -1
	for i, l := range fences {
		switch {
		case open < 0:
			open = i
		case l.info == "":
			open = -1
		case fences[open].info == "":
			return fences[open], true // blocks in the block are not nested
		default:
			open = i
		}
	}
	if open < 0 || fences[open].info != "" {
		return fenceLine{}, false
	}
	return fences[open], true
}

// repeated returns the fence with an info string that was probably meant to close the block: a repetition of the opening
// fence, or the first of an odd number of fences. An even number may open further blocks.
func (b *openBlock) repeated(fences []fenceLine) (fenceLine, bool) {
	for _, l := range fences {
		if l.info == b.fence.Info {
			return l, true
		}
	}
	if len(fences)%2 == 1 {
		return fences[0], true
	}
	return fenceLine{}, false
}

// asCloser returns a line of the block as its closer.
func (b *openBlock) asCloser(l fenceLine, why string) closer {
	line := b.d.LineRange(b.d.LineOf(l.text.Start))
	return closer{line: l.text, why: why, text: b.prefix() + b.mark(),
		replaced: analysis.Range{Start: line.Start, End: l.text.End}}
}

// closerOutside checks the line after the block's list item. A fence there was probably meant to close the block, but is
// not part of the item.
func (b *openBlock) closerOutside() closer {
	if b.container != "list item" || b.fence.End >= len(b.d.Source) {
		return closer{}
	}
	l, ok := readFence(b.d, b.d.LineRange(b.d.LineOf(b.fence.End)), 0)
	if !ok || l.char != b.fence.Char || l.length < b.fence.Length || l.info != "" {
		return closer{}
	}
	c := b.asCloser(l, "not indented like the list item")
	c.outside = true
	return c
}

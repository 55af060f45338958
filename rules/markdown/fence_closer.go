package markdown

import "github.com/skilllint/skilllint/analysis"

// A closer is a line that was probably meant to close a block. why is empty when there is none.
type closer struct {
	line     analysis.Range // its fence, as written
	why      string         // it does not close the block
	replaced analysis.Range // what a fix replaces …
	text     string         // … by what
	outside  bool           // it stands behind the block and opens another one
}

// closer looks for the line that was meant to close the block: one of its own lines, else the
// line behind the list item that ended it.
func (b *openBlock) closer() closer {
	var weak, other, withInfo []fenceLine
	lines := b.fence.Node.Lines()
	for i := range lines.Len() {
		segment := lines.At(i)
		l, ok := readFence(b.d, analysis.Range{Start: segment.Start, End: segment.Stop}, segment.Padding)
		switch {
		case !ok:
		case l.char != b.fence.Char:
			other = append(other, l)
		case l.length < b.fence.Length || l.indent > 3:
			weak = append(weak, l)
		default: // it has text behind it: else it would close the block
			withInfo = append(withInfo, l)
		}
	}
	if l, ok := unpaired(weak); ok && l.indent > 3 {
		return b.instead(l, "it is indented by four columns or more")
	} else if ok {
		return b.instead(l, "it is shorter")
	}
	if len(other) == 1 && other[0].info == "" && other[0].indent < 4 {
		return b.instead(other[0], "it is made of another mark")
	}
	if l, ok := b.repeated(withInfo); ok {
		return b.instead(l, "a fence with text behind it closes nothing")
	}
	return b.closerOutside()
}

// unpaired looks among fences that cannot close the block for the one that has no partner. The
// others are pairs: the block shows code blocks.
func unpaired(fences []fenceLine) (fenceLine, bool) {
	open := -1
	for i, l := range fences {
		switch {
		case open < 0:
			open = i
		case l.info == "":
			open = -1
		case fences[open].info == "":
			return fences[open], true // nobody begins a block inside a block
		default:
			open = i
		}
	}
	if open < 0 || fences[open].info != "" {
		return fenceLine{}, false
	}
	return fences[open], true
}

// repeated looks among fences with text behind them for one that was written to close the block:
// the opening one repeated, or the first of an odd number, since an even one may be the starts of
// further blocks.
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

// instead returns the closer that a line of the block is.
func (b *openBlock) instead(l fenceLine, why string) closer {
	line := b.d.LineRange(b.d.LineOf(l.text.Start))
	return closer{line: l.text, why: why, text: b.prefix() + b.mark(),
		replaced: analysis.Range{Start: line.Start, End: l.text.End}}
}

// closerOutside looks at the line on which the block's list item ended. A fence there was meant
// to close the block, but does not belong to the item.
func (b *openBlock) closerOutside() closer {
	if b.container != "list item" || b.fence.End >= len(b.d.Source) {
		return closer{}
	}
	l, ok := readFence(b.d, b.d.LineRange(b.d.LineOf(b.fence.End)), 0)
	if !ok || l.char != b.fence.Char || l.length < b.fence.Length || l.info != "" {
		return closer{}
	}
	c := b.instead(l, "it is not indented like the list item")
	c.outside = true
	return c
}

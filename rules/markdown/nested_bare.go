package markdown

import "github.com/skilllint/skilllint/analysis"

// closedEarly returns the index of the block that a bare fence inside it may have closed, or -1: the block of n lines from start
// if it has a language and its closing fence looks like an opening one. cut is the previous result, which is returned if the
// block is inverted.
func closedEarly(d *analysis.Document, lines []fenceLine, start, n, cut int) int {
	open, end := lines[start], lines[start+n-1]
	switch {
	case end.open || !opensBlock(d, fenceLine{text: end.text}):
		return -1
	case open.info != "" && n == asParsed(lines[start:]):
		return start
	case open.info == "" && endsLine(d, open.text):
		return cut
	}
	return -1
}

// inContext returns the nesting if bare fences may also open blocks, according to the lines next to them. It returns nil if the
// nesting of n lines is plausible without such fences, or implausible with them.
func inContext(d *analysis.Document, before *meantBlock, lines []fenceLine, found *nesting, n int) (*nesting, int) {
	if found == nil || found.outer != lines[0].fence ||
		n > 0 && found.lengthenEdits() != nil && !opensBlock(d, fenceLine{text: found.blocks[len(found.blocks)-1].close.text}) {
		return nil, 0
	}
	blocks, more, _ := meantBlocks(lines, bareOpens(d))
	if more < n || more == 0 {
		return nil, 0
	}
	found, _ = newNesting(d, before, blocks)
	return found, more
}

// bareOpens returns a function that reports whether a bare fence looks like the start of a block.
func bareOpens(d *analysis.Document) func(fenceLine) bool {
	return func(l fenceLine) bool { return l.info == "" && opensBlock(d, l) }
}

// nestingAt returns the nesting of the block that begins with the first line and contains bare fences, and the number of its
// lines. The fence with the index end looks like a closing one, but no block is open there. It returns nil if the fence does
// not look like that, or if all fences pair as parsed but not in the nesting.
func nestingAt(d *analysis.Document, lines []fenceLine, end int) (*nesting, int) {
	closing := lines[end]
	if closing.info != "" || !endsLine(d, closing.text) || lines[0].fence == nil {
		return nil, 0
	}
	found := &nesting{outer: lines[0].fence, inner: lines[asParsed(lines)-1]}
	var n, early int
	found.blocks, n, early = meantBlocks(lines, bareOpens(d))
	switch {
	case n > end && found.blocks[0].misread():
		return found, n
	case n > 0 || endsBlockAt(d, lines[end:]):
		return nil, 0
	case early == 0:
		found.blocks = []meantBlock{{open: lines[0], close: closing}}
	}
	found.open = true
	return found, max(early, end+1)
}

// endsBlockAt reports whether the first block is closed by a fence that looks like a closing one, and contains no opening fence.
func endsBlockAt(d *analysis.Document, lines []fenceLine) bool {
	block := lines[:asParsed(lines)]
	last := block[len(block)-1]
	_, ok := startInside(block)
	return !ok && !last.open && !opensBlock(d, fenceLine{text: last.text})
}

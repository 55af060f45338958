package markdown

import (
	"bytes"
	"sort"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/yuin/goldmark/ast"
)

// A reading is the probable intention of the fences of a container.
type reading struct {
	parent   ast.Node
	nestings []nesting
	mixed    []mixedBlock
	unclosed bool // the last fence is bare and not closed, possibly because of the first element of mixed
	explains bool // an element of mixed is reported as the cause of an unclosed fence
}

// A mixedBlock is a closed block that contains the start of another block, without a nesting that explains it.
type mixedBlock struct {
	fence *analysis.Fence
	inner fenceLine
}

// readings returns the readings of the containers of a file in which blocks end at the wrong fences.
func readings(d *analysis.Document) []reading {
	if !showsFences(d) || opensInFrontmatter(d) {
		return nil
	}
	html := readIgnoringHTML(d)
	var all []reading
	for _, g := range fenceGroups(d) {
		last := g.lines[len(g.lines)-1]
		r := reading{parent: g.parent, unclosed: last.open && last.info == ""}
		r.read(d, g.lines, html.edits)
		if len(r.nestings) > 0 || len(r.mixed) > 0 {
			all = append(all, r)
		}
	}
	return all
}

// showsFences reports whether a block contains a possible fence of its own character, or is bare and not closed. Few files have
// such blocks, and the others need no second reading.
func showsFences(d *analysis.Document) bool {
	for i := range d.Fences {
		f := &d.Fences[i]
		if !f.Closed && f.Info == "" || bytes.Contains(d.Source[f.Open.End:max(f.Open.End, f.Close.Start)], bytes.Repeat([]byte{f.Char}, 3)) {
			return true
		}
	}
	return false
}

// read interprets the fences in steps, each up to the next line at which no block is open in both readings. hidden are the edits
// for fences after HTML tags, which are missing from the lines.
func (r *reading) read(d *analysis.Document, lines []fenceLine, hidden []analysis.Edit) {
	var before *meantBlock
	cut := -1 // the last block that may have been closed early, if all later blocks are inverted
	for start := 0; start < len(lines); {
		blocks, n, early := meantBlocks(lines[start:], nil)
		isHidden := hides(hidden, lines[start:start+max(n, early)])
		nested, ok := newNesting(d, before, blocks)
		if found, more := inContext(d, before, lines[start:], nested, n); found != nil && !hides(hidden, lines[start:start+more]) {
			nested, blocks, n = found, found.blocks, more
			isHidden = false
		}
		if end := start + asParsed(lines[start:]); cut >= 0 && (!ok || n == 0 || nested != nil || endsLine(d, lines[end-1].text)) {
			if found, n := nestingAt(d, lines[cut:], start-cut); found != nil && !hides(hidden, lines[cut:cut+n]) {
				r.nestings = append(r.nestings, *found)
				if found.open {
					return
				}
				start, before, cut = cut+n, &found.blocks[len(found.blocks)-1], -1
				continue
			}
		}
		switch {
		case ok && !isHidden && nested != nil && n > 0:
			r.nestings = append(r.nestings, *nested)
		case ok && !isHidden && nested != nil && endsLine(d, blocks[0].close.text):
			nested.open = true
			r.nestings = append(r.nestings, *nested)
			return
		case !ok || isHidden || n == 0:
			n = asParsed(lines[start:])
			block := lines[start : start+n]
			blocks = []meantBlock{{open: block[0], close: block[n-1]}}
			if inner, ok := startInside(block); ok && !hides(hidden, block) && !isEscaped(d, inner, block[n-1]) {
				r.mixed = append(r.mixed, mixedBlock{block[0].fence, inner})
			}
		}
		before = &blocks[len(blocks)-1]
		cut = closedEarly(d, lines, start, n, cut)
		start += n
	}
}

// hides reports whether one of the edits is between the first and the last of the lines.
func hides(hidden []analysis.Edit, lines []fenceLine) bool {
	if len(lines) == 0 {
		return false
	}
	i := sort.Search(len(hidden), func(i int) bool { return hidden[i].Range.Start >= lines[0].text.Start })
	return i < len(hidden) && hidden[i].Range.Start < lines[len(lines)-1].text.End
}

// asParsed returns the number of lines of the first block, as parsed.
func asParsed(lines []fenceLine) int {
	for i, l := range lines {
		if !l.open {
			return i + 1
		}
	}
	return len(lines)
}

// startInside returns the first line in a closed block that looks like the start of another block.
func startInside(block []fenceLine) (fenceLine, bool) {
	if open := block[0]; !block[len(block)-1].open {
		for _, l := range block[1:] {
			if l.info != "" && l.char == open.char && l.length >= open.length {
				return l, true
			}
		}
	}
	return fenceLine{}, false
}

// isEscaped reports whether the closing fence of an inner block is escaped (\```), so that the outer block ends at the right
// fence.
func isEscaped(d *analysis.Document, inner, end fenceLine) bool {
	for rest := d.Source[inner.text.End:end.text.Start]; ; {
		n := bytes.Index(rest, []byte("\\"+mark(inner)))
		if n < 0 {
			return false
		}
		if len(bytes.TrimSpace(rest[bytes.LastIndexByte(rest[:n], '\n')+1:n])) == 0 {
			return true
		}
		rest = rest[n+1:]
	}
}

// newNesting returns the nesting of blocks, or nil if all of them end at the right fences. It returns false if they are
// implausible. before is the preceding block, or nil.
func newNesting(d *analysis.Document, before *meantBlock, blocks []meantBlock) (*nesting, bool) {
	for i := range blocks {
		b, early := &blocks[i], before
		if i > 0 {
			early = &blocks[i-1]
		}
		if !b.misread() {
			continue
		}
		inner := b.innerOpen
		if early == nil && b.open.info == "" && endsLine(d, b.open.text) || neverClosed(d, b.open, b.innerOpen) {
			return nil, false
		}
		if early != nil && !opensBlock(d, b.open) {
			if b.open.info != "" || !isMarkdown(early.open.info) {
				return nil, false
			}
			// The bare fence that seems to close the previous block begins a block in it.
			inner, b = early.close, early
		}
		if b.open.fence == nil || !b.open.fence.Closed {
			return nil, false
		}
		return &nesting{blocks: blocks, outer: b.open.fence, inner: inner, first: before == nil}, true
	}
	return nil, true
}

// opensBlock reports whether a fence after others opens a block: it has a language, or there is an empty line or a label before
// it and text after it. Other fences may be superfluous.
func opensBlock(d *analysis.Document, l fenceLine) bool {
	number := d.LineOf(l.text.Start)
	if l.info != "" || number == 1 || number == d.LineCount() {
		return l.info != ""
	}
	before, after := lineText(d, number-1), lineText(d, number+1)
	return after != "" && (before == "" || strings.HasPrefix(before, "#") || isIntroduction(before))
}

// endsBlock reports whether a fence that opens a block looks like the end of one.
func endsBlock(d *analysis.Document, f *analysis.Fence) bool {
	return f.Info == "" && endsLine(d, f.Open)
}

// endsLine reports whether a bare fence looks like the end of a block: there is code before it, and no code after it.
func endsLine(d *analysis.Document, fence analysis.Range) bool {
	number := d.LineOf(fence.Start)
	if number == 1 || d.LineRange(number-1).Start < d.BodyStart() {
		return false
	}
	before, after := lineText(d, number-1), ""
	if number < d.LineCount() {
		after = lineText(d, number+1)
	}
	return before != "" && !strings.HasPrefix(before, "#") && !isIntroduction(before) &&
		(after == "" || after == "---" || strings.HasPrefix(after, "</") && isTag(after))
}

// isIntroduction reports whether a line introduces a block: it ends with a colon or is bold.
func isIntroduction(line string) bool {
	return strings.HasSuffix(line, ":") || strings.HasSuffix(line, "：") || strings.HasPrefix(line, "**") && strings.HasSuffix(line, "**")
}

func lineText(d *analysis.Document, number int) string {
	return d.Text(d.TrimLine(d.LineRange(number)))
}

func isMarkdown(info string) bool {
	language, _, _ := strings.Cut(strings.ToLower(info), " ")
	return language == "markdown" || language == "md" || language == "mdx"
}

package excuse

import (
	"bytes"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/role"
)

// Passages are the blocks of a text and what introduces them. They are read on demand, because few texts contain
// anything that rules report.
type Passages struct {
	doc       *analysis.Document
	source    []byte
	roles     *role.Map
	body      int
	isRead    bool
	visible   []byte // source with spaces for text that is not rendered
	blocks    []block
	sections  []section
	subject   analysis.Range // the title, if it and another heading name attacks; empty: none
	named     analysis.Range // where the name and the text agree on such a subject; empty: nowhere
	ordersAll bool           // text before the first heading, or the frontmatter, tells the model to run all blocks

	open   []int // sections that contain the next block, by nesting
	fence  []byte
	hidden hiding
	empty  bool // the previous line is empty
}

// New returns the passages of a Markdown file whose body starts at an offset.
func New(d *analysis.Document, body int) *Passages {
	return &Passages{doc: d, source: d.Source, body: body, roles: role.Of(d)}
}

// A blockKind is a kind of block.
type blockKind uint8

const (
	paragraph blockKind = iota
	listItem
	tableRow
	codeBlock
)

// A block is a range of lines.
type block struct {
	start, end int
	kind       blockKind
	isHidden   bool // not rendered, or collapsed
	intro      int  // the block that introduces it; -1: none
	section    int  // the innermost section; -1: none
}

// A section starts at a heading.
type section struct {
	at        analysis.Range // the text of the heading
	level     int
	parent    int // -1: none
	isTitle   bool
	ordersAll bool // its text tells the model to run all blocks
}

// hiding is the state of text that is not rendered or collapsed.
type hiding struct {
	comment bool
	until   string // the tag that closes a hidden element; empty: none
}

// read splits the text into blocks.
func (p *Passages) read() {
	if p.isRead {
		return
	}
	p.isRead = true
	p.visible = bytes.Clone(p.source)
	p.empty = true
	for at := p.body; at < len(p.source); {
		n := bytes.IndexByte(p.source[at:], '\n') + 1
		if n == 0 {
			n = len(p.source) - at
		}
		p.line(at, at+n)
		at += n
	}
	p.markTitle()
	p.named = p.namedSubject()
	p.ordersAll = ordersBlocks(wordsIn(p.source[:min(p.body, len(p.source), maxFrontmatterWords)]))
	for i := range p.blocks {
		b := &p.blocks[i]
		if b.kind == codeBlock || b.kind == tableRow || b.isHidden || !ordersBlocks(wordsIn(p.visible[b.start:min(b.end, b.start+maxEvidence)])) {
			continue
		}
		if b.section < 0 {
			p.ordersAll = true
		} else {
			p.sections[b.section].ordersAll = true
		}
	}
}

// Limits of the text that is read as evidence.
const (
	maxEvidence         = 600
	maxFrontmatterWords = 4 << 10
	maxBefore           = 4 << 10 // bytes of a block before a passage
	maxAfter            = 1 << 10 // bytes of a block after the start of a passage
	maxTag              = 200
)

func (p *Passages) add(kind blockKind, start, end int, isHidden bool) {
	b := block{start: start, end: end, kind: kind, isHidden: isHidden, intro: -1, section: -1}
	if n := len(p.open); n > 0 {
		b.section = p.open[n-1]
	}
	if n := len(p.blocks) - 1; n >= 0 {
		for n >= 0 && p.isBlank(&p.blocks[n]) { // a comment between a label and its block
			n--
		}
		if n >= 0 && p.blocks[n].section == b.section {
			b.intro = p.introOf(&b, n)
		}
	}
	p.blocks = append(p.blocks, b)
}

// isBlank reports whether a block has no visible text.
func (p *Passages) isBlank(b *block) bool {
	return b.isHidden || len(bytes.TrimSpace(p.visible[b.start:b.end])) == 0
}

// introOf returns the block that introduces another one. n is the previous block.
func (p *Passages) introOf(b *block, n int) int {
	last := &p.blocks[n]
	switch {
	case b.kind == codeBlock && last.kind != codeBlock:
		return n
	case b.kind == tableRow && last.kind == tableRow:
		if last.intro < 0 || p.blocks[last.intro].kind != tableRow {
			return n // the header of the table
		}
		return last.intro
	case b.kind == listItem && last.kind == listItem:
		return p.introOfItem(b, n)
	case b.kind == listItem && last.kind == codeBlock: // code in an item of the list
		for n--; n >= 0 && p.blocks[n].kind == codeBlock; n-- {
		}
		if n >= 0 && p.blocks[n].kind == listItem {
			return p.blocks[n].intro
		}
	case last.kind == paragraph && b.kind != codeBlock && (p.endsInColon(last) || isBold(p.visible[last.start:last.end])):
		return n
	}
	return -1
}

// introOfItem returns the block that introduces an item: the previous item that contains the list, or what introduces that one.
func (p *Passages) introOfItem(b *block, n int) int {
	last := &p.blocks[n]
	if text := bytes.TrimRight(p.visible[last.start:last.end], " \t\r\n*_"); p.indentOf(b) > p.indentOf(last) && bytes.HasSuffix(text, []byte(":")) {
		return n
	}
	intro := last.intro
	for intro >= 0 && p.blocks[intro].kind == listItem && p.indentOf(b) <= p.indentOf(&p.blocks[intro]) {
		intro = p.blocks[intro].intro
	}
	return intro
}

func (p *Passages) endsInColon(b *block) bool {
	text := bytes.TrimRight(p.visible[b.start:b.end], " \t\r\n*_")
	return bytes.HasSuffix(text, []byte(":")) || bytes.HasSuffix(text, []byte("："))
}

// indentOf returns the indentation of a block.
func (p *Passages) indentOf(b *block) int {
	n := b.start
	for n < b.end && (p.source[n] == ' ' || p.source[n] == '\t') {
		n++
	}
	return n - b.start
}

// isBold reports whether a paragraph is bold as a whole, as a label is.
func isBold(text []byte) bool {
	text = bytes.TrimSpace(text)
	return len(text) > 4 && bytes.HasPrefix(text, []byte("**")) && bytes.HasSuffix(text, []byte("**")) && bytes.Count(text, []byte("**")) == 2
}

func (p *Passages) line(start, end int) {
	line := p.source[start:end]
	content := bytes.TrimLeft(bytes.TrimRight(line, " \t\r\n"), " \t>")
	if p.fence != nil {
		p.blocks[len(p.blocks)-1].end = end
		if len(content) >= len(p.fence) && len(bytes.Trim(content, string(p.fence[:1]))) == 0 {
			p.fence, p.empty = nil, true
		}
		return
	}
	wasHidden := p.hidden != hiding{}
	if bytes.IndexByte(content, '<') >= 0 || wasHidden {
		p.hide(start, end)
	}
	content = bytes.TrimLeft(bytes.TrimRight(p.visible[start:end], " \t\r\n"), " \t>")
	isHidden := wasHidden && p.hidden.until != ""
	item := IsListItem(bytes.TrimLeft(line, " \t>"))
	var fence []byte
	if len(content) > 0 {
		fence = FenceOf(trimIf(item, content))
	}
	last := &block{isHidden: !isHidden} // without a previous block, a new one starts
	if n := len(p.blocks); n > 0 {
		last = &p.blocks[n-1]
	}
	switch {
	case len(content) == 0:
		if len(bytes.TrimSpace(line)) > 0 { // hidden text
			p.add(paragraph, start, end, true)
		}
		p.empty = true
		return
	case fence != nil:
		p.fence = bytes.Clone(fence)
		p.add(codeBlock, start, end, isHidden)
	case LevelOf(content) > 0 && !isHidden:
		p.heading(LevelOf(content), start, end)
		p.empty = true
		return
	case p.isDefinition(content):
		p.add(paragraph, start, end, true)
	case p.isIndented(line):
		if len(p.blocks) > 0 && last.kind == codeBlock {
			last.end = end
		} else {
			p.add(codeBlock, start, end, isHidden)
		}
	case item:
		p.add(listItem, start, end, isHidden)
	case content[0] == '|':
		p.add(tableRow, start, end, isHidden)
	case p.empty || last.kind == codeBlock || last.kind == tableRow || last.isHidden != isHidden:
		p.add(paragraph, start, end, isHidden)
	default:
		last.end = end
	}
	p.empty = false
}

// isIndented reports whether a line is indented code.
func (p *Passages) isIndented(line []byte) bool {
	if line[0] != '\t' && !bytes.HasPrefix(line, []byte("    ")) {
		return false
	}
	n := len(p.blocks)
	return p.empty || n > 0 && p.blocks[n-1].kind == codeBlock
}

// isDefinition reports whether a line is a link reference definition, which is not rendered.
func (p *Passages) isDefinition(content []byte) bool {
	if content[0] != '[' {
		return false
	}
	n := bytes.Index(content, []byte("]:"))
	return n > 1 && bytes.IndexByte(content[:n], ' ') < 0
}

func trimIf(isItem bool, content []byte) []byte {
	if isItem {
		return TrimList(content)
	}
	return content
}

func (p *Passages) heading(level, start, end int) {
	for len(p.open) > 0 && p.sections[p.open[len(p.open)-1]].level >= level {
		p.open = p.open[:len(p.open)-1]
	}
	s := section{at: analysis.Range{Start: start, End: end}, level: level, parent: -1}
	if n := len(p.open); n > 0 {
		s.parent = p.open[n-1]
	}
	p.sections = append(p.sections, s)
	p.open = append(p.open, len(p.sections)-1)
}

// markTitle marks the first heading as the title if it contains all other sections.
func (p *Passages) markTitle() {
	for i := range p.sections {
		if i > 0 && p.sections[i].level <= p.sections[0].level {
			return
		}
	}
	if len(p.sections) == 0 {
		return
	}
	p.sections[0].isTitle = true
	namesAttack := func(s section) bool { return isAttackTitle(wordsIn(p.visible[s.at.Start:s.at.End])) }
	if namesAttack(p.sections[0]) && slices.ContainsFunc(p.sections[1:], namesAttack) && !hasInvisible(p.source[p.sections[0].at.Start:p.sections[0].at.End]) {
		p.subject = p.sections[0].at
	}
}

// hide blanks the parts of a line that are not rendered or collapsed.
func (p *Passages) hide(start, end int) {
	for at := start; at < end; {
		rest := p.source[at:end]
		switch {
		case p.hidden.comment:
			n := bytes.Index(rest, []byte("-->"))
			stop := end
			if n >= 0 {
				stop, p.hidden.comment = at+n+3, false
			}
			p.blank(at, stop)
			at = stop
		case p.hidden.until != "":
			n := indexFold(rest, p.hidden.until)
			stop := end
			if n >= 0 {
				stop, p.hidden.until = at+n+len(p.hidden.until), ""
			}
			p.blank(at, stop)
			at = stop
		default:
			n := bytes.IndexAny(rest, "<`")
			if n < 0 {
				return
			}
			at += n
			if p.source[at] == '`' { // a code span
				ticks := len(p.source[at:end]) - len(bytes.TrimLeft(p.source[at:end], "`"))
				span := bytes.Index(p.source[at+ticks:min(end, at+ticks+maxBefore)], p.source[at:at+ticks])
				if at += ticks; span >= 0 {
					at += span + ticks
				}
				continue
			}
			if !p.opensHidden(p.source[at:end]) {
				at++
			}
		}
	}
}

// opensHidden reports whether a text starts with a comment or a tag whose content is not shown.
func (p *Passages) opensHidden(text []byte) bool {
	if bytes.HasPrefix(text, []byte("<!--")) {
		p.hidden.comment = true
		return true
	}
	if len(text) < 3 || letters[text[1]] == 0 {
		return false
	}
	n := 1
	for n < len(text) && letters[text[n]] != 0 {
		n++
	}
	m := bytes.IndexByte(text[:min(len(text), maxTag)], '>')
	if m < n {
		return false
	}
	tag := strings.ToLower(string(text[:m+1]))
	name := tag[1:n]
	isCollapsed := name == "details" && !strings.Contains(tag, " open")
	if !isCollapsed && !containsAny(tag, "display:none", "display: none", "visibility:hidden", "visibility: hidden", "font-size:0", "font-size: 0", "opacity:0", " hidden") {
		return false
	}
	p.hidden.until = "</" + name
	return true
}

func (p *Passages) blank(start, end int) {
	for i := start; i < end; i++ {
		if c := p.visible[i]; c != '\n' && c != '\r' {
			p.visible[i] = ' '
		}
	}
}

// indexFold returns the index of a text in lower case, or -1.
func indexFold(text []byte, part string) int {
	for at := 0; at+len(part) <= len(text); at++ {
		if text[at] == part[0] && strings.EqualFold(string(text[at:at+len(part)]), part) {
			return at
		}
	}
	return -1
}

// letters are ASCII letters.
var letters = func() (table [256]byte) {
	for c := 'a'; c <= 'z'; c++ {
		table[c], table[c-'a'+'A'] = 1, 1
	}
	return table
}()

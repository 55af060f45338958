package fence

import (
	"bytes"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/yuin/goldmark/ast"
)

// A form is the form of a line with a fence.
type form uint8

const (
	plain   form = iota
	marker       // a list marker precedes the fence, so it can only open a block
	glued        // code precedes the fence, so it closes no block
	escaped      // a backslash or a zero-width space precedes it
)

// A parse is what a fence is in CommonMark.
type parse uint8

const (
	ignored parse = iota // indented code, HTML, or a part of a paragraph
	opens
	closes
	content // a line of a block
)

// A mark is a line with a fence, or with something that looks like one.
type mark struct {
	line   int // its number
	text   analysis.Range
	char   byte
	length int
	info   string
	form   form
	indent int // columns before the fence
	item   int // column of the content of its list item, or 0
	parse  parse
	closed bool // it opens a block that is closed
	html   bool // in an HTML block, or directly after a tag
	tagged int  // the first line of that HTML
	tag    int  // the line with the closing tag, if the next line is an opening tag
}

// A row is a line of a group: its text without white space and block quote markers.
type row struct {
	analysis.Range
	indent int
}

// A group is a file without its block quotes, or a block quote.
type group struct {
	d     *analysis.Document
	first int   // number of the first row
	rows  []row // by number - first
	marks []mark
	last  int // the last row that is not empty
	tilde int // how many fences have tildes

	isUnclosed bool // a block is not closed
}

// text returns the text of a line, or nothing if it is outside of the group.
func (g *group) text(number int) []byte {
	if number < g.first || number-g.first >= len(g.rows) {
		return nil
	}
	r := g.rows[number-g.first]
	return g.d.Source[r.Start:r.End]
}

// groups returns the groups of a document.
func groups(d *analysis.Document) []*group {
	file := &group{d: d, first: d.LineOf(d.BodyStart())}
	file.rows = make([]row, 0, max(0, d.LineCount()-file.first+1))
	for number := file.first; number <= d.LineCount(); number++ {
		file.rows = append(file.rows, newRow(d, d.LineRange(number)))
	}
	all := []*group{file}
	end := 0 // the last line of the last block quote
	for i := range d.Fences {
		number := d.LineOf(d.Fences[i].Open.Start)
		if number <= end || number < file.first || !bytes.HasPrefix(file.text(number), []byte(">")) {
			continue
		}
		quote := &group{d: d, first: number}
		for quote.first-1 > end && bytes.HasPrefix(file.text(quote.first-1), []byte(">")) {
			quote.first--
		}
		for end = quote.first; bytes.HasPrefix(file.text(end), []byte(">")); end++ {
			quote.rows = append(quote.rows, file.rows[end-file.first].unquote(d))
		}
		all = append(all, quote)
	}
	for _, g := range all {
		g.findMarks()
	}
	return all
}

func newRow(d *analysis.Document, line analysis.Range) row {
	if bytes.HasPrefix(d.Source[line.Start:line.End], []byte("\ufeff")) {
		line.Start += len("\ufeff")
	}
	r := row{Range: d.TrimLine(line)}
	r.indent = columns(d.Source[line.Start:r.Start], 0)
	return r
}

// columns returns the column after a text, such as white space.
func columns(text []byte, column int) int {
	for _, c := range text {
		column++
		if c == '\t' {
			column = (column + 3) / 4 * 4
		}
	}
	return column
}

// unquote removes the markers of block quotes.
func (r row) unquote(d *analysis.Document) row {
	for r.Start < r.End && d.Source[r.Start] == '>' {
		r.Start++
		rest := d.Source[r.Start:r.End]
		space := len(rest) - len(bytes.TrimLeft(rest, " \t"))
		r.indent = max(0, columns(rest[:space], 0)-1)
		r.Start += space
	}
	return r
}

// findMarks sets the marks. It tracks list items, as if no line were code: a fence is at or right of the content of its item.
func (g *group) findMarks() {
	var items []int
	fences, html := g.d.Fences, htmlBlocks(g.d)
	for i, r := range g.rows {
		line := g.d.Source[r.Start:r.End]
		if len(line) == 0 {
			continue
		}
		g.last = g.first + i
		for len(html) > 0 && html[0].End <= r.Start {
			html = html[1:]
		}
		open := items
		for len(items) > 0 && items[len(items)-1] > r.indent {
			items = items[:len(items)-1]
		}
		m := mark{line: g.first + i, indent: r.indent, text: r.Range}
		for n, ok := listMarker(line); ok; n, ok = listMarker(line) {
			m.indent = columns(line[:n], m.indent)
			m.text.Start += n
			m.form = marker
			line = line[n:]
			items = append(items, m.indent)
		}
		if !m.read(line) {
			continue
		}
		for len(fences) > 0 && fences[0].End <= r.Start {
			fences = fences[1:]
		}
		m.parsed(fences)
		if m.parse == ignored && len(html) > 0 && html[0].Start <= r.Start {
			if !html[0].isTag {
				continue
			}
			m.html, m.tagged = true, g.d.LineOf(html[0].Start)
		}
		if len(items) > 0 {
			m.item = items[len(items)-1]
		}
		if !m.html && m.parse == content && isElement(g.text(m.line-1)) {
			m.html, m.tagged = true, m.line-1
		}
		if m.char == '~' {
			g.tilde++
		}
		m.tag = g.closingTag(m.line + 1)
		g.marks = append(g.marks, m)
		if m.bare() {
			items = open // the next line decides whether the list ends here
		}
	}
	g.dropTags()
}

// dropTags removes the lines of blocks of which each line is an opening fence: they list the names of languages.
func (g *group) dropTags() {
	open := -1 // index of the mark that opens the block
	for i := 0; i < len(g.marks); i++ {
		m := &g.marks[i]
		switch {
		case m.parse == opens:
			open = i
		case m.parse == content && m.form == plain && !m.bare():
			continue
		case m.parse == closes && open >= 0 && i-open > 2 && m.line-g.marks[open].line == i-open:
			g.marks = slices.Delete(g.marks, open+1, i)
			i, open = open+1, -1
		default:
			open = -1
		}
	}
}

const maxElement = 100 // lines of an element

// closingTag returns the line with the closing tag of a line that is only an opening tag, or 0.
func (g *group) closingTag(number int) int {
	line := g.text(number)
	if len(g.marks) > maxMarks || !isTag(line) || bytes.IndexByte(line, '/') >= 0 {
		return 0
	}
	name, _, _ := bytes.Cut(line[1:len(line)-1], []byte(" "))
	end := []byte("</" + string(name) + ">")
	for last := min(number+maxElement, g.first+len(g.rows)-1); number < last; {
		if number++; bytes.Equal(g.text(number), end) {
			return number
		}
	}
	return 0
}

// listMarker returns the width of a list marker at the start of a line, with the spaces after it.
func listMarker(line []byte) (int, bool) {
	n := 0
	for n < len(line) && n < 9 && '0' <= line[n] && line[n] <= '9' {
		n++
	}
	switch {
	case n == len(line), n == 0 && line[0] != '-' && line[0] != '*' && line[0] != '+', n > 0 && line[n] != '.' && line[n] != ')':
		return 0, false
	}
	n++
	rest := bytes.TrimLeft(line[n:], " \t")
	space := len(line) - n - len(rest)
	if space == 0 && len(rest) > 0 {
		return 0, false
	}
	if space > 4 {
		space = 1
	}
	return n + space, true
}

// read reads the fence of a line without indentation. The line may have text before the fence.
func (m *mark) read(line []byte) bool {
	if len(line) < 3 {
		return false
	}
	for _, escape := range []string{"\\", "\u200b"} {
		if rest, ok := bytes.CutPrefix(line, []byte(escape)); ok && m.form == plain && len(rest) >= 3 {
			m.form, line = escaped, rest
			m.text.Start += len(escape)
		}
	}
	if m.char = line[0]; m.char != '`' && (m.char != '~' || line[1] != '~') {
		return m.readGlued(line)
	}
	for m.length < len(line) && line[m.length] == m.char {
		m.length++
	}
	m.info = string(bytes.TrimSpace(line[m.length:]))
	return m.length >= 3 && (m.char != '`' || !strings.Contains(m.info, "`"))
}

// readGlued reads a fence at the end of a line of code, as in "make check```". Text in a pair of backticks is not such a fence.
func (m *mark) readGlued(line []byte) bool {
	code := bytes.TrimRight(line, "`")
	if m.length = len(line) - len(code); m.length < 3 || len(bytes.Trim(code, "> ")) == 0 || bytes.IndexByte(code, '`') >= 0 {
		return false
	}
	m.form, m.char = glued, '`'
	m.text.Start = m.text.End - m.length
	return true
}

// parsed sets what the mark is in CommonMark. The first fence ends after the start of the line.
func (m *mark) parsed(fences []analysis.Fence) {
	if len(fences) == 0 {
		return
	}
	switch f := &fences[0]; {
	case f.Open.Start == m.text.Start:
		m.parse, m.closed = opens, f.Closed
	case f.Closed && f.Close.Start == m.text.Start:
		m.parse = closes
	case f.Open.Start < m.text.Start:
		m.parse = content
	}
}

// isIndented reports whether the mark is indented like code.
func (m *mark) isIndented() bool { return m.indent >= m.item+4 && m.form != marker }

// isHidden reports whether the mark is no fence in CommonMark because of its indentation or a tag before it.
func (m *mark) isHidden() bool {
	return m.parse == ignored || m.parse == content && (m.isIndented() || m.html)
}

// hides reports whether both fences of a block are in HTML, or both are indented like code.
func (m *mark) hides(end *mark) bool {
	return m.html && end.html || m.isIndented() && end.isIndented()
}

func (m *mark) bare() bool { return m.info == "" && (m.form == plain) }

// matches reports whether the mark, without its info string, has the characters to close a block.
func (m *mark) matches(open *mark) bool { return m.char == open.char && m.length >= open.length }

func (m *mark) fence() string { return strings.Repeat(string(m.char), m.length) }

type htmlBlock struct {
	analysis.Range
	isTag bool // it begins with a tag, and ends at an empty line
}

func htmlBlocks(d *analysis.Document) []htmlBlock {
	var blocks []htmlBlock
	if bytes.IndexByte(d.Source[d.BodyStart():], '<') < 0 {
		return nil
	}
	for _, n := range d.Leaves() {
		b, ok := n.(*ast.HTMLBlock)
		if !ok || b.Lines().Len() == 0 {
			continue
		}
		lines := b.Lines()
		block := htmlBlock{analysis.Range{Start: lines.At(0).Start, End: lines.At(lines.Len() - 1).Stop}, b.HTMLBlockType >= ast.HTMLBlockType6}
		if b.HasClosure() {
			block.End = max(block.End, b.ClosureLine.Stop)
		}
		if block.Start >= d.BodyStart() {
			blocks = append(blocks, block)
		}
	}
	return blocks
}

// isElement reports whether a line starts and ends with a tag of HTML, the name of which has no underscore.
func isElement(line []byte) bool {
	name, _, _ := bytes.Cut(line, []byte(" "))
	return isTag(line) && bytes.IndexByte(name, '_') < 0
}

// isTag reports whether a line starts and ends with an HTML tag.
func isTag(line []byte) bool {
	return bytes.HasPrefix(line, []byte("<")) && bytes.HasSuffix(line, []byte(">"))
}

package fence

import (
	"bytes"
	"slices"
	"strings"
)

// isCertain reports whether the repair of an edit is certain enough to offer it.
func (g *group) isCertain(e *edit) bool {
	if e.open.bare() && g.isEmpty(e.open.line+1) {
		return false // it may be a closing fence
	}
	if e.kind != Left && e.margin < leastMargin(e.kind) {
		return false
	}
	switch e.kind {
	case NoOpening, Stray: // the language is unknown
		return false
	case NoClosing:
		return g.isCertainEnd(e)
	case Info:
		return g.isCertainClose(e)
	case TooShort, Char: // another fence may be the closing one
		return g.pairsUntil(e.open, e.at)
	case Nested, Short:
		return g.isCertainBlock(e)
	case Left:
		return g.isUniform(e)
	case OpenIndent, Indent:
		return !g.isPaired(e)
	case HTML: // after the repair, a block with a block inside would end at that; the cause may be an earlier fence in the same HTML
		i := g.index(e.at.line)
		return g.inside(e.at).bare() && (i == 0 || !g.marks[i-1].html || g.marks[i-1].line < e.at.tagged)
	}
	return true
}

// leastMargin returns how much more other readings must cost for a repair to be certain.
func leastMargin(k Kind) int {
	switch k {
	case OpenIndent, Indent, Char, Glued:
		return reported
	case Nested, Short:
		return repaired + repaired/2
	}
	return repaired
}

// isCertainBlock reports whether a block with a block inside needs longer fences. A language before text, or before the next fence, is
// that of a closing fence.
func (g *group) isCertainBlock(e *edit) bool {
	inner := g.inside(e.open)
	if inner.info != "" && languageOf(inner.info) < unknown && g.isText(inner.line+1) {
		return false
	}
	return g.language(e.open) >= unknown && e.sure >= repaired && (e.kind == Nested || g.isLongest(e)) && g.looksOpening(inner)
}

// isCertainEnd reports whether a missing closing fence belongs after a line.
func (g *group) isCertainEnd(e *edit) bool {
	return e.sure >= placed && e.line > e.open.line && isLanguage(e.open.info) && languageOf(e.open.info) != markdown &&
		g.isParagraph(e.open.line+1, e.line) && g.isOver(e)
}

// isCertainClose reports whether a fence with an info string is a closing one: the text before it may end a comment or a cell of a
// table, be a sentence, or open a block inside.
func (g *group) isCertainClose(e *edit) bool {
	text := languageOf(e.open.info) == markdown || languageOf(e.at.info) == markdown
	label := g.text(e.at.line - 1)
	if len(label) == 0 {
		text, label = true, g.text(e.at.line-2)
	}
	code := !g.isEmpty(e.at.line+1) && !g.isText(e.at.line+1)
	next := g.index(e.at.line) + 1
	return isLanguage(e.at.info) && !(text && isLabel(label)) && !code && (next == len(g.marks) || g.looksOpening(&g.marks[next]))
}

// isPaired reports whether a fence that is indented like code pairs with another one: both are a part of code, or of a list that is
// not one of Markdown.
func (g *group) isPaired(e *edit) bool {
	i := g.index(e.at.line)
	if i+1 < len(g.marks) && g.marks[i+1].bare() && g.marks[i+1].isIndented() {
		return true
	}
	return e.kind == OpenIndent && i > 0 && g.marks[i-1].info != "" && g.marks[i-1].isIndented()
}

// isParagraph reports whether lines of code contain no empty line, fence, open quote or document of the shell.
func (g *group) isParagraph(first, last int) bool {
	quotes := 0
	for number := first; number <= last; number++ {
		line := g.text(number)
		if len(line) == 0 || bytes.Contains(line, []byte("<<")) || bytes.HasPrefix(line, []byte("```")) {
			return false
		}
		quotes += bytes.Count(line, []byte(`"`))
	}
	return quotes%2 == 0
}

// isOver reports whether code, the closing fence of which is missing, ends at a line: that line looks like code, what follows up to
// the next fence like text, and that fence opens a block.
func (g *group) isOver(e *edit) bool {
	if e.line < g.last && g.mayBeText(e.open, e.line) || g.endsOtherElement(e) || !g.isMarkdown(e.line+1) {
		return false
	}
	next := g.index(e.line + 1)
	if next == len(g.marks) {
		return !g.mayEndEmpty(e, -1) && (g.isEmpty(e.line+1) || !g.isSession(e.open.line+1, e.line))
	}
	m := &g.marks[next]
	if g.mayEndEmpty(e, m.line) || m.line > e.line+1 && !g.isEmpty(e.line+1) && g.isSession(e.open.line+1, e.line) {
		return false
	}
	switch {
	case m.line == e.line+1:
		return m.info != "" || m.indent < e.open.item
	case !m.matches(e.open):
		return true
	}
	text := g.text(m.line - 1)
	isText := languageOf(e.open.info) < unknown && g.isText(m.line-1) // without a language, it may be code
	return (isText || isLabel(text) || isTag(text)) && g.looksOpening(m)
}

// endsOtherElement reports whether a line of code ends an element or a block of a template that the code does not start.
func (g *group) endsOtherElement(e *edit) bool {
	code := g.text(e.line)
	tag, isEnd := bytes.CutPrefix(bytes.TrimRight(code, ">"), []byte("</"))
	block := g.d.Source[e.open.text.End:g.rows[e.line-g.first].Start]
	return isEnd && !bytes.Contains(block, append([]byte("<"), tag...)) || bytes.HasPrefix(code, []byte("{{/"))
}

// mayEndEmpty reports whether a block may have ended with an empty line, as others do. next is the line of the next fence.
func (g *group) mayEndEmpty(e *edit, next int) bool {
	if !g.isEmpty(e.line + 1) {
		return false
	}
	two := g.isEmpty(e.line + 2)
	return two && e.line+2 < g.last ||
		(two || next == e.line+2) && slices.ContainsFunc(g.marks, func(m mark) bool { return m.parse == closes && g.isEmpty(m.line-1) })
}

// isSession reports whether lines have a prompt of the shell.
func (g *group) isSession(first, last int) bool {
	return slices.ContainsFunc(g.rows[first-g.first:last+1-g.first], func(r row) bool {
		return bytes.HasPrefix(g.d.Source[r.Start:r.End], []byte("$ "))
	})
}

// mayBeText reports whether the last line before a missing closing fence may be a label or a sentence after the code.
func (g *group) mayBeText(open *mark, number int) bool {
	if g.isElement(open, number) {
		return false
	}
	line := bytes.Trim(g.text(number), "*_ ")
	if len(line) == 0 {
		return true
	}
	cost := weighLine(line, g.rows[number-g.first].indent)
	next := g.index(number + 1)
	isEnded := bytes.IndexByte([]byte(";{}),]"), line[len(line)-1]) >= 0
	spans := bytes.Count(line, []byte("`"))
	switch {
	case cost[prose] < 6 && next < len(g.marks) && g.marks[next].line == number+1: // of the next block
	case strings.HasPrefix(open.info, "json") && len(bytes.Trim(line, "abcdefghijklmnopqrstuvwxyz")) == 0: // a word between two values
	case spans >= 4, spans == 2 && !isEnded:
	case cost[prose] < cost[strict], isLabel(line), bytes.HasPrefix(line, []byte("(`")), bytes.HasPrefix(line, []byte("（")):
	default:
		return !isEnded && bytes.IndexByte(line, ' ') > 0 && startsWithWord(line)
	}
	return true
}

// startsWithWord reports whether a line starts with a capitalized word.
func startsWithWord(line []byte) bool {
	return len(line) > 1 && 'A' <= line[0] && line[0] <= 'Z' && ('a' <= line[1] && line[1] <= 'z' || line[1] == ' ')
}

// isElement reports whether a line of markup, or of a language with markup, is an element or ends one.
func (g *group) isElement(open *mark, number int) bool {
	line := g.text(number)
	switch name, _, _ := strings.Cut(open.info, " "); name {
	case "html", "xml", "jsx", "tsx", "vue", "svelte", "astro":
		return isTag(line) && (bytes.HasSuffix(line, []byte("/>")) || bytes.Contains(line, []byte("</")))
	}
	return false
}

// isLanguage reports whether an info string may be the name of a language, with attributes.
func isLanguage(info string) bool {
	return info != "" && !strings.ContainsAny(info, "*/|<>") && len(strings.Fields(info)) <= 2
}

// isText reports whether the first line from a number that is not empty looks like Markdown, or is a fence or the end.
func (g *group) isText(number int) bool {
	number = g.skipEmpty(number)
	if i := g.index(number); number > g.last || i < len(g.marks) && g.marks[i].line == number {
		return true
	}
	row := g.rows[number-g.first]
	if bytes.HasPrefix(g.text(number), []byte("-- ")) {
		return false // a comment
	}
	if next := number + 1 - g.first; next < len(g.rows) && g.rows[next].Len() > 0 && g.rows[next].indent > row.indent && bytes.HasSuffix(g.text(number), []byte(":")) {
		return false // such as the options of a command
	}
	cost := weighLine(g.text(number), row.indent)
	return cost[prose] < 4 && cost[strict] > 0
}

// isMarkdown reports whether the first line from a number that is not empty is unlike any line of code, or introduces a fence: words
// without a period and labels may be a part of the code.
func (g *group) isMarkdown(number int) bool {
	number = g.skipEmpty(number)
	if i := g.index(number); !g.isText(number) || number > g.last || i < len(g.marks) && g.marks[i].line <= g.skipEmpty(number+1) {
		return g.isText(number)
	}
	line := g.text(number)
	return !bytes.HasSuffix(line, []byte(":")) && weighLine(line, 0)[strict] >= 10
}

// skipEmpty returns the number of the first line from a number that is not empty.
func (g *group) skipEmpty(number int) int {
	for number <= g.last && len(g.text(number)) == 0 {
		number++
	}
	return number
}

// pairsUntil reports whether the fences between two fences are blocks: one that looks like an opening fence, and one without a
// language.
func (g *group) pairsUntil(open, end *mark) bool {
	isOpen := false
	for i := g.index(open.line) + 1; g.marks[i].line < end.line; i++ {
		switch m := &g.marks[i]; {
		case m.form != plain || m.char != end.char:
		case isOpen && m.bare():
			isOpen = false
		case isOpen || !g.looksOpening(m):
			return false
		default:
			isOpen = true
		}
	}
	return !isOpen
}

// inside returns the first fence in a nested block that could close it.
func (g *group) inside(open *mark) *mark {
	i := g.index(open.line) + 1
	for i < len(g.marks)-1 && (g.marks[i].form != plain || !g.marks[i].matches(open)) {
		i++
	}
	return &g.marks[i]
}

// looksOpening reports whether a fence has a language, or the lines next to it look like those of an opening fence.
func (g *group) looksOpening(m *mark) bool {
	return m.info != "" || g.opening(m) == 0 && g.closing(m) > 0
}

// isLongest reports whether no fence inside a block could be its closing fence.
func (g *group) isLongest(e *edit) bool {
	end := g.index(max(e.line, e.at.line))
	return !slices.ContainsFunc(g.marks[g.index(e.open.line)+1:end], func(m mark) bool { return m.matches(&g.marks[end]) })
}

// isUniform reports whether the lines that left a list item lost the same indentation: all of them to the closing fence, only that,
// or the first line of code that was indented like its fence. A line with columns may be a part of a layout.
func (g *group) isUniform(e *edit) bool {
	if _, isItem := listMarker(append(slices.Clip(g.text(e.line)), ' ')); isItem {
		return false // of another list, or a comment with asterisks
	}
	if e.line == e.at.line {
		first := g.rows[g.skipEmpty(e.open.line+1)-g.first]
		return first.indent >= e.open.indent || e.open.indent <= e.open.item+1
	}
	outside, lines := 0, 0
	for number := e.line; number <= e.at.line; number++ {
		if r := g.rows[number-g.first]; r.Len() > 0 {
			lines++
			if r.indent < e.open.item {
				outside++
			}
		}
	}
	return outside == lines || outside == 1 && e.line == e.open.line+1 && g.isAligned(e) && !bytes.Contains(g.text(e.line), []byte("  "))
}

// isAligned reports whether a line of a block is indented like its fence, unless it has only one, and so is the first line of each
// other block in a list.
func (g *group) isAligned(e *edit) bool {
	lines := g.rows[e.line+1-g.first : e.at.line-g.first]
	if len(lines) > 0 && !slices.ContainsFunc(lines, func(r row) bool { return r.Len() > 0 && r.indent == e.open.indent }) {
		return false
	}
	return !slices.ContainsFunc(g.marks, func(m mark) bool {
		return m.parse == opens && m.closed && m.item > 0 && g.rows[m.line+1-g.first].indent > m.indent
	})
}

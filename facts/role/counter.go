package role

import (
	"bytes"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/yuin/goldmark/ast"
)

// counterExamplesOf returns the merged ranges that a document labels as wrong, in order. If it is broad, they also are those
// that it advises against: sections, lines with such words, and code after them.
func counterExamplesOf(d *analysis.Document, isBroad bool) []analysis.Range {
	q := &collector{d: d, calls: CallsWrong, isBroad: isBroad}
	if isBroad {
		q.calls = CallsBad
	}
	if d.Body != nil {
		q.blocks(d.Body, true)
	}
	slices.SortFunc(q.found, func(a, b analysis.Range) int { return a.Start - b.Start })
	var merged []analysis.Range
	for _, r := range q.found {
		if n := len(merged); n > 0 && r.Start <= merged[n-1].End {
			merged[n-1].End = max(merged[n-1].End, r.End)
			continue
		}
		merged = append(merged, r)
	}
	return merged
}

type collector struct {
	d       *analysis.Document
	calls   func(text string) bool // whether it is wrong
	isBroad bool
	found   []analysis.Range
	level   int // level of the heading of a wrong section; 0 outside of one
	start   int // start of that section

	isTitled bool // a first heading was seen
}

// blocks searches the blocks of a container in order.
func (q *collector) blocks(parent ast.Node, top bool) {
	wrong := false // the previous block labels the next one as wrong
	for n := parent.FirstChild(); n != nil; n = n.NextSibling() {
		if n.Type() != ast.TypeBlock {
			continue
		}
		if h, ok := n.(*ast.Heading); ok && top {
			q.heading(h)
		}
		isOneOf := q.isBroad && wrong && n.Kind() == ast.KindFencedCodeBlock // several blocks with one label
		if wrong {
			q.found = append(q.found, q.extent(n))
		}
		wrong = q.labels(n) || isOneOf
		if n.Lines().Len() == 0 {
			q.blocks(n, false)
		}
	}
	if top && q.level > 0 {
		q.found = append(q.found, analysis.Range{Start: q.start, End: len(q.d.Source)})
	}
}

// heading starts or ends a wrong section.
func (q *collector) heading(h *ast.Heading) {
	if h.Lines().Len() == 0 {
		return
	}
	at := h.Lines().At(0).Start
	if q.level > 0 && h.Level <= q.level {
		q.found = append(q.found, analysis.Range{Start: q.start, End: at})
		q.level = 0
	}
	isTitle := h.Level == 1 && !q.isTitled && q.d.Kind != analysis.Reference // a title makes no example of what the agent is told
	q.isTitled = q.isTitled || h.Level == 1
	if q.level == 0 && !isTitle && q.calls(string(h.Lines().Value(q.d.Source))) {
		q.level, q.start = h.Level, at
	}
}

// extent returns the range of a block with its children.
func (q *collector) extent(n ast.Node) analysis.Range {
	first, last := n, n
	for first.Lines().Len() == 0 && first.FirstChild() != nil && first.FirstChild().Type() == ast.TypeBlock {
		first = first.FirstChild()
	}
	for last.Lines().Len() == 0 && last.LastChild() != nil && last.LastChild().Type() == ast.TypeBlock {
		last = last.LastChild()
	}
	if first.Lines().Len() == 0 || last.Lines().Len() == 0 {
		return analysis.Range{}
	}
	return analysis.Range{Start: first.Lines().At(0).Start, End: last.Lines().At(last.Lines().Len() - 1).Stop}
}

const maxLabel = 120 // bytes of a line that may be a label

// labels adds the lines of a block that are wrong according to labels and comments. It reports whether the last line
// labels the next block as wrong.
func (q *collector) labels(n ast.Node) bool {
	lines := n.Lines()
	code := n.Kind() == ast.KindFencedCodeBlock || n.Kind() == ast.KindCodeBlock
	wrong, leads, afterColon := false, false, false
	for i := range lines.Len() {
		segment := lines.At(i)
		line := q.d.Source[segment.Start:segment.Stop]
		var is bool
		if code || n.Kind() == ast.KindHTMLBlock {
			is = isComment(line) && (!q.isBroad || q.calls(string(line)) || CallsGood(string(line)))
			leads = is && !code
		} else {
			is, leads = isLabel(line)
			if next := n.NextSibling(); q.isBroad {
				is = !(wrong && afterColon) // the line after a label
				afterColon = bytes.HasSuffix(bytes.Trim(line, "*_ \t\r\n"), []byte(":"))
				leads = leads || next != nil && (next.Kind() == ast.KindFencedCodeBlock || next.Kind() == ast.KindCodeBlock)
			}
		}
		if is {
			wrong = q.calls(string(line))
		}
		if wrong || q.isBroad && code && q.hasBadComment(line) {
			q.found = append(q.found, analysis.Range{Start: segment.Start, End: segment.Stop})
		}
	}
	return wrong && leads
}

// hasBadComment reports whether the comment at the end of a line of code calls it bad.
func (q *collector) hasBadComment(line []byte) bool {
	n := bytes.LastIndex(line, []byte(" # "))
	return n >= 0 && q.calls(string(line[n:]))
}

// isComment reports whether a line is a comment in a programming language.
func isComment(line []byte) bool {
	text := bytes.TrimSpace(line)
	for _, mark := range []string{"#", "//", "--", "/*", "<!--", ";"} {
		if bytes.HasPrefix(text, []byte(mark)) {
			return true
		}
	}
	return false
}

// isLabel reports whether a line is a label of text on the same line ("Bad: …"), or of the next block: if the
// whole line is bold or ends with a colon, leads is true.
func isLabel(line []byte) (is, leads bool) {
	line = bytes.TrimSpace(line)
	if len(line) > maxLabel || bytes.IndexByte(line, ':') < 0 && !bytes.HasPrefix(line, []byte("**")) {
		return false, false
	}
	text := string(line)
	plain := strings.Trim(text, "*_ ")
	bold := strings.HasPrefix(text, "**") && strings.HasSuffix(strings.TrimSuffix(text, ":"), "**") && !strings.Contains(plain, "**")
	if bold || strings.HasSuffix(plain, ":") {
		return true, true
	}
	first, _, colon := strings.Cut(plain, ":")
	return colon && len(strings.Fields(first)) <= 3 && phrases.In(lastWords(first))&(wrong|right) != 0, false
}

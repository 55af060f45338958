package markdown

import (
	"fmt"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/yuin/goldmark/ast"
)

// causeOf returns the block that probably causes an unclosed fence: a block in the same container that ends at a fence of
// another block, so that the later fences pair differently. nested is set if NestedFence reports the cause.
func causeOf(d *analysis.Document, read []reading, of map[ast.Node]int, f *analysis.Fence) (cause *mixedBlock, nested bool) {
	i, ok := of[f.Node.Parent()]
	if !ok {
		return nil, false
	}
	r := &read[i]
	if len(r.nestings) > 0 {
		return nil, true
	}
	if m := &r.mixed[0]; f.Info == "" && m.fence.Open.Start < f.Open.Start && !endsBlock(d, m.fence) {
		r.explains = true
		return m, false
	}
	return nil, false
}

// byContainer returns the indices of readings by their containers.
func byContainer(read []reading) map[ast.Node]int {
	of := map[ast.Node]int{}
	for i := range read {
		of[read[i].parent] = i
	}
	return of
}

// mixedFindings returns the findings for blocks that contain the start of another block, although all fences pair.
func mixedFindings(d *analysis.Document, read []reading, html htmlReading) []analysis.Diagnostic {
	var all []analysis.Diagnostic
	for _, r := range read {
		if r.explains {
			continue
		}
		for _, m := range r.mixed {
			if html.opens != nil && !html.opens[m.fence.Open.Start] {
				continue // it closes a fence that is parsed as HTML
			}
			b := openBlock{d: d, fence: m.fence, container: containerOf(m.fence.Node), end: m.inner.text.Start}
			if found, ok := b.mixed(m); ok {
				all = append(all, found)
			}
		}
	}
	return all
}

// proseInCode is the number of lines from which a block that contains text and ends at another block was probably never closed.
const proseInCode = 50

// neverClosed reports whether the closing fence of a block is missing: there are many lines and text before the next block
// starts. A block that shows Markdown is also long, but begins with a heading or has the language Markdown.
func neverClosed(d *analysis.Document, open, inner fenceLine) bool {
	first, next := d.LineOf(open.text.Start), d.LineOf(inner.text.Start)
	if open.fence == nil || isMarkdown(open.info) || next-first <= proseInCode || strings.HasPrefix(lineText(d, first+1), "#") {
		return false
	}
	b := openBlock{d: d, fence: open.fence, end: inner.text.Start}
	return b.hasText()
}

// missingEnd returns the finding for a block without a closing fence.
func (b *openBlock) missingEnd(m mixedBlock) (analysis.Diagnostic, bool) {
	if !neverClosed(b.d, fenceLine{text: m.fence.Open, info: m.fence.Info, fence: m.fence}, m.inner) {
		return analysis.Diagnostic{}, false
	}
	return analysis.Diagnostic{
		Range: m.fence.Open, Severity: b.severity(), Message: b.message(), Effect: asCode(b.d.LineOf(m.inner.text.Start)),
		Help:    fmt.Sprintf("close it with %s where the code ends", shorten(strings.Repeat(string(m.fence.Char), m.fence.Length))),
		Related: []analysis.Related{{Location: b.d.At(m.inner.text), Message: "parsed as code, not as an opening fence"}},
	}, true
}

// mixed returns the finding for a block that contains the start of another block, if there is text before the start.
func (b *openBlock) mixed(m mixedBlock) (analysis.Diagnostic, bool) {
	number := b.d.LineOf(m.inner.text.Start)
	if endsBlock(b.d, b.fence) {
		return b.unopened(asCode(number)), true
	}
	if c, ok := b.glued(); ok {
		return b.unclosed(c, asCode(number)), true
	}
	if found, ok := b.missingEnd(m); ok {
		return found, true
	}
	if isMarkdown(b.fence.Info) || !b.hasText() {
		return analysis.Diagnostic{}, false
	}
	return analysis.Diagnostic{
		Range: b.fence.Open, Severity: b.severity(), Message: fmt.Sprintf("code block is still open at line %d, where another one starts", number),
		Effect: asCode(number), Help: fmt.Sprintf("close it before line %d, or write a longer fence around both", number),
		Related: []analysis.Related{{Location: b.d.At(m.inner.text), Message: "parsed as code, not as an opening fence"}},
	}, true
}

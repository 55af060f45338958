package markdown

import (
	"fmt"
	"strings"

	"github.com/skilllint/skilllint/analysis"
)

// invertedFences returns the finding for bare fences that pair, but are inverted: a block begins at a fence that looks like the
// end of a block, and ends at one that looks like the start. The parsed code contains headings, and the text between blocks
// looks like code. There must be two consecutive such blocks, because a single one may be a template.
func invertedFences(d *analysis.Document) (analysis.Diagnostic, bool) {
	var first, last *analysis.Fence
	for i := range d.Fences {
		f := &d.Fences[i]
		if !isInverted(d, f) {
			first = nil
			continue
		}
		if first != nil && isCode(d, last.Close, f.Open) {
			return invertedFinding(d, first), true
		}
		first, last = f, f
	}
	return analysis.Diagnostic{}, false
}

// isInverted reports whether a block of bare fences contains headings, and its fences look like the end and the start of other
// blocks.
func isInverted(d *analysis.Document, f *analysis.Fence) bool {
	if f.Info != "" || !f.Closed || containerOf(f.Node) != "file" || !endsBlock(d, f) || !opensBlock(d, fenceLine{text: f.Close}) {
		return false
	}
	b := openBlock{d: d, fence: f}
	return b.headed() && b.hasText()
}

// isCode reports whether the text between two fences is code: most lines have characters of code, and none is a heading or a
// sentence.
func isCode(d *analysis.Document, after, before analysis.Range) bool {
	lines, code := 0, 0
	for number := d.LineOf(after.Start) + 1; number < d.LineOf(before.Start); number++ {
		line := lineText(d, number)
		switch {
		case isHeading([]byte(line)) || isSentence([]byte(line)) || isIntroduction(line):
			return false
		case strings.ContainsAny(line, "{}()=<>/$|;"):
			code++
			fallthrough
		case line != "":
			lines++
		}
	}
	return lines > 0 && 2*code >= lines
}

// invertedFinding returns the finding for inverted blocks: the block before the first one was never closed, or the first fence
// has no opening fence.
func invertedFinding(d *analysis.Document, first *analysis.Fence) analysis.Diagnostic {
	found := analysis.Diagnostic{
		Range: first.Open, Severity: analysis.Warning, About: "unopened", Message: "closing code fence has no opening fence",
		Effect: asCode(d.LineOf(first.Close.Start)), Help: "open the block where the code starts, or remove the fence",
	}
	before := previous(d, first)
	if before == nil || !before.Closed || !opensBlock(d, fenceLine{text: before.Close}) {
		return found
	}
	if isMarkdown(before.Info) {
		found = endsEarly(d, before, fenceLine{text: before.Close, char: before.Char, length: before.Length})
		found.Severity, found.Effect = analysis.Warning, asCode(d.LineOf(first.Close.Start))
		return found
	}
	if b := (openBlock{d: d, fence: before}); b.hasText() && isCode(d, before.Close, first.Open) {
		number := d.LineOf(before.Close.Start)
		found.Range, found.About = before.Open, ""
		found.Message = fmt.Sprintf("code block is still open at line %d, where another one starts", number)
		found.Effect, found.Help = asCode(number), "close it where the code ends"
		found.Related = []analysis.Related{{Location: d.At(before.Close), Message: "probably meant to open a block"}}
	}
	return found
}

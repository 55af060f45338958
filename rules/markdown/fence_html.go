package markdown

import (
	"bytes"

	"github.com/skilllint/skilllint/analysis"
	"github.com/yuin/goldmark/ast"
)

// fencesAfterTags returns the edits that put an empty line between an HTML tag and the fence on the line after it.
// CommonMark reads both as one block of HTML, and a closing fence after an empty line opens a block.
func fencesAfterTags(d *analysis.Document) []analysis.Edit {
	if d.Body == nil {
		return nil
	}
	var edits []analysis.Edit
	for n := d.Body.FirstChild(); n != nil; n = n.NextSibling() {
		if n.Kind() != ast.KindHTMLBlock {
			continue
		}
		lines := n.Lines()
		for i := 1; i < lines.Len(); i++ {
			before, line := lines.At(i-1), lines.At(i)
			tag := bytes.TrimSpace(before.Value(d.Source))
			if _, ok := readFence(d, analysis.Range{Start: line.Start, End: line.Stop}, 0); ok && bytes.HasPrefix(tag, []byte("<")) && bytes.HasSuffix(tag, []byte(">")) {
				edits = append(edits, analysis.Edit{Range: analysis.Range{Start: line.Start, End: line.Start}, Text: "\n"})
				break
			}
		}
	}
	return edits
}

// isBalanced reports whether every fence of a file is closed for readers that ignore HTML, and whether CommonMark reads
// one of their closing fences as an opening one.
func isBalanced(d *analysis.Document) (balanced, misread bool) {
	var open *fenceLine
	opens := map[int]bool{}
	for number := d.LineOf(d.BodyStart()); number <= d.LineCount(); number++ {
		l, ok := readFence(d, d.LineRange(number), 0)
		switch {
		case !ok || l.indent > 3:
		case open == nil:
			open = &l
			opens[l.text.Start] = true
		case l.info == "" && l.char == open.char && l.length >= open.length:
			open = nil
		}
	}
	for i := range d.Fences {
		misread = misread || !opens[d.Fences[i].Open.Start]
	}
	return open == nil, misread
}

// reportFenceAfterTag reports the first tag that is followed by a fence.
func reportFenceAfterTag(pass *analysis.Pass, edits []analysis.Edit) {
	d := pass.Document
	fence := d.TrimLine(d.LineRange(d.LineOf(edits[0].Range.Start)))
	tag := d.TrimLine(d.LineRange(d.LineOf(edits[0].Range.Start) - 1))
	pass.Report(analysis.Diagnostic{
		Range: fence, Severity: analysis.Info, Anywhere: true, About: "tag",
		Message:        "code fence directly after an HTML tag is not a fence",
		Effect:         "it is parsed as HTML, so the closing fence opens a block and the text after it becomes code",
		Related:        []analysis.Related{{Location: d.At(tag), Message: "the tag"}},
		SuggestedFixes: []analysis.SuggestedFix{{Title: "add an empty line after the tag", Safe: true, Uncovers: true, Edits: edits}},
	})
}

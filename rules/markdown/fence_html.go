package markdown

import (
	"bytes"
	"strings"

	"github.com/skilllint/skilllint/analysis"
)

// readIgnoringHTML reads the fences of a file as readers do that ignore HTML. It returns the edits that put an empty line
// between an HTML tag and the fence on the line after it: CommonMark reads both as one block of HTML, and a closing
// fence after an empty line opens a block. It reports whether all fences are closed for such readers, and whether
// CommonMark reads one of their closing fences as an opening one.
func readIgnoringHTML(d *analysis.Document) (edits []analysis.Edit, balanced, misread bool) {
	if len(d.Fences) == 0 || bytes.IndexByte(d.Source, '<') < 0 {
		return nil, false, false // there is no tag before a fence
	}
	var open *fenceLine
	opens := map[int]bool{}
	for number := d.LineOf(d.BodyStart()); number <= d.LineCount(); number++ {
		line := d.LineRange(number)
		l, ok := readFence(d, line, 0)
		switch {
		case !ok || l.indent > 3:
		case open == nil:
			open = &l
			opens[l.text.Start] = true
			if number > 1 && isTag(d.Text(d.TrimLine(d.LineRange(number-1)))) {
				edits = append(edits, analysis.Edit{Range: analysis.Range{Start: line.Start, End: line.Start}, Text: "\n"})
			}
		case l.info == "" && l.char == open.char && l.length >= open.length:
			open = nil
		}
	}
	for i := range d.Fences {
		misread = misread || !opens[d.Fences[i].Open.Start]
	}
	return edits, open == nil, misread
}

// isTag reports whether a line is an HTML tag and what is in it.
func isTag(line string) bool { return strings.HasPrefix(line, "<") && strings.HasSuffix(line, ">") }

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

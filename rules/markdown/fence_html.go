package markdown

import (
	"bytes"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/yuin/goldmark/ast"
)

// An htmlReading is the interpretation of the fences of a file by readers that ignore HTML. In CommonMark, a fence in an HTML
// block is part of that block, and its closing fence after an empty line opens a code block.
type htmlReading struct {
	edits    []analysis.Edit // insert an empty line before fences in HTML
	opens    map[int]bool    // offsets of the opening fences; nil without HTML
	balanced bool            // all fences are closed
	misread  bool            // in CommonMark, a closing fence opens a block
	mixed    bool            // a block contains the start of another one
}

func readIgnoringHTML(d *analysis.Document) htmlReading {
	blocks := htmlBlocks(d)
	if len(d.Fences) == 0 || len(blocks) == 0 {
		return htmlReading{}
	}
	h := htmlReading{opens: map[int]bool{}}
	read := map[int]bool{} // the opening fences in CommonMark
	for i := range d.Fences {
		read[d.Fences[i].Open.Start] = true
	}
	var open *fenceLine
	starts, inTag := true, false // whether a block starts at the line, and whether the current block starts with a tag
	for number := d.LineOf(d.BodyStart()); number <= d.LineCount(); number++ {
		line := d.LineRange(number)
		for len(blocks) > 0 && blocks[0].End <= line.Start {
			blocks = blocks[1:]
		}
		l, ok := readFence(d, line, 0)
		if text := lineText(d, number); open != nil || text == "" {
			starts, inTag = true, false
		} else if starts && !ok {
			starts, inTag = false, isTag(text)
		}
		switch {
		case !ok || l.indent > 3:
		case open == nil:
			open = &l
			h.opens[l.text.Start] = true
			inHTML := len(blocks) > 0 && blocks[0].Start < line.Start
			if inHTML || !read[l.text.Start] && (inTag || isTag(lineText(d, max(1, number-1)))) {
				h.edits = append(h.edits, analysis.Edit{Range: analysis.Range{Start: line.Start, End: line.Start}, Text: "\n"})
			}
		case l.info == "" && l.char == open.char && l.length >= open.length:
			open = nil
		case l.info != "" && l.char == open.char && l.length >= open.length:
			h.mixed = true
		}
	}
	for at := range read {
		h.misread = h.misread || !h.opens[at]
	}
	h.balanced = open == nil
	return h
}

// htmlBlocks returns the HTML blocks that end at an empty line.
func htmlBlocks(d *analysis.Document) []analysis.Range {
	var blocks []analysis.Range
	if bytes.IndexByte(d.Source[d.BodyStart():], '<') < 0 {
		return nil
	}
	for _, n := range d.Leaves() {
		b, ok := n.(*ast.HTMLBlock)
		if !ok || b.HTMLBlockType < ast.HTMLBlockType6 || b.Lines().Len() == 0 {
			continue
		}
		lines := b.Lines()
		if r := (analysis.Range{Start: lines.At(0).Start, End: lines.At(lines.Len() - 1).Stop}); r.Start >= d.BodyStart() {
			blocks = append(blocks, r)
		}
	}
	return blocks
}

// isTag reports whether a line starts and ends with an HTML tag.
func isTag(line string) bool { return strings.HasPrefix(line, "<") && strings.HasSuffix(line, ">") }

// report reports the first fence in HTML.
func (h *htmlReading) report(pass *analysis.Pass) {
	d := pass.Document
	number := d.LineOf(h.edits[0].Range.Start)
	before := d.TrimLine(d.LineRange(number - 1))
	found := analysis.Diagnostic{
		Range: d.TrimLine(d.LineRange(number)), Severity: analysis.Info, Anywhere: true, About: "tag",
		Message:        "code fence directly after an HTML tag is not a fence",
		Effect:         "it is parsed as HTML, so the closing fence opens a block and the text after it becomes code",
		Related:        []analysis.Related{{Location: d.At(before), Message: "the tag"}},
		SuggestedFixes: []analysis.SuggestedFix{{Title: "add an empty line after the tag", Safe: true, Uncovers: true, Edits: h.edits}},
	}
	if !isTag(d.Text(before)) {
		found.Message, found.Related = "code fence in an HTML block is not a fence", nil
		found.SuggestedFixes[0].Title = "add an empty line before the fence"
	}
	if h.mixed { // with the edits, blocks end at the wrong fences
		found.Help, found.SuggestedFixes = found.SuggestedFixes[0].Title, nil
	}
	pass.Report(found)
}

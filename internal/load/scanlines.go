package load

import (
	"bytes"

	"github.com/skilllint/skilllint/analysis"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"
)

// scanLines replaces goldmark for text that a guard rejected: it finds unindented fences and ATX headings,
// and treats all other lines as paragraphs. It is linear.
func scanLines(clean []byte, start int) (ast.Node, []analysis.Fence) {
	root := ast.NewDocument()
	var found []analysis.Fence
	var paragraph *ast.Paragraph
	open := -1
	for at := start; at < len(clean); {
		l := lineAt(clean, at)
		segment := text.NewSegment(at, l.next)
		line := clean[l.text.Start:l.text.End]
		at = l.next
		if open >= 0 {
			if f := &found[open]; closesFence(line, f) {
				f.Closed, f.End = true, l.next
				f.Close = trimLeft(clean, l.text)
				open = -1
			} else {
				f.Node.Lines().Append(segment)
				f.End = l.next
			}
			continue
		}
		if f, ok := openingFence(clean, l); ok {
			root.AppendChild(root, f.Node)
			found, open, paragraph = append(found, f), len(found), nil
			continue
		}
		if level := atxLevel(line); level > 0 {
			h := ast.NewHeading(level)
			title := bytes.TrimSpace(line[level:])
			from := l.text.Start + level + bytes.Index(line[level:], title)
			h.SetPos(l.text.Start)
			h.Lines().Append(text.NewSegment(from, from+len(title)))
			root.AppendChild(root, h)
			paragraph = nil
			continue
		}
		if len(bytes.TrimSpace(line)) == 0 {
			paragraph = nil
			continue
		}
		if paragraph == nil {
			paragraph = ast.NewParagraph()
			paragraph.SetPos(l.text.Start)
			root.AppendChild(root, paragraph)
		}
		paragraph.Lines().Append(segment)
	}
	return root, found
}

// openingFence returns the fence that a line opens.
func openingFence(clean []byte, l line) (analysis.Fence, bool) {
	r := trimLeft(clean, l.text)
	text := clean[r.Start:r.End]
	if r.Start-l.text.Start > 3 || len(text) < 3 || text[0] != '`' && text[0] != '~' {
		return analysis.Fence{}, false
	}
	n := 0
	for n < len(text) && text[n] == text[0] {
		n++
	}
	info := bytes.TrimSpace(text[n:])
	if n < 3 || text[0] == '`' && bytes.IndexByte(info, '`') >= 0 {
		return analysis.Fence{}, false
	}
	node := ast.NewFencedCodeBlock(nil)
	node.SetPos(r.Start)
	end := r.Start + len(bytes.TrimRight(text, " \t"))
	return analysis.Fence{Node: node, Open: analysis.Range{Start: r.Start, End: end}, Info: string(info),
		Char: text[0], Length: n, End: l.next}, true
}

func closesFence(line []byte, f *analysis.Fence) bool {
	indent := len(line) - len(bytes.TrimLeft(line, " "))
	marks := bytes.TrimRight(line[indent:], " \t")
	return indent < 4 && len(marks) >= f.Length && len(bytes.Trim(marks, string(f.Char))) == 0
}

func atxLevel(line []byte) int {
	n := 0
	for n < len(line) && line[n] == '#' {
		n++
	}
	if n == 0 || n > 6 || n < len(line) && line[n] != ' ' && line[n] != '\t' {
		return 0
	}
	return n
}

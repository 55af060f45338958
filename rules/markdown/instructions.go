package markdown

import (
	"bytes"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/yuin/goldmark/ast"
)

const shortHeading = 6 // words; a longer heading is an instruction

// emptyMessage describes a body without instructions. It returns "" if the body has instructions.
func emptyMessage(d *analysis.Document) string {
	if len(bytes.TrimSpace(d.Source[d.BodyStart():])) == 0 {
		if d.Header.State != analysis.HeaderClosed {
			return "empty file"
		}
		return "empty body"
	}
	message := "body contains only comments"
	for n := d.Body.FirstChild(); n != nil; n = n.NextSibling() {
		switch n := n.(type) {
		case *ast.ThematicBreak, *ast.LinkReferenceDefinition:
		case *ast.HTMLBlock:
			if !isComment(d, n) {
				return ""
			}
		case *ast.Heading:
			message = "body contains only headings"
			if words(d, n) >= shortHeading {
				return ""
			}
		default:
			return ""
		}
	}
	return message
}

// isComment reports whether a block contains only comments.
func isComment(d *analysis.Document, block *ast.HTMLBlock) bool {
	if block.HTMLBlockType != ast.HTMLBlockType2 {
		return false
	}
	text := block.Lines().Value(d.Source)
	if block.HasClosure() {
		text = append(text, block.ClosureLine.Value(d.Source)...)
	}
	for {
		text = bytes.TrimSpace(text)
		rest, opened := bytes.CutPrefix(text, []byte("<!--"))
		if !opened {
			return len(text) == 0
		}
		_, text, _ = bytes.Cut(rest, []byte("-->"))
	}
}

func words(d *analysis.Document, h *ast.Heading) int {
	n := 0
	for i := range h.Lines().Len() {
		line := h.Lines().At(i)
		n += len(strings.Fields(string(line.Value(d.Source))))
	}
	return n
}

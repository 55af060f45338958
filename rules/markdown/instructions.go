package markdown

import (
	"bytes"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/yuin/goldmark/ast"
)

const shortHeading = 6 // words from which a heading is an instruction itself

// withoutInstructions says what stands in a body that tells a model nothing; "" if it tells it
// something.
func withoutInstructions(d *analysis.Document) string {
	what := "nothing stands behind the header"
	if d.Header.State != analysis.HeaderClosed {
		what = "nothing stands in the file"
	}
	if len(bytes.TrimSpace(d.Source[d.BodyStart():])) == 0 {
		return what
	}
	what += " but comments"
	for n := d.Body.FirstChild(); n != nil; n = n.NextSibling() {
		switch n := n.(type) {
		case *ast.ThematicBreak, *ast.LinkReferenceDefinition:
		case *ast.HTMLBlock:
			if !isComment(d, n) {
				return ""
			}
		case *ast.Heading:
			what = strings.Replace(what, "comments", "headings", 1)
			if words(d, n) >= shortHeading {
				return ""
			}
		default:
			return ""
		}
	}
	return what
}

// isComment reports whether a block is comments and nothing else.
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

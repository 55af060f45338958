package markdown

import (
	"bytes"
	"strings"

	"github.com/skilllint/skilllint/analysis"
)

// A fenceLine is a line that looks like a fence, whatever its indentation.
type fenceLine struct {
	text   analysis.Range // without surrounding white space
	char   byte
	length int
	info   string
	indent int // columns of indentation within its container
}

// readFence parses a line as a fence.
func readFence(d *analysis.Document, line analysis.Range, padding int) (fenceLine, bool) {
	text := bytes.TrimSpace(d.Source[line.Start:line.End])
	if len(text) < 3 || text[0] != '`' && text[0] != '~' {
		return fenceLine{}, false
	}
	l := fenceLine{char: text[0], text: d.TrimLine(line), indent: padding}
	for l.length < len(text) && text[l.length] == l.char {
		l.length++
	}
	l.info = string(bytes.TrimSpace(text[l.length:]))
	for _, c := range d.Source[line.Start:l.text.Start] {
		l.indent++
		if c == '\t' {
			l.indent += 3
		}
	}
	return l, l.length >= 3 && (l.char != '`' || !strings.Contains(l.info, "`"))
}

// outOfStep returns the first closed block of a file that contains what looks like the start of another
// block, and the line of that start. From there on, fences are not parsed as they were meant. outer is nil
// if there is none.
func outOfStep(d *analysis.Document) (outer *analysis.Fence, inner analysis.Range) {
	for i := range d.Fences {
		f := &d.Fences[i]
		if !f.Closed {
			return nil, inner
		}
		lines := f.Node.Lines()
		for j := range lines.Len() {
			segment := lines.At(j)
			l, ok := readFence(d, analysis.Range{Start: segment.Start, End: segment.Stop}, segment.Padding)
			if !ok || l.info == "" || l.char != f.Char || l.length < f.Length || l.indent > 3 {
				continue
			}
			if f.Info == "" && i > 0 {
				f = &d.Fences[i-1] // a bare fence was meant to close the previous block
			}
			return f, l.text
		}
	}
	return nil, inner
}

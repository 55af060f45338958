package markdown

import (
	"bytes"
	"strings"

	"github.com/skilllint/skilllint/analysis"
)

// A fenceLine is a line that looks like a fence, with any indentation.
type fenceLine struct {
	text   analysis.Range // without surrounding white space
	char   byte
	length int
	info   string
	indent int             // columns of indentation within its container
	open   bool            // as parsed, a block is open after the line
	fence  *analysis.Fence // as parsed, the block that it opens, or nil
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

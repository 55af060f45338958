package load

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
)

// Limits of what goldmark parses: 10 kB of list markers on a line can take it 4 s and 1.2 GB. Each bracket
// may start a link, which takes 400 bytes until the paragraph ends.
const (
	maxMarkers      = 100 // container markers at the start of a line
	maxIndent       = 400 // columns before a list marker
	leastBrackets   = 1_000
	bytesPerBracket = 4 // "[a](b)" has one in six
)

func sizeLimit(f *analysis.File) analysis.Limit {
	return analysis.Limit{Effect: "the file was not checked",
		Message: fmt.Sprintf("file is %s bytes long (limit %s)", quote.Count(int(f.Size)), quote.Count(int(limitOf(f))))}
}

// unparsed returns the limit for a text that is not parsed as Markdown because of the line at an offset.
func unparsed(clean []byte, at int, why string) *analysis.Limit {
	l := lineAt(clean, at)
	if l.text.Len() == 0 {
		l.text.End = l.next
	}
	return &analysis.Limit{Range: l.text, Message: why, Effect: "only headings and code fences were checked"}
}

// guardBlocks returns the limit for the first line that is too slow for the block parser, or nil.
func guardBlocks(clean []byte, start int) *analysis.Limit {
	if len(clean)-start > MaxMarkdown {
		return unparsed(clean, start, fmt.Sprintf("Markdown text is %s bytes long (limit %s)", quote.Count(len(clean)-start), quote.Count(MaxMarkdown)))
	}
	if n := bytes.Count(clean[start:], []byte{'['}); n > leastBrackets+(len(clean)-start)/bytesPerBracket {
		return unparsed(clean, start, fmt.Sprintf("Markdown text has %s opening brackets", quote.Count(n)))
	}
	m := newMeter(len(clean))
	for at := start; at < len(clean); {
		l := lineAt(clean, at)
		n, why := slowLine(clean[l.text.Start:l.text.End])
		if m.left -= n * n / 2; m.left < 0 && why == "" { // each marker scans all that follow
			why = "too many list and quote markers at the start of lines"
		}
		if why != "" {
			return unparsed(clean, at, why)
		}
		at = l.next
	}
	return nil
}

// slowLine returns the number of markers at the start of a line, and the reason if the line is too slow.
func slowLine(text []byte) (n int, why string) {
	i, indent := 0, 0
	for ; i < len(text) && (text[i] == ' ' || text[i] == '\t'); i++ {
		if indent++; text[i] == '\t' {
			indent += 3
		}
	}
	if i == len(text) {
		return 0, ""
	}
	n = countMarkers(text[i:])
	switch {
	case n > 0 && indent > maxIndent:
		why = fmt.Sprintf("list marker is indented more than %d columns", maxIndent)
	case n > maxMarkers:
		why = fmt.Sprintf("more than %d list and quote markers on one line", maxMarkers)
	}
	return n, why
}

// countMarkers counts the container markers at the start of a line.
func countMarkers(text []byte) int {
	n := 0
	for i := 0; i < len(text); {
		switch c := text[i]; {
		case c == ' ' || c == '\t':
			i++
		case c == '>':
			n++
			i++
		case strings.IndexByte("-*+", c) >= 0 && i+1 < len(text) && (text[i+1] == ' ' || text[i+1] == '\t'):
			n++
			i++
		case c >= '0' && c <= '9':
			j := i
			for j < len(text) && text[j] >= '0' && text[j] <= '9' {
				j++
			}
			if j == len(text) || text[j] != '.' && text[j] != ')' {
				return n
			}
			n++
			i = j + 1
		default:
			return n
		}
	}
	return n
}

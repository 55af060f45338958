package load

import (
	"fmt"

	"github.com/skilllint/skilllint/analysis"
)

// What goldmark is not shown: 10 kB of list markers on a line can take it 4 s and 1.2 GB.
const (
	maxMarkers = 100 // container markers at the start of a line
	maxIndent  = 400 // columns before a list marker
)

func sizeLimit(f *analysis.File) analysis.Limit {
	return analysis.Limit{Message: fmt.Sprintf("the file has %d bytes, more than the %d that are read; nothing of it was checked", f.Size, limitOf(f))}
}

// unparsed is the limit of a text that is not parsed as Markdown for a reason, found in the line at an offset.
func unparsed(clean []byte, at int, why string) *analysis.Limit {
	l := lineAt(clean, at)
	if l.text.Len() == 0 {
		l.text.End = l.next
	}
	return &analysis.Limit{Range: l.text, Message: why + ", so only headings and fences were looked at"}
}

// guardBlocks looks for lines that the block parser takes too long for. It returns the first, or nil.
func guardBlocks(clean []byte, start int) *analysis.Limit {
	if len(clean)-start > MaxMarkdown {
		return unparsed(clean, start, fmt.Sprintf("the text has %d bytes, more than the %d that are parsed as Markdown", len(clean)-start, MaxMarkdown))
	}
	for at := start; at < len(clean); {
		l := lineAt(clean, at)
		if why := slowLine(clean[l.text.Start:l.text.End]); why != "" {
			return unparsed(clean, at, why)
		}
		at = l.next
	}
	return nil
}

func slowLine(text []byte) string {
	i, indent := 0, 0
	for ; i < len(text) && (text[i] == ' ' || text[i] == '\t'); i++ {
		if indent++; text[i] == '\t' {
			indent += 3
		}
	}
	if i == len(text) {
		return ""
	}
	n := markers(text[i:])
	switch {
	case n > 0 && indent > maxIndent:
		return fmt.Sprintf("a list marker is indented by more than %d columns", maxIndent)
	case n > maxMarkers:
		return fmt.Sprintf("more than %d list and quote markers stand on one line", maxMarkers)
	}
	return ""
}

// markers counts the container markers that a line begins with.
func markers(text []byte) int {
	n := 0
	for i := 0; i < len(text); {
		switch c := text[i]; {
		case c == ' ' || c == '\t':
			i++
		case c == '>':
			n++
			i++
		case (c == '-' || c == '*' || c == '+') && i+1 < len(text) && (text[i+1] == ' ' || text[i+1] == '\t'):
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

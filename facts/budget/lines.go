package budget

import (
	"bytes"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/tokenizer"
)

// Marker is the line that follows truncated text. It is not counted.
const TruncationMarker = "... [truncated for context budget]"

// MinimalLines is the number of lines that the strategy "minimal" loads, including the frontmatter.
const MinimalLines = 50

// TruncateLines returns the end of the first lines of a text that are within a limit of tokens, and their tokens. The
// end is len(text) if all lines are. Each line is counted separately, by characters / 4 and without
// its line feed.
func TruncateLines(text []byte, limit int) (end, tokens int) {
	for end < len(text) {
		line, next := text[end:], len(text)
		if n := bytes.IndexByte(line, '\n'); n >= 0 {
			line, next = line[:n], end+n+1
		}
		cost := tokenizer.Chars4(line)
		if tokens+cost > limit {
			return end, tokens
		}
		tokens += cost
		end = next
	}
	return end, tokens
}

// MinimalLength returns the offset after the last line that the strategy "minimal" loads, like head -n 50.
func MinimalLength(source []byte) int {
	end := 0
	for range MinimalLines {
		n := bytes.IndexByte(source[end:], '\n')
		if n < 0 {
			return len(source)
		}
		end += n + 1
	}
	return end
}

// A LineEnd is the end of the lines that the strategy "minimal" loads.
type LineEnd struct {
	Offset int             // after the last byte
	Line   int             // the last line
	Whole  bool            // the whole file is loaded
	Header bool            // inside the frontmatter
	Fence  *analysis.Fence // the fenced block that contains it; nil: none
}

// MinimalEnd returns the end of the strategy "minimal" in a document.
func MinimalEnd(d *analysis.Document) LineEnd {
	offset := MinimalLength(d.Source)
	e := LineEnd{Offset: offset, Whole: offset == len(d.Source), Line: d.LineOf(max(0, offset-1))}
	if e.Whole {
		return e
	}
	e.Header = offset < d.BodyStart()
	for i := range d.Fences {
		if f := &d.Fences[i]; f.Open.Start < offset && offset < f.End {
			e.Fence = f
			break
		}
	}
	return e
}

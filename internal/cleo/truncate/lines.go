package truncate

import (
	"bytes"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/tokenizer"
)

// Marker is the line that follows a text whose lines were cut. It is not counted.
const Marker = "... [truncated for context budget]"

// MinimalLines is how many lines the strategy "minimal" loads of a file, its header included.
const MinimalLines = 50

// Lines returns how much of a text its first lines have that are within a limit of tokens: the
// offset behind the line feed of the last one, or len(text) when all are. Each line is counted for
// itself, by characters / 4, its line feed not; the first that would exceed ends the text. Tokens
// are those of the lines kept.
func Lines(text []byte, limit int) (end, tokens int) {
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

// Minimal returns the offset behind the last line that the strategy "minimal" loads: what
// head -n 50 prints of the file.
func Minimal(source []byte) int {
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

// An End is where the first lines of a document end that the strategy "minimal" loads.
type End struct {
	Offset int             // behind the last byte
	Line   int             // the last line
	Whole  bool            // nothing of the file is left out
	Header bool            // the header is not closed before it
	Fence  *analysis.Fence // the fenced block that it cuts in two; nil: none
}

// MinimalEnd returns where the strategy "minimal" ends in a document.
func MinimalEnd(d *analysis.Document) End {
	offset := Minimal(d.Source)
	e := End{Offset: offset, Whole: offset == len(d.Source), Line: d.LineOf(max(0, offset-1))}
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

package yamltree

import (
	"fmt"
	"unicode/utf8"

	"github.com/skilllint/skilllint/analysis"
)

// sizeLimit is for a text that is too long to be read: at the line where the limit is reached.
func sizeLimit(text []byte, offset int) analysis.Limit {
	at := maxBytes
	for back := 0; back < longestShown && !isNewline(text[at-1]); back++ {
		at--
	}
	for at+1 < len(text) && (isBlank(text[at]) || isNewline(text[at]) || !utf8.RuneStart(text[at])) {
		at++
	}
	return analysis.Limit{
		Range: shifted(restOfLine(text, at), offset),
		Message: fmt.Sprintf("the YAML has %d bytes, and skilllint reads %d at most, so none of it is checked; move text into the body or a file of its own",
			len(text), maxBytes),
	}
}

// limit returns the limit that the fault is, or nil when it is none.
func (p *shaper) limit() *analysis.Limit {
	var what string
	switch p.fault.code {
	case tooManyNodes:
		what = fmt.Sprintf("the YAML has more than %d keys and values", maxNodes)
	case tooDeep:
		what = fmt.Sprintf("the YAML is nested more than %d deep", maxDepth)
	default:
		return nil
	}
	return &analysis.Limit{
		Range:   restOfLine(p.src, p.fault.from),
		Message: what + " here, where skilllint gives up, so none of it is checked; make it smaller",
	}
}

// longestShown bounds the ranges of limits, in bytes: their lines may be as long as they like.
const longestShown = 80

// restOfLine returns the range from an offset to the end of its line, without blanks there.
func restOfLine(text []byte, from int) analysis.Range {
	end := from
	for i := from; i < len(text) && i < from+longestShown && lineBreak(text, i) == 0; i++ {
		if !isBlank(text[i]) {
			end = i + 1
		}
	}
	for end < len(text) && end > from && !utf8.RuneStart(text[end]) {
		end--
	}
	return analysis.Range{Start: from, End: end}
}

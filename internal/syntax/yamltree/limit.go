package yamltree

import (
	"fmt"
	"unicode/utf8"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/syntax/libyaml"
)

// sizeLimit returns the limit for a text that is too long, with the line where the limit is exceeded.
func sizeLimit(text []byte, offset int) analysis.Limit {
	at := maxBytes
	for back := 0; back < longestShown && !libyaml.IsNewline(text[at-1]); back++ {
		at--
	}
	for at+1 < len(text) && (libyaml.IsBlank(text[at]) || libyaml.IsNewline(text[at]) || !utf8.RuneStart(text[at])) {
		at++
	}
	return analysis.Limit{
		Range:   shifted(restOfLine(text, at), offset),
		Message: fmt.Sprintf("YAML is %s bytes long (limit %s)", quote.Count(len(text)), quote.Count(maxBytes)),
		Help:    "move text to the body or to a separate file",
	}
}

// limit returns the exceeded limit, or nil if the error is a syntax error.
func limit(p *libyaml.Outline) *analysis.Limit {
	exceeded := analysis.Limit{Range: restOfLine(p.Src, p.Err.From)}
	switch p.Err.Code {
	case libyaml.TooManyNodes:
		exceeded.Message = fmt.Sprintf("YAML has more than %s keys and values", quote.Count(variant.MaxNodes))
		exceeded.Help = "remove some of them"
	case libyaml.TooDeep:
		exceeded.Message = fmt.Sprintf("YAML is nested more than %d levels deep", variant.MaxDepth)
		exceeded.Help = "flatten it"
	default:
		return nil
	}
	return &exceeded
}

// longestShown bounds the ranges of limits, in bytes: lines can be arbitrarily long.
const longestShown = 80

// restOfLine returns the range from an offset to the end of its line, without trailing spaces and tabs.
func restOfLine(text []byte, from int) analysis.Range {
	end := from
	for i := from; i < len(text) && i < from+longestShown && libyaml.LineBreak(text, i) == 0; i++ {
		if !libyaml.IsBlank(text[i]) {
			end = i + 1
		}
	}
	for end < len(text) && end > from && !utf8.RuneStart(text[end]) {
		end--
	}
	return analysis.Range{Start: from, End: end}
}

package yamltree

import (
	"bytes"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/syntax/libyaml"
)

// Comments returns the comments of the YAML in a range of source, each from its "#" to the end of the line, in order.
// If the YAML does not parse, it returns those before the error; if it is too large, none.
func Comments(source []byte, content analysis.Range) []analysis.Range {
	for bytes.HasPrefix(source[content.Start:content.End], []byte("\ufeff")) {
		content.Start += len("\ufeff")
	}
	text := source[content.Start:content.End]
	if len(text) > maxBytes || bytes.IndexByte(text, '#') < 0 {
		return nil
	}
	var comments []analysis.Range
	for _, start := range libyaml.Comments(text, variant) {
		end := start
		for end < len(text) && libyaml.LineBreak(text, end) == 0 {
			end++
		}
		comments = append(comments, shifted(analysis.Range{Start: start, End: end}, content.Start))
	}
	return comments
}

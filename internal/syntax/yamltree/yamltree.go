// Package yamltree parses YAML into analysis.Values with exact ranges. It accepts any bytes.
//
// [libyaml] reads the text once. It accepts what yaml.v3 accepts, stops at our limits, and returns the range of each
// node. convert.go turns nodes into values; yaml.v3 resolves the types of scalars, and is the reference for all else in
// tests. For invalid text, cause.go diagnoses the mistake from the token at which libyaml stops.
package yamltree

import (
	"bytes"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/syntax/libyaml"
)

// The limits of frontmatter and YAML files. The longest of 687 published frontmatter blocks has 1,307 bytes.
const (
	maxBytes    = 64 << 10
	maxExpanded = 10000 // nodes that aliases and merge keys may expand to in total
)

// variant is the variant of libyaml in yaml.v3.
var variant = libyaml.Variant{MaxNodes: 2000, MaxDepth: 64, JoinedComments: true}

// A Tree is the result of parsing. Root and Broken are both nil for empty YAML, and if a limit is
// exceeded.
type Tree struct {
	Root     *analysis.Value
	Broken   *analysis.Problem       // why Root is nil
	Warnings []analysis.ParseWarning // what clients parse differently, in the order of the file
	Limits   []analysis.Limit        // why Root is nil: a limit of skilllint
}

// Parse parses the YAML in a range of source. All ranges of the tree are offsets in source. A byte order mark before
// the YAML is skipped.
func Parse(source []byte, content analysis.Range) Tree {
	for bytes.HasPrefix(source[content.Start:content.End], []byte("\ufeff")) {
		content.Start += len("\ufeff")
	}
	text := source[content.Start:content.End]
	if len(text) > maxBytes {
		return Tree{Limits: []analysis.Limit{sizeLimit(text, content.Start)}}
	}
	stray, broken := libyaml.FindInvalid(text)
	if stray >= 0 {
		return Tree{Broken: controlCharacter(text, stray).shift(content.Start)}
	}
	shapes := libyaml.Read(text, variant)
	if f := shapes.Err; f != nil {
		if limit := limit(shapes); limit != nil {
			limit.Range = shifted(limit.Range, content.Start)
			return Tree{Limits: []analysis.Limit{*limit}}
		}
		return Tree{Broken: diagnose(shapes).shift(content.Start)}
	}
	if len(shapes.Shapes) == 0 {
		return Tree{}
	}
	return convert(shapes, content.Start, broken)
}

func shifted(r analysis.Range, by int) analysis.Range {
	return analysis.Range{Start: r.Start + by, End: r.End + by}
}

package yamltree

import (
	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/syntax/libyaml"
)

// tags notes the tags, and the first anchor: readers that know neither are in use.
func (c *converter) tags() {
	anchored := false
	for _, p := range c.Properties {
		r := analysis.Range{Start: p.Start, End: p.End}
		text := quote.Text(string(c.Src[p.Start:p.End]))
		switch {
		case p.Kind == libyaml.AnchorMark && !anchored:
			anchored = true
			c.odd(analysis.Anchor, r, text+" is an anchor, which some readers of headers refuse; write the value wherever it is needed")
		case p.Kind == libyaml.AnchorMark:
		case isCore(string(c.Src[p.Start:p.End])):
			c.odd(analysis.CoreTag, r, text+" is a tag, which some readers of headers refuse; remove it, and put the value in quotation marks if it is text")
		default:
			c.odd(analysis.UnknownTag, r, text+" is a tag of YAML that most readers refuse; put the value in quotation marks if it is text, or remove the tag")
		}
	}
}

// isCore reports whether a tag is of YAML's core schema.
func isCore(tag string) bool {
	switch tag {
	case "!", "!!str", "!!int", "!!float", "!!bool", "!!null", "!!seq", "!!map":
		return true
	}
	return false
}

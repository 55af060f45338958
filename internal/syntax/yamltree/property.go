package yamltree

import (
	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/syntax/libyaml"
)

// tags reports the tags and the first anchor, because some parsers support neither.
func (c *converter) tags() {
	anchored := false
	for _, p := range c.Properties {
		r := analysis.Range{Start: p.Start, End: p.End}
		text := quote.Text(string(c.Src[p.Start:p.End]))
		switch {
		case p.Kind == libyaml.AnchorMark && !anchored:
			anchored = true
			c.warn(analysis.Anchor, r, "YAML anchor "+text, "repeat the value where it is needed")
		case p.Kind == libyaml.AnchorMark:
		case isCore(string(c.Src[p.Start:p.End])):
			c.warn(analysis.CoreTag, r, "YAML tag "+text, "remove the tag, and quote the value if it is text")
		default:
			c.warn(analysis.UnknownTag, r, "unknown YAML tag "+text, "quote the value if it is text, or remove the tag")
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

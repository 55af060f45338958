package yamltree

import (
	"fmt"
	"slices"

	"gopkg.in/yaml.v3"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/quote"
	"github.com/skilllint/skilllint/internal/sorting"
	"github.com/skilllint/skilllint/internal/syntax/libyaml"
)

// A converter makes Values of yaml.v3's nodes and the shapes of the same text, which come in the
// same order. What an alias stands for is converted again from its anchor's shape on, so that the
// values share nothing.
type converter struct {
	text       []byte
	offset     int  // of text in the file
	disguised  bool // question marks are disguised
	shapes     []libyaml.Shape
	next       int // the shape of the next node
	properties []libyaml.Property
	values     []analysis.Value // one for each shape
	oddities   []analysis.Oddity

	anchored map[*yaml.Node]int // the shapes of nodes that have an anchor
	open     []*yaml.Node       // anchored collections that are being converted
	depth    int
	alias    *libyaml.Shape // the outermost alias that is being expanded
	expanded int            // how many nodes aliases have become so far
	refused  bool           // an alias was not expanded, for what it would have become
}

func convert(p *libyaml.Outline, root *yaml.Node, offset, broken int) Tree {
	c := &converter{text: p.Src, offset: offset, shapes: p.Shapes, properties: p.Properties, disguised: len(p.Questions) > 0,
		values: make([]analysis.Value, len(p.Shapes))}
	if broken >= 0 {
		c.odd(analysis.BadUTF8, analysis.Range{Start: broken, End: broken + 1}, "the byte is not UTF-8; save the file as UTF-8")
	}
	c.tags()
	value := c.value(root)
	sorting.By(c.oddities, func(a, b analysis.Oddity) int { return a.Range.Start - b.Range.Start })
	return Tree{Root: value, Oddities: c.oddities}
}

func (c *converter) odd(kind analysis.OddityKind, r analysis.Range, message string) {
	if c.alias == nil {
		c.oddities = append(c.oddities, analysis.Oddity{Kind: kind, Range: shifted(r, c.offset), Message: message})
	}
}

// source returns the text of a shape as written.
func (c *converter) source(s libyaml.Shape) string { return string(c.text[s.Start:s.End]) }

// value converts the next node.
func (c *converter) value(n *yaml.Node) *analysis.Value {
	index := c.next
	s := c.shapes[index]
	c.next++
	v := c.make(index)
	v.Range = analysis.Range{Start: s.Start + c.offset, End: s.End + c.offset}
	if n.Anchor != "" {
		v.Note |= analysis.Anchored
		if c.anchored == nil {
			c.anchored = map[*yaml.Node]int{}
		}
		c.anchored[n] = index
	}
	if n.Style&yaml.TaggedStyle != 0 {
		v.Note |= analysis.Tagged
	}
	switch s.Form {
	case libyaml.Scalar:
		c.scalar(v, n, s)
		return v
	case libyaml.Alias:
		c.expand(v, n, s)
		return v
	}
	if n.Anchor != "" {
		c.open = append(c.open, n)
		defer func() { c.open = c.open[:len(c.open)-1] }()
	}
	if n.Style&yaml.FlowStyle != 0 {
		v.Style = analysis.Flow
	}
	c.depth++
	if s.Form == libyaml.Sequence {
		c.list(v, n)
	} else {
		c.mapping(v, n)
	}
	c.depth--
	return v
}

// make returns the value of a shape: one of the values made beforehand, or another one for what
// an alias stands for.
func (c *converter) make(index int) *analysis.Value {
	if c.alias == nil {
		return &c.values[index]
	}
	c.expanded++
	return new(analysis.Value)
}

func (c *converter) list(v *analysis.Value, n *yaml.Node) {
	v.Kind = analysis.List
	v.Items = make([]*analysis.Value, 0, len(n.Content))
	for _, item := range n.Content {
		v.Items = append(v.Items, c.value(item))
	}
}

// expand makes v what an alias stands for. An alias that contains itself, or would become too
// much, stands for its own text.
func (c *converter) expand(v *analysis.Value, n *yaml.Node, s libyaml.Shape) {
	v.Note |= analysis.Anchored
	index, known := c.anchored[n.Alias]
	switch {
	case !known || slices.Contains(c.open, n.Alias):
		c.refuse(s, "%s stands inside of what it stands for, which has no end then; write the value itself")
	case c.depth >= variant.MaxDepth || c.expanded > maxExpanded:
		c.refuse(s, "%s stands, with the aliases in it, for more than 10,000 values; write the values themselves")
	default:
		c.replay(v, n.Alias, index, s)
		return
	}
	v.Kind, v.Text = analysis.String, c.source(s)
}

// replay converts the node of an anchor once more, into v.
func (c *converter) replay(v *analysis.Value, target *yaml.Node, index int, s libyaml.Shape) {
	next, outermost := c.next, c.alias == nil
	if outermost {
		c.alias = &s
	}
	c.next = index
	written := v.Range
	*v = *c.value(target)
	v.Range, v.Note = written, v.Note|analysis.Anchored
	c.next = next
	if outermost {
		c.alias = nil
	}
}

// refuse notes once that an alias is not expanded: at the alias of the text that led there.
func (c *converter) refuse(s libyaml.Shape, format string) {
	if c.refused {
		return
	}
	c.refused = true
	if c.alias != nil {
		s = *c.alias
	}
	c.oddities = append(c.oddities, analysis.Oddity{Kind: analysis.BadAlias,
		Range:   analysis.Range{Start: s.Start + c.offset, End: s.End + c.offset},
		Message: fmt.Sprintf(format, quote.Text(c.source(s)))})
}

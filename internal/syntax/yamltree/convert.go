package yamltree

import (
	"fmt"
	"slices"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/sorting"
	"github.com/skilllint/skilllint/internal/syntax/libyaml"
)

// A converter turns the shapes of a text into Values. The target of an alias is converted again, so that values share
// nothing.
type converter struct {
	*libyaml.Outline
	offset   int              // of the text in the file
	next     int              // the next shape
	values   []analysis.Value // one for each shape
	warnings []analysis.ParseWarning

	anchors  map[string]int // the shapes that names refer to, up to the current position
	targets  map[int]int    // the shapes that aliases refer to, by the shape of the alias
	open     []int          // anchored collections that are being converted
	depth    int
	alias    *libyaml.Shape // the outermost alias that is being expanded
	expanded int            // number of nodes that aliases were expanded to
	refused  bool           // an alias was not expanded, because of its size or a cycle
}

func convert(o *libyaml.Outline, offset, broken int) Tree {
	c := &converter{Outline: o, offset: offset, values: make([]analysis.Value, len(o.Shapes))}
	if broken >= 0 {
		c.warn(analysis.BadUTF8, analysis.Range{Start: broken, End: broken + 1}, "invalid UTF-8 byte", "save the file as UTF-8")
	}
	c.tags()
	value := c.value()
	sorting.By(c.warnings, func(a, b analysis.ParseWarning) int { return a.Range.Start - b.Range.Start })
	return Tree{Root: value, Warnings: c.warnings}
}

func (c *converter) warn(kind analysis.ParseWarningKind, r analysis.Range, message, help string) {
	if c.alias == nil {
		c.warnings = append(c.warnings, analysis.ParseWarning{Kind: kind, Range: shifted(r, c.offset), Message: message, Help: help})
	}
}

// source returns the source text of a shape.
func (c *converter) source(s libyaml.Shape) string { return string(c.Src[s.Start:s.End]) }

// value converts the next shape and its children.
func (c *converter) value() *analysis.Value {
	index := c.next
	s := c.Shapes[index]
	c.next++
	v := c.make(index)
	v.Range = analysis.Range{Start: s.Start + c.offset, End: s.End + c.offset}
	anchor, tag := c.property(index)
	if anchor != "" {
		v.Note |= analysis.Anchored
		if c.alias == nil {
			c.define(anchor, index)
		}
	}
	if tag != "" {
		v.Note |= analysis.Tagged
	}
	switch s.Form {
	case libyaml.Scalar:
		c.scalar(v, tag, s)
		return v
	case libyaml.Alias:
		c.expand(v, index, s)
		return v
	}
	if anchor != "" {
		c.open = append(c.open, index)
		defer func() { c.open = c.open[:len(c.open)-1] }()
	}
	if s.Style.IsFlow() {
		v.Style = analysis.Flow
	}
	c.depth++
	if s.Form == libyaml.Sequence {
		c.list(v, s)
	} else {
		c.mapping(v, s)
	}
	c.depth--
	return v
}

// property returns the anchor and the full tag of a shape; the tag "!" is returned as "".
func (c *converter) property(index int) (anchor, tag string) {
	i, _ := slices.BinarySearchFunc(c.Properties, index, func(p libyaml.Property, index int) int { return p.Shape - index })
	for ; i < len(c.Properties) && c.Properties[i].Shape == index; i++ {
		if p := c.Properties[i]; p.Kind == libyaml.AnchorMark {
			anchor = string(c.Src[p.Start+1 : p.End])
		} else if tag = c.Tag(p); tag == "!" {
			tag = ""
		}
	}
	return anchor, tag
}

func (c *converter) define(anchor string, index int) {
	if c.anchors == nil {
		c.anchors, c.targets = map[string]int{}, map[int]int{}
	}
	c.anchors[anchor] = index
}

// make returns the value of a shape: one of the preallocated values, or a new one for the target of an alias.
func (c *converter) make(index int) *analysis.Value {
	if c.alias == nil {
		return &c.values[index]
	}
	c.expanded++
	return new(analysis.Value)
}

// children returns the number of direct children of the collection that was entered last.
func (c *converter) children(s libyaml.Shape) int {
	n := 0
	for i := c.next; i < s.Next; i = c.Shapes[i].Next {
		n++
	}
	return n
}

func (c *converter) list(v *analysis.Value, s libyaml.Shape) {
	v.Kind = analysis.List
	v.Items = make([]*analysis.Value, 0, c.children(s))
	for c.next < s.Next {
		v.Items = append(v.Items, c.value())
	}
}

// expand sets v to the target of an alias. An alias that contains itself, or expands to too many nodes, becomes its
// own text.
func (c *converter) expand(v *analysis.Value, index int, s libyaml.Shape) {
	v.Note |= analysis.Anchored
	if c.alias == nil { // the name may be redefined later
		c.targets[index] = c.anchors[string(c.Src[s.Start+1:s.End])]
	}
	target := c.targets[index]
	switch {
	case slices.Contains(c.open, target):
		c.rejectAlias(s, "alias %s contains itself")
	case c.depth >= variant.MaxDepth || c.expanded > maxExpanded:
		c.rejectAlias(s, "alias %s expands to more than 10,000 values")
	default:
		c.replay(v, target, s)
		return
	}
	v.Kind, v.Text = analysis.String, c.source(s)
}

// replay converts the shape of an anchor again, into v.
func (c *converter) replay(v *analysis.Value, target int, s libyaml.Shape) {
	next, outermost := c.next, c.alias == nil
	if outermost {
		c.alias = &s
	}
	c.next = target
	aliasRange := v.Range
	*v = *c.value()
	v.Range, v.Note = aliasRange, v.Note|analysis.Anchored
	c.next = next
	if outermost {
		c.alias = nil
	}
}

// rejectAlias reports, once, an alias that is not expanded, at the outermost alias.
func (c *converter) rejectAlias(s libyaml.Shape, format string) {
	if c.refused {
		return
	}
	c.refused = true
	if c.alias != nil {
		s = *c.alias
	}
	c.warnings = append(c.warnings, analysis.ParseWarning{Kind: analysis.BadAlias,
		Range:   analysis.Range{Start: s.Start + c.offset, End: s.End + c.offset},
		Message: fmt.Sprintf(format, quote.Text(c.source(s))), Help: "write the value in its place"})
}

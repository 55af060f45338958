package yamltree

import (
	"fmt"
	"slices"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/sorting"
	"github.com/skilllint/skilllint/internal/syntax/libyaml"
)

// A converter makes Values of the shapes of a text. What an alias stands for is converted again from
// its anchor's shape on, so that the values share nothing.
type converter struct {
	*libyaml.Outline
	offset   int              // of the text in the file
	next     int              // the next shape
	values   []analysis.Value // one for each shape
	oddities []analysis.ParseWarning

	anchors  map[string]int // the shapes of names, as far as was read
	targets  map[int]int    // the shapes that aliases stand for, by theirs
	open     []int          // anchored collections that are being converted
	depth    int
	alias    *libyaml.Shape // the outermost alias that is being expanded
	expanded int            // how many nodes aliases have become so far
	refused  bool           // an alias was not expanded, for what it would have become
}

func convert(o *libyaml.Outline, offset, broken int) Tree {
	c := &converter{Outline: o, offset: offset, values: make([]analysis.Value, len(o.Shapes))}
	if broken >= 0 {
		c.odd(analysis.BadUTF8, analysis.Range{Start: broken, End: broken + 1}, "invalid UTF-8 byte", "save the file as UTF-8")
	}
	c.tags()
	value := c.value()
	sorting.By(c.oddities, func(a, b analysis.ParseWarning) int { return a.Range.Start - b.Range.Start })
	return Tree{Root: value, Warnings: c.oddities}
}

func (c *converter) odd(kind analysis.ParseWarningKind, r analysis.Range, message, help string) {
	if c.alias == nil {
		c.oddities = append(c.oddities, analysis.ParseWarning{Kind: kind, Range: shifted(r, c.offset), Message: message, Help: help})
	}
}

// source returns the text of a shape as written.
func (c *converter) source(s libyaml.Shape) string { return string(c.Src[s.Start:s.End]) }

// value converts the next shape and those in it.
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

// property returns the anchor and the tag of a shape, the latter in full; "" for "!".
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

// make returns the value of a shape: one of the values made beforehand, or another one for what
// an alias stands for.
func (c *converter) make(index int) *analysis.Value {
	if c.alias == nil {
		return &c.values[index]
	}
	c.expanded++
	return new(analysis.Value)
}

// children returns how many shapes are directly in the collection that was entered last.
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

// expand makes v what an alias stands for. An alias that contains itself, or would become too
// much, stands for its own text.
func (c *converter) expand(v *analysis.Value, index int, s libyaml.Shape) {
	v.Note |= analysis.Anchored
	if c.alias == nil { // later, the name may stand for something else
		c.targets[index] = c.anchors[string(c.Src[s.Start+1:s.End])]
	}
	target := c.targets[index]
	switch {
	case slices.Contains(c.open, target):
		c.refuse(s, "alias %s contains itself")
	case c.depth >= variant.MaxDepth || c.expanded > maxExpanded:
		c.refuse(s, "alias %s expands to more than 10,000 values")
	default:
		c.replay(v, target, s)
		return
	}
	v.Kind, v.Text = analysis.String, c.source(s)
}

// replay converts the shape of an anchor once more, into v.
func (c *converter) replay(v *analysis.Value, target int, s libyaml.Shape) {
	next, outermost := c.next, c.alias == nil
	if outermost {
		c.alias = &s
	}
	c.next = target
	written := v.Range
	*v = *c.value()
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
	c.oddities = append(c.oddities, analysis.ParseWarning{Kind: analysis.BadAlias,
		Range:   analysis.Range{Start: s.Start + c.offset, End: s.End + c.offset},
		Message: fmt.Sprintf(format, quote.Text(c.source(s))), Help: "write the value in its place"})
}

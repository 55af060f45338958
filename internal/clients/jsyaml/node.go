package jsyaml

import (
	"cmp"
)

// A place is the position of a node, which determines the allowed nodes.
type place int

const (
	placeDocument place = iota // the document itself
	placeItem                  // after "- "
	placeValue                 // after "key:"
	placeComplex               // after "? ", or its ": "
	placeKey                   // before ":"
	placeFlow                  // within brackets
)

// block reports whether block collections and block scalars are allowed here.
func (p place) block() bool { return p <= placeComplex }

// mayStartLater reports whether the node may start on a later line.
func (p place) mayStartLater() bool { return p == placeValue || p == placeComplex }

// onParentLine reports whether a block collection may start on the line of its parent.
func (p place) onParentLine() bool { return p != placeValue }

// atParentColumn reports whether a sequence may start at the column of its parent.
func (p place) atParentColumn() bool { return p.block() && p != placeItem }

// A shape is the syntactic type of a node, regardless of tags. An alias has none.
type shape int

const (
	noShape shape = iota
	scalarShape
	listShape
	mapShape
)

// A node is a node with its properties.
type node struct {
	value   *Value // nil is null, until the node is complete
	tag     string // "" if there is none; untagged for a plain scalar without a tag
	anchor  string
	shape   shape
	content bool // there is more than properties
	start   int  // position where parsing started, which is the position of an empty node
	first   int  // start of its properties or content
	tagAt   int  // start of its tag
}

// present reports whether the node has content or properties.
func (n *node) present() bool { return n.content || n.tag != "" || n.anchor != "" }

// isNull reports whether the value is null in JavaScript.
func (n *node) isNull() bool { return n.value == nil || n.value.Kind == Null }

// node parses a node. parent is the column of its parent.
func (r *reader) node(parent int, p place) node {
	n := node{start: r.pos}
	r.depth++
	switch {
	case r.version == V43 && r.depth > maxDepthV43:
		r.fail(r.pos, "more than 100 nested values")
	case r.depth > maxDepth:
		r.tooLarge()
	}
	r.read(&n, parent, p)
	r.resolve(&n)
	if n.value == nil {
		n.value = r.value(Null, n.start)
	}
	r.depth--
	return n
}

// read parses properties and content.
func (r *reader) read(n *node, parent int, p place) {
	newLine, side := false, 1 // side: whether the node is right of its parent's column, at it, or left of it
	if p.mayStartLater() && r.skip(true) > 0 {
		newLine, side = true, cmp.Compare(r.indent, parent)
	}
	n.first = r.pos
	blocks := p.block()
	var properties *mark // start of the properties
	if side > 0 {
		// Further properties are accepted even on lines that are indented less: in "a: !!str\n&x b: c", the anchor
		// belongs to the value of a.
		for !(newLine && r.startsKey(n)) {
			start := r.mark()
			if !r.property(n) {
				break
			}
			if properties == nil {
				properties = &start
			}
			blocks = false
			if r.skip(true) > 0 {
				newLine, side = true, cmp.Compare(r.indent, parent)
				blocks = p.block()
			}
		}
	}
	blocks = blocks && (newLine || p.onParentLine())
	switch {
	case r.err != nil:
	case side > 0:
		if blocks || r.version != V43 {
			properties = nil
		}
		r.content(n, parent, p, blocks, properties)
	case side == 0 && p.atParentColumn() && blocks:
		n.content = r.blockSequence(n, r.pos-r.lineStart)
	}
}

// content parses the node after the properties, if there is one. If properties is set, they may belong to the first key of a
// block mapping.
func (r *reader) content(n *node, parent int, p place, blocks bool, properties *mark) {
	indent := parent
	if p.block() {
		indent++
	}
	column := r.pos - r.lineStart
	n.content = blocks && (r.blockSequence(n, column) || r.blockMapping(n, column, indent)) ||
		r.flowCollection(n, indent)
	if n.content {
		return
	}
	n.content = p.block() && (properties != nil && r.mappingAt(n, *properties, indent) || r.blockScalar(n, indent)) || r.quoted(n) || r.alias(n) || r.plain(n, indent, p == placeFlow)
	r.bind(n)
}

// bind sets the target of the node's anchor to the node's value.
func (r *reader) bind(n *node) {
	if n.anchor == "" {
		return
	}
	if n.value == nil {
		n.value = r.value(Null, n.start)
	}
	r.bindTo(n, n.value)
}

// bindTo sets the target of the node's anchor. Version 3 keeps anchors in an object whose __proto__ cannot be set.
func (r *reader) bindTo(n *node, v *Value) {
	if n.anchor == "" || r.version == V3 && n.anchor == "__proto__" {
		return
	}
	if r.trying {
		old, existed := r.anchors[n.anchor]
		r.undo = append(r.undo, binding{n.anchor, old, existed})
	}
	r.anchors[n.anchor] = v
}

// A binding is the earlier target of an anchor.
type binding struct {
	name    string
	value   *Value
	existed bool
}

// A mark is a position with its line.
type mark struct{ pos, line, lineStart, indent, tab int }

func (r *reader) mark() mark { return mark{r.pos, r.line, r.lineStart, r.indent, r.tab} }

func (r *reader) reset(m mark) {
	r.pos, r.line, r.lineStart, r.indent, r.tab = m.pos, m.line, m.lineStart, m.indent, m.tab
}

// startsKey reports whether a second tag or anchor, at the start of a line, belongs to a key.
func (r *reader) startsKey(n *node) bool {
	c := r.peek()
	return r.version == V43 && (c == '!' && n.tag != "" || c == '&' && n.anchor != "")
}

// mappingAt parses a block mapping whose first key has the properties at a position. If there is no mapping, nothing changes:
// only the first key, which contains no other attempt, is parsed twice.
func (r *reader) mappingAt(n *node, properties mark, indent int) bool {
	if c := r.peek(); c == '|' || c == '>' {
		return false
	}
	here, outer := r.mark(), r.trying
	kept := len(r.undo)
	r.reset(properties)
	r.trying = true
	m := node{start: n.start, first: n.first}
	found := r.blockMapping(&m, properties.pos-properties.lineStart, indent) && m.shape == mapShape
	r.trying = outer
	switch {
	case r.err != nil:
		return true
	case found:
		n.value, n.shape, n.tag, n.anchor = m.value, m.shape, "", ""
		if !outer {
			r.undo = r.undo[:0]
		}
		return true
	}
	for i := len(r.undo) - 1; i >= kept; i-- {
		if b := r.undo[i]; b.existed {
			r.anchors[b.name] = b.value
		} else {
			delete(r.anchors, b.name)
		}
	}
	r.undo = r.undo[:kept]
	r.reset(here)
	return false
}

// value returns a new value at a position.
func (r *reader) value(k Kind, pos int) *Value {
	return &Value{Kind: k, Start: r.offset(pos), version: r.version}
}

// property parses a tag or an anchor.
func (r *reader) property(n *node) bool {
	switch r.peek() {
	case '!':
		if n.tag != "" {
			r.fail(r.pos, "a second tag")
			return false
		}
		n.tagAt = r.pos
		n.tag = r.tag()
	case '&':
		if n.anchor != "" {
			r.fail(r.pos, "a second anchor")
			return false
		}
		n.anchor = r.name("an anchor without a name")
	default:
		return false
	}
	return r.err == nil
}

// name parses the name of an anchor or alias.
func (r *reader) name(missing string) string {
	r.pos++
	start := r.pos
	for c := r.peek(); c != 0 && !isSpace(c) && !isFlow(c); c = r.peek() {
		r.pos++
	}
	if r.pos == start {
		r.fail(start-1, missing)
		return ""
	}
	return r.text[start:r.pos]
}

// alias parses an alias and the white space after it.
func (r *reader) alias(n *node) bool {
	if r.peek() != '*' {
		return false
	}
	start := r.pos
	name := r.name("an alias without a name")
	v, ok := r.anchors[name]
	switch {
	case !ok:
		r.fail(start, "undefined alias")
	case n.tag != "" || n.anchor != "":
		r.fail(start, "an alias with a tag or an anchor of its own")
	}
	n.value = v
	r.skip(true)
	return true
}

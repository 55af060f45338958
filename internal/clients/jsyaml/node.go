package jsyaml

import (
	"cmp"
)

// place is where a node stands; it decides what the node may be.
type place int

const (
	placeDocument place = iota // the document itself
	placeItem                  // after "- "
	placeValue                 // after "key:"
	placeComplex               // after "? ", or the ": " that belongs to it
	placeKey                   // before ":"
	placeFlow                  // within brackets
)

// block reports whether block collections and block scalars may stand here.
func (p place) block() bool { return p <= placeComplex }

// seeks reports whether the node may begin in a later line.
func (p place) seeks() bool { return p == placeValue || p == placeComplex }

// compact reports whether a block collection may begin in the line that its parent began.
func (p place) compact() bool { return p != placeValue }

// flush reports whether a sequence may stand in the column of its parent.
func (p place) flush() bool { return p.block() && p != placeItem }

// shape is the syntax of a node, before tags; an alias has none.
type shape int

const (
	noShape shape = iota
	scalarShape
	listShape
	mapShape
)

// node is a node with its properties.
type node struct {
	value   *Value // nil is null, until the node is complete
	tag     string // "" without; untagged for a plain scalar that nothing matched
	anchor  string
	shape   shape
	content bool // there is more than properties
	start   int  // where it was looked for: there, an empty node is
	first   int  // where its properties or content begin
	tagAt   int  // where its tag begins
}

// present reports whether there is anything at all.
func (n *node) present() bool { return n.content || n.tag != "" || n.anchor != "" }

// isNull reports whether JavaScript would see null.
func (n *node) isNull() bool { return n.value == nil || n.value.Kind == Null }

// node reads a node. Its parent's column bounds it on the left.
func (r *reader) node(parent int, p place) node {
	n := node{start: r.pos}
	r.depth++
	if r.depth > maxDepth {
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

// read reads properties and content.
func (r *reader) read(n *node, parent int, p place) {
	newLine, side := false, 1 // side: whether the node is right of its parent's column, in it, or left
	if p.seeks() && r.skip(true) > 0 {
		newLine, side = true, cmp.Compare(r.indent, parent)
	}
	n.first = r.pos
	blocks := p.block()
	if side > 0 {
		// Once begun, properties are taken from lines further left too: "a: !!str\n&x b: c" gives
		// the anchor to a's value.
		for r.property(n) {
			blocks = false
			if r.skip(true) > 0 {
				newLine, side = true, cmp.Compare(r.indent, parent)
				blocks = p.block()
			}
		}
	}
	blocks = blocks && (newLine || p.compact())
	switch {
	case r.err != nil:
	case side > 0:
		r.content(n, parent, p, blocks)
	case side == 0 && p.flush() && blocks:
		n.content = r.blockSequence(n, r.pos-r.lineStart)
	}
}

// content reads what follows the properties, if anything does.
func (r *reader) content(n *node, parent int, p place, blocks bool) {
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
	n.content = p.block() && r.blockScalar(n, indent) || r.quoted(n) || r.alias(n) || r.plain(n, indent, p == placeFlow)
	r.bind(n)
}

// bind makes the node's anchor, if it has one, stand for its value.
func (r *reader) bind(n *node) {
	if n.anchor == "" {
		return
	}
	if n.value == nil {
		n.value = r.value(Null, n.start)
	}
	r.bindTo(n, n.value)
}

// bindTo makes the node's anchor stand for a value. Version 3 keeps anchors in an object whose
// __proto__ cannot be set.
func (r *reader) bindTo(n *node, v *Value) {
	if n.anchor == "" || r.version == V3 && n.anchor == "__proto__" {
		return
	}
	r.anchors[n.anchor] = v
}

// value makes a value that begins here.
func (r *reader) value(k Kind, pos int) *Value {
	return &Value{Kind: k, Start: r.offset(pos), version: r.version}
}

// property reads a tag or an anchor.
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

// name reads the name of an anchor or alias.
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

// alias reads an alias and the white space behind it.
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

package npmyaml

import (
	"strconv"
	"strings"

	"github.com/skilllint/skilllint/internal/clients/jsyaml"
	"github.com/skilllint/skilllint/schema"
)

// maxKey is the maximum length of an implicit key in UTF-16 units.
const maxKey = 1024

// keys are the scalar keys of one mapping.
type keys map[string]bool

// seenBefore reports whether a scalar key occurred before in the mapping, and records it. Values of other types are
// different keys.
func (k keys) seenBefore(v *jsyaml.Value) bool {
	if v.Kind == jsyaml.List || v.Kind == jsyaml.Map || v.Kind == jsyaml.Float && v.Number != v.Number {
		return false
	}
	kind := v.Kind
	if kind == jsyaml.Float {
		kind = jsyaml.Int
	}
	id := strconv.Itoa(int(kind)) + v.String()
	known := k[id]
	k[id] = true
	return known
}

// set adds a member, or replaces the one with the same name: 1 and "1" are different keys, but the same property.
func (c *composer) set(v, key, value *jsyaml.Value, names map[string]int, at int) {
	name := ""
	switch key.Kind {
	case jsyaml.Undefined: // !!merge
		c.merge(v, value, names, at)
		return
	case jsyaml.Null:
	case jsyaml.List, jsyaml.Map:
		name = "\x00" // a placeholder that never equals the name of a field
	default:
		name = key.String()
	}
	if i, known := names[name]; known {
		v.Members[i].Value = value
		return
	}
	names[name] = len(v.Members)
	v.Members = append(v.Members, jsyaml.Member{Key: name, KeyStart: at, Value: value})
}

// merge adds the members of one or several mappings that the mapping does not have.
func (c *composer) merge(v, from *jsyaml.Value, names map[string]int, at int) {
	sources := []*jsyaml.Value{from}
	if from.Kind == jsyaml.List {
		sources = from.Items
	}
	for _, source := range sources {
		if source.Kind != jsyaml.Map {
			c.failLate(at, "merge of a value that is not a mapping")
			continue
		}
		for _, m := range source.Members {
			if c.merged++; c.merged > maxMerged {
				c.isTooLarge = true
				return
			}
			if _, known := names[m.Key]; !known {
				names[m.Key] = len(v.Members)
				v.Members = append(v.Members, jsyaml.Member{Key: m.Key, KeyStart: at, Value: m.Value})
			}
		}
	}
}

func (c *composer) blockMap(n *node, v *jsyaml.Value, outermost bool) int {
	offset, commentEnd := n.at, 0
	seen, names := keys{}, map[string]int{}
	for _, it := range n.items {
		next := tokenOf(it.key)
		if next == nil && len(it.sep) > 0 {
			next = &it.sep[0]
		}
		p := c.props(it.start, context{indicator: kExplicitKey, next: next, offset: offset, parent: n.indent, onNewline: true})
		implicit := p.found == nil
		c.keyIndent(n, it, p, offset)
		if implicit && p.anchor == nil && p.tag == nil && !it.hasSep {
			commentEnd = p.end
			continue
		}
		if implicit && (p.newlineAfter != nil || it.key.hasNewline()) {
			c.fail(it.keyAt(offset), Other, "key over several lines")
		}
		key, keyEnd := c.nodeOrEmpty(it.key, p, p.end, it.start)
		isAlias := it.key.isAlias()
		if !isAlias && seen.seenBefore(key) {
			c.fail(p.end, Other, "duplicate key")
		}
		var value *jsyaml.Value
		at := p.end
		if it.key != nil {
			at = it.key.at
		}
		value, offset = c.mapValue(n, it, p, at, keyEnd)
		c.set(v, key, value, names, at)
		if outermost && it.key != nil && !isAlias && (key.Kind != jsyaml.List && key.Kind != jsyaml.Map) {
			c.doc.Pairs = append(c.doc.Pairs, Pair{key.String(), at, it.value.isAlias()})
		}
	}
	if commentEnd > 0 && commentEnd < offset {
		c.fail(commentEnd, Other, "misplaced comment")
	}
	return max(offset, commentEnd)
}

// keyAt returns the offset of a key, or else of the last token before it.
func (it *item) keyAt(otherwise int) int {
	switch {
	case it.key != nil:
		return it.key.at
	case len(it.start) > 0:
		return it.start[len(it.start)-1].at
	}
	return otherwise
}

func (n *node) isAlias() bool { return n != nil && n.kind == kAlias }

func (c *composer) keyIndent(n *node, it *item, p props, offset int) {
	const column = "keys at different columns"
	switch {
	case p.found != nil:
		if p.found.indent != n.indent {
			c.fail(offset, Other, column)
		}
	case it.key == nil:
	case it.key.kind == kBlockSeq:
		c.fail(offset, BlockAsKey, "block sequence as a key")
	case it.key.kind != kError && it.key.indent != n.indent:
		c.fail(offset, Other, column)
	}
}

// mapValue returns the value of an item, and its end.
func (c *composer) mapValue(n *node, it *item, key props, keyAt, keyEnd int) (*jsyaml.Value, int) {
	implicit := key.found == nil
	p := c.props(it.sep, context{indicator: kMapValue, next: tokenOf(it.value), offset: keyEnd, parent: n.indent,
		onNewline: it.key == nil || it.key.kind == kBlockScalar})
	if p.found == nil {
		if implicit {
			c.fail(keyAt, Other, "key without a value")
		}
		return &jsyaml.Value{Kind: jsyaml.Null}, p.end
	}
	if implicit {
		if it.value != nil && it.value.kind == kBlockMap && !p.hasNewline {
			c.fail(p.end, BlockAsKey, "mapping on the line of its key")
		}
		if c.isLong(key.start, p.found.at) {
			c.fail(key.end, Other, "key of more than 1,024 characters")
		}
	}
	return c.nodeOrEmpty(it.value, p, p.end, it.sep)
}

// isLong reports whether the text between two offsets is too long for a key.
func (c *composer) isLong(from, to int) bool {
	return to-from > maxKey && schema.Length(c.text[from:to], schema.UTF16) > maxKey
}

func (c *composer) blockSeq(n *node, v *jsyaml.Value) int {
	offset, commentEnd := n.at, 0
	for _, it := range n.items {
		p := c.props(it.start, context{indicator: kSeqItem, next: tokenOf(it.value), offset: offset, parent: n.indent, onNewline: true})
		if p.found == nil {
			if p.anchor == nil && p.tag == nil && it.value == nil {
				commentEnd = p.end
				continue
			}
			c.fail(offset, Other, `item without "-"`)
		}
		value, at := c.nodeOrEmpty(it.value, p, p.end, it.start)
		offset = at
		v.Items = append(v.Items, value)
	}
	return max(offset, commentEnd)
}

// A flowReader composes a flow collection item by item.
type flowReader struct {
	*composer
	n      *node
	v      *jsyaml.Value
	isMap  bool
	offset int
	seen   keys
	names  map[string]int
}

func (c *composer) flow(n *node, v *jsyaml.Value, outermost bool) int {
	r := flowReader{composer: c, n: n, v: v, isMap: n.text == "{", offset: n.end(), seen: keys{}, names: map[string]int{}}
	for i, it := range n.items {
		r.item(i, it)
	}
	closing := "]"
	if r.isMap {
		closing = "}"
	}
	rest, at := n.after, r.offset
	if len(rest) > 0 && rest[0].text == closing {
		at, rest = rest[0].end(), rest[1:]
	} else {
		c.fail(r.offset, Other, "unclosed flow collection")
		if len(rest) > 0 && len(rest[0].text) == 1 {
			rest = rest[1:]
		}
	}
	return c.checkAfter(rest, at, true)
}

func (r *flowReader) item(i int, it *item) {
	next := tokenOf(it.key)
	if next == nil && len(it.sep) > 0 {
		next = &it.sep[0]
	}
	p := r.props(it.start, context{inFlow: true, indicator: kExplicitKey, next: next, offset: r.offset, parent: r.n.indent})
	if p.found == nil {
		if p.anchor == nil && p.tag == nil && !it.hasSep && it.value == nil {
			if i == 0 && p.comma != nil || i < len(r.n.items)-1 {
				r.fail(p.start, Other, "empty item")
			}
			r.offset = p.end
			return
		}
		if !r.isMap && it.key.hasNewline() {
			r.fail(it.key.at, Other, "key over several lines")
		}
	}
	if i == 0 && p.comma != nil {
		r.fail(p.comma.at, Other, "unexpected comma")
	} else if i > 0 && p.comma == nil {
		r.fail(p.start, Other, "no comma between items")
	}
	if !r.isMap && !it.hasSep && p.found == nil {
		var value *jsyaml.Value
		value, r.offset = r.nodeOrEmpty(it.value, p, p.end, it.sep)
		r.v.Items = append(r.v.Items, value)
		r.rejectBlock(it.value)
		return
	}
	r.pair(it, p)
}

// rejectBlock reports an error for a block collection in a flow collection.
func (r *flowReader) rejectBlock(n *node) {
	if n != nil && (n.kind == kBlockMap || n.kind == kBlockSeq) {
		r.fail(n.at, Other, "block collection in a flow collection")
	}
}

func (r *flowReader) pair(it *item, p props) {
	key, keyEnd := r.nodeOrEmpty(it.key, p, p.end, it.start)
	r.rejectBlock(it.key)
	vp := r.props(it.sep, context{inFlow: true, indicator: kMapValue, next: tokenOf(it.value), offset: keyEnd, parent: r.n.indent})
	switch {
	case vp.found != nil && !r.isMap && p.found == nil:
		for _, t := range it.sep {
			if t.at == vp.found.at {
				break
			}
			if t.kind == kNewline {
				r.fail(t.at, Other, "key over several lines")
				break
			}
		}
		if r.isLong(p.start, vp.found.at) {
			r.fail(vp.found.at, Other, "key of more than 1,024 characters")
		}
	case vp.found == nil && it.value != nil:
		message := `no comma or ":" between items`
		if strings.HasPrefix(it.value.text, ":") {
			message = `no space after ":"`
		}
		r.fail(vp.start, Other, message)
	}
	value := &jsyaml.Value{Kind: jsyaml.Null}
	r.offset = vp.end
	if it.value != nil || vp.found != nil {
		value, r.offset = r.nodeOrEmpty(it.value, vp, vp.end, it.sep)
		r.rejectBlock(it.value)
	}
	isAlias := it.key != nil && it.key.kind == kAlias
	if r.isMap {
		if !isAlias && r.seen.seenBefore(key) {
			r.fail(p.end, Other, "duplicate key")
		}
		r.set(r.v, key, value, r.names, p.end)
		return
	}
	single := &jsyaml.Value{Kind: jsyaml.Map, Start: p.end}
	r.set(single, key, value, map[string]int{}, p.end)
	r.v.Items = append(r.v.Items, single)
}

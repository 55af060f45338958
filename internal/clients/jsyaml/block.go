package jsyaml

// blockSequence parses the "- " entries at a column.
func (r *reader) blockSequence(n *node, column int) bool {
	if r.tab >= 0 {
		return false
	}
	list := r.value(List, r.pos)
	r.bindTo(n, list) // even if there are no entries
	found := false
	for r.peek() != 0 {
		if r.tab >= 0 {
			r.fail(r.tab, "tab used for indentation")
		}
		if r.peek() != '-' || !isSpace(r.at(r.pos+1)) {
			break
		}
		found = true
		r.pos++
		if r.skip(true) > 0 && r.indent <= column {
			// An empty entry. The next entry may be indented less than the first.
			list.Items = append(list.Items, r.value(Null, r.pos))
			continue
		}
		line := r.line
		entry := r.node(column, placeItem)
		list.Items = append(list.Items, entry.value)
		r.skip(true)
		if (r.line == line || r.indent > column) && r.peek() != 0 {
			r.stray(false, "text that does not belong to the list entry before it")
		}
		if r.indent < column {
			break
		}
	}
	if found {
		n.value, n.shape = list, listShape
	}
	return found
}

// A blockMap is the state of a block mapping that is being parsed.
type blockMap struct {
	*mapping
	column, indent int
	found          bool // a key was found, so it is a mapping
	line           int  // of the last entry
	waiting        bool // "? key" was parsed, but not ": value"
	key            node
	keyStart       int
}

// blockMapping parses the entries at a column. If the first node is not a key, it becomes the node itself.
func (r *reader) blockMapping(n *node, column, indent int) bool {
	if r.tab >= 0 {
		return false
	}
	b := &blockMap{mapping: r.newMapping(r.pos), column: column, indent: indent}
	r.bindTo(n, b.value)
	for r.peek() != 0 {
		if r.tab >= 0 && !b.waiting {
			r.fail(r.tab, "tab used for indentation")
			break
		}
		line := r.line
		p := placeComplex
		if c := r.peek(); (c == '?' || c == ':') && isSpace(r.at(r.pos+1)) {
			r.explicitIndicator(b, c)
		} else if p = placeValue; !r.implicitKey(b) {
			if !b.found {
				return r.demoteKey(n, b)
			}
			break
		}
		r.entry(b, p, line)
		if r.indent < column {
			break
		}
	}
	if b.waiting {
		r.store(b.mapping, b.key, nil, b.keyStart)
	}
	if b.found {
		n.value, n.shape = b.value, mapShape
	}
	return b.found
}

// explicitIndicator parses the "?" or ":" of an explicit entry.
func (r *reader) explicitIndicator(b *blockMap, c byte) {
	switch {
	case c == '?':
		r.flush(b)
		b.waiting = true
	case b.waiting:
		b.waiting = false
	case b.found && b.line == r.line:
		r.fail(r.pos, secondColon)
	default:
		r.fail(r.pos, "value without a key")
	}
	b.found = true
	r.pos++
}

// flush stores an explicit key without a value.
func (r *reader) flush(b *blockMap) {
	if b.waiting {
		r.store(b.mapping, b.key, nil, b.keyStart)
	}
	b.waiting = false
	b.key = node{}
}

// implicitKey parses a key and its colon. It returns false if there is nothing, or something other than a key at the
// start.
func (r *reader) implicitKey(b *blockMap) bool {
	line, start := r.line, r.pos
	key := r.node(b.indent, placeKey)
	if !key.present() {
		if !b.found {
			b.key = key
		}
		return false
	}
	if r.line == line {
		for isBlank(r.peek()) {
			r.pos++
		}
	}
	switch {
	case r.line == line && r.peek() == ':':
		r.pos++
		if !isSpace(r.peek()) {
			r.fail(r.pos, "missing space after the colon of a key")
			return false
		}
	case !b.found:
		b.key = key
		return false
	case r.peek() == ':':
		r.fail(start, "key over several lines")
		return false
	default:
		r.fail(start, "key without a colon")
		return false
	}
	r.flush(b)
	b.found = true
	b.key, b.keyStart = key, start
	return true
}

// demoteKey replaces the node by the one that was parsed as the first key.
func (r *reader) demoteKey(n *node, b *blockMap) bool {
	if !b.key.present() {
		// The library discards the properties that it parsed before it tried to parse a mapping.
		n.tag, n.anchor = "", ""
		return false
	}
	n.value, n.shape = b.key.value, b.key.shape
	return true
}

// entry parses the node after "?", ":" or the colon of a key on the given line.
func (r *reader) entry(b *blockMap, p place, line int) {
	if r.err != nil {
		return
	}
	b.line = line
	v := r.node(b.column, p)
	if b.waiting {
		v.tag = "" // not a merge key
		b.key, b.keyStart = v, v.first
	} else {
		r.store(b.mapping, b.key, v.value, b.keyStart)
		b.key = node{}
	}
	r.skip(true)
	if (r.indent > b.column || r.version >= V4 && r.line == line) && r.peek() != 0 {
		r.stray(r.line == line, "text that does not belong to the entry before it")
	}
}

const secondColon = "unquoted \": \" in a value"

// stray fails because of unexpected text.
func (r *reader) stray(sameLine bool, message string) {
	switch c := r.peek(); {
	case c == '@' || c == '`' || c == '%':
		message = "a value without quotation marks that begins with " + string(c)
	case c == ']' || c == '}':
		message = "a closing bracket that nothing opened"
	case sameLine && c == ':':
		message = secondColon
	}
	r.fail(r.pos, message)
}

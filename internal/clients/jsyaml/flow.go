package jsyaml

// flowCollection parses [ … ] or { … }. Its indentation is not checked: js-yaml only warns about it.
func (r *reader) flowCollection(n *node, indent int) bool {
	start, end := r.pos, byte(']')
	var list *Value
	var m *mapping
	switch r.peek() {
	case '[':
		list = r.value(List, start)
		n.value, n.shape = list, listShape
	case '{':
		m, end = r.newMapping(start), '}'
		n.value, n.shape = m.value, mapShape
	default:
		return false
	}
	r.bind(n) // before its content, which may contain it
	r.pos++
	for comma := true; r.peek() != 0; {
		r.skip(true)
		switch c := r.peek(); {
		case c == end:
			r.pos++
			return true
		case !comma && c != 0:
			r.fail(r.pos, "missing comma between two entries")
		case c == ',' && r.version >= V4:
			r.fail(r.pos, "comma without an entry before it")
		}
		key, v, at := r.flowEntry(indent)
		switch {
		case m != nil:
			r.store(m, key, v, at)
		case v != nil:
			pair := r.newMapping(at)
			r.store(pair, key, v, at)
			list.Items = append(list.Items, pair.value)
		default:
			list.Items = append(list.Items, key.value)
		}
		r.skip(true)
		if comma = r.peek() == ','; comma {
			r.pos++
		}
	}
	r.fail(start, "unclosed bracket")
	return true
}

// flowEntry parses an entry: a key and, after a colon or question mark, its value.
func (r *reader) flowEntry(indent int) (key node, v *Value, at int) {
	complex := r.peek() == '?' && isSpace(r.at(r.pos+1))
	if complex {
		r.pos++
		r.skip(true)
	}
	line, at := r.line, r.pos
	key = r.node(indent, placeFlow)
	r.skip(true)
	switch {
	case (complex || r.line == line) && r.peek() == ':':
		r.pos++
		r.skip(true)
		value := r.node(indent, placeFlow)
		return key, value.value, at
	case complex:
		return key, r.value(Null, r.pos), at
	}
	return key, nil, at
}

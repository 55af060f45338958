package jsyaml

import (
	"strconv"
	"strings"
)

// A mapping builds an object.
type mapping struct {
	value  *Value
	index  map[string]int  // index of each key in the members
	merged map[string]bool // merged keys, which may be overridden
}

func (r *reader) newMapping(pos int) *mapping {
	return &mapping{value: r.value(Map, pos)}
}

func (m *mapping) has(key string) bool {
	_, ok := m.index[key]
	return ok
}

// set adds a member, or replaces its value.
func (m *mapping) set(key string, start int, v *Value) {
	if i, ok := m.index[key]; ok {
		m.value.Members[i] = Member{Key: key, KeyStart: start, Value: v}
		return
	}
	if m.index == nil {
		m.index = map[string]int{}
	}
	m.index[key] = len(m.value.Members)
	m.value.Members = append(m.value.Members, Member{Key: key, KeyStart: start, Value: v})
}

// store adds an entry, or the entries of a merge key. A nil value is null.
func (r *reader) store(m *mapping, key node, v *Value, start int) {
	if r.err != nil {
		return
	}
	if v == nil {
		v = r.value(Null, r.pos)
	}
	name := r.keyText(key.value, start)
	switch {
	case r.err != nil:
		return
	case key.tag == mergeTag:
		r.merge(m, v, start)
		return
	case m.has(name) && !m.merged[name]:
		r.fail(start, "duplicate key")
		return
	}
	m.set(name, r.offset(start), v)
	delete(m.merged, name)
}

// keyText returns the string that a key is converted to.
func (r *reader) keyText(key *Value, at int) string {
	if key == nil {
		return Null.String()
	}
	text := ""
	if key.Kind == List {
		text = r.listText(key, at)
	} else {
		text = key.scalar()
	}
	r.countKeyBytes(len(text))
	return text
}

// listText joins the items of a list. Like the library, it rejects nested lists.
func (r *reader) listText(list *Value, at int) string {
	var b strings.Builder
	for i, item := range list.Items {
		if item.Kind == List {
			r.fail(at, "a list in a list as a key")
			return ""
		}
		if i > 0 {
			b.WriteByte(',')
		}
		if item.Kind != Null {
			b.WriteString(item.scalar())
		}
		if r.keyed+b.Len() > maxKeyText {
			break
		}
	}
	return b.String()
}

// countKeyBytes counts the bytes of keys.
func (r *reader) countKeyBytes(n int) {
	r.keyed += n
	if r.keyed > maxKeyText {
		r.tooLarge()
	}
}

// merge adds the members of a map, or of the maps in a list, that do not exist yet.
func (r *reader) merge(m *mapping, v *Value, at int) {
	if v.Kind != List {
		r.mergeOne(m, v, at)
		return
	}
	if r.version == V43 && len(v.Items) > maxMergeItems {
		r.fail(at, "a merge key with more than 100 mappings")
		return
	}
	for _, item := range v.Items {
		r.mergeOne(m, item, at)
		if r.err != nil {
			return
		}
	}
}

// mergeOne adds the properties that JavaScript's Object.keys returns for a value.
func (r *reader) mergeOne(m *mapping, v *Value, at int) {
	r.merged += 1 + len(v.Members) + len(v.Items)
	if v.Kind == Binary {
		r.merged += len(decodeBinary(v.Text))
	}
	switch {
	case r.version == V43 && r.merged > maxMergedV43:
		r.fail(at, "more than 10,000 merged keys")
		return
	case r.merged > maxMerged:
		r.tooLarge()
		return
	}
	switch v.Kind {
	case Map:
		for _, member := range v.Members {
			r.mergeKey(m, member.Key, member.KeyStart, member.Value)
		}
	case List:
		for i, item := range v.Items {
			r.mergeKey(m, strconv.Itoa(i), item.Start, item)
		}
	case Binary:
		for i, b := range decodeBinary(v.Text) {
			r.mergeKey(m, strconv.Itoa(i), v.Start, r.byteValue(v.Start, b))
		}
	case Date: // an object without properties
	default:
		r.fail(at, "\"<<\" does not refer to a mapping")
	}
}

func (r *reader) byteValue(start int, b byte) *Value {
	return &Value{Kind: Int, Text: strconv.Itoa(int(b)), Number: float64(b), Start: start}
}

func (r *reader) mergeKey(m *mapping, key string, start int, v *Value) {
	if m.has(key) {
		return
	}
	m.set(key, start, v)
	if r.version == V3 && key == "__proto__" {
		return // version 3 records these keys in an object whose __proto__ cannot be set
	}
	if m.merged == nil {
		m.merged = map[string]bool{}
	}
	m.merged[key] = true
}

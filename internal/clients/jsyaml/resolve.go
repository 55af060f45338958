package jsyaml

import (
	"math"
	"strings"
)

// resolve sets the value of a node according to its tag, or the syntax of a plain scalar.
func (r *reader) resolve(n *node) {
	switch {
	case r.err != nil || n.tag == "!":
	case n.tag == "":
		if r.version >= V4 {
			r.bind(n)
		}
	case n.tag == untagged:
		r.resolvePlain(n)
	default:
		r.resolveTag(n)
	}
}

// resolvePlain resolves the type of a plain scalar.
func (r *reader) resolvePlain(n *node) {
	switch {
	case n.isNull(): // this and the next two only with the tag !<?>
	case n.shape != scalarShape:
		r.fail(n.tagAt, "tag ? on a value that is not a scalar")
		return
	case n.value.Kind != String:
		if n.value.Kind <= Float && n.value.Kind >= Int && !math.IsInf(n.value.Number, 0) && !math.IsNaN(n.value.Number) {
			r.fail(n.tagAt, "the tag ? on a number")
		}
		return
	case n.value.Text == "<<":
		n.tag = mergeTag
	default:
		k, number := r.plainType(n.value.Text)
		if k == String {
			return
		}
		n.value.Kind, n.value.Number = k, number
	}
	r.bind(n)
}

// plainType returns the type of a plain scalar, and its value if it is a number.
func (r *reader) plainType(text string) (Kind, float64) {
	if isNullWord(text) {
		return Null, 0
	}
	if isBoolWord(text) {
		return Bool, 0
	}
	if f, ok := parseInt(text, r.version); ok {
		return Int, f
	}
	if f, ok := parseFloat(text, r.version); ok {
		return Float, f
	}
	if _, ok := parseDate(text); ok {
		return Date, 0
	}
	return String, 0
}

func isNullWord(s string) bool {
	return s == "~" || s == "null" || s == "Null" || s == "NULL"
}

// isBoolWord reports whether a text is a boolean. "yes", "on" and the like are not.
func isBoolWord(s string) bool {
	switch s {
	case "true", "True", "TRUE", "false", "False", "FALSE":
		return true
	}
	return false
}

// tagShape returns the shape of the nodes that a tag of the schema applies to.
func tagShape(name string) shape {
	switch name {
	case "str", "null", "bool", "int", "float", "timestamp", "binary", "merge":
		return scalarShape
	case "seq", "omap", "pairs":
		return listShape
	case "map", "set":
		return mapShape
	}
	return noShape
}

// resolveTag converts a node to the type of its tag.
func (r *reader) resolveTag(n *node) {
	name, core := strings.CutPrefix(n.tag, coreTags)
	want := tagShape(name)
	ok := false
	switch {
	case !core || want == noShape:
		r.fail(n.tagAt, "an unknown tag")
		return
	case n.shape != noShape && n.shape != want || n.shape == noShape && !n.isNull():
		r.fail(n.tagAt, "a tag for another kind of value")
		return
	case n.isNull():
		ok = r.tagNull(n, name)
	case want == scalarShape:
		ok = r.tagScalar(n, name)
	case name == "omap":
		ok = isOrdered(n.value)
	case name == "pairs":
		ok = r.tagPairs(n)
	case name == "set":
		ok = isSet(n.value)
	default:
		ok = true
	}
	if !ok {
		r.fail(n.tagAt, "a tag for values that look different")
		return
	}
	r.bind(n)
}

// tagNull converts an empty node to the type of its tag.
func (r *reader) tagNull(n *node, name string) bool {
	start := n.start
	switch name {
	case "str":
		n.value = r.value(String, start)
	case "seq", "omap", "pairs":
		n.value = r.value(List, start)
	case "map", "set":
		n.value = r.value(Map, start)
	case "null", "merge":
	default:
		return false
	}
	return true
}

// tagScalar converts a scalar to the type of its tag. A scalar on a line after its tag was already resolved. If that
// made it something other than a string, only !!str is valid, and has no effect.
func (r *reader) tagScalar(n *node, name string) bool {
	v := n.value
	if name == "str" || v.Kind != String {
		return name == "str"
	}
	ok := false
	switch name {
	case "null":
		ok, v.Kind = isNullWord(v.Text), Null
	case "bool":
		ok, v.Kind = isBoolWord(v.Text), Bool
	case "int":
		v.Number, ok = parseInt(v.Text, r.version)
		v.Kind = Int
	case "float":
		v.Number, ok = parseFloat(v.Text, r.version)
		v.Kind = Float
	case "timestamp":
		_, ok = parseDate(v.Text)
		v.Kind = Date
	case "binary":
		ok, v.Kind = isBinary(v.Text), Binary
	case "merge":
		ok = v.Text == "<<"
	}
	return ok
}

// isOrdered reports whether the items of a list are maps with one key each, all different.
func isOrdered(list *Value) bool {
	seen := map[string]bool{}
	for _, item := range list.Items {
		if item.Kind != Map || len(item.Members) != 1 || seen[item.Members[0].Key] {
			return false
		}
		seen[item.Members[0].Key] = true
	}
	return true
}

// tagPairs converts a list of maps with one key each to a list of two-element lists.
func (r *reader) tagPairs(n *node) bool {
	pairs := &Value{Kind: List, Start: n.value.Start}
	for _, item := range n.value.Items {
		if item.Kind != Map || len(item.Members) != 1 {
			return false
		}
		m := item.Members[0]
		key := &Value{Kind: String, Text: m.Key, Start: m.KeyStart}
		pairs.Items = append(pairs.Items, &Value{Kind: List, Items: []*Value{key, m.Value}, Start: item.Start})
	}
	n.value = pairs
	return true
}

// isSet reports whether all values of a map are null.
func isSet(m *Value) bool {
	for i := range m.Members {
		if m.Members[i].Value.Kind != Null {
			return false
		}
	}
	return true
}

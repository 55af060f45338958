package schema

import (
	"maps"
	"slices"
)

// FieldsAt returns the field names of a part of a schema, sorted; nil if the part does not exist. The
// path consists of keywords and names from the root: "$defs", "entry".
func FieldsAt(dialect, kind string, path ...string) []string {
	name := dialect + "/" + kind
	doc, ok := documents()[name]
	if !ok {
		return nil
	}
	part := doc.tree()
	for _, key := range path {
		part = mapOf(part[key])
	}
	return slices.Sorted(maps.Keys(origin{name, doc.tree()}.properties(part)))
}

package schema

import (
	"maps"
	"slices"
)

// FieldsAt returns the names of the fields that a part of a schema describes, sorted; nil when
// there is no such part. The path leads from the root of the schema through its keywords: "$defs",
// "entry".
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

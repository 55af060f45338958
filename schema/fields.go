package schema

import (
	"maps"
	"slices"
	"strings"
	"sync"
)

// fields holds the properties of each schema by "dialect/kind".
var fields = sync.OnceValue(func() map[string]func() map[string]map[string]any {
	byName := map[string]func() map[string]map[string]any{}
	for name := range documents() {
		byName[name] = sync.OnceValue(func() map[string]map[string]any {
			tree := documents()[name].tree()
			return origin{name, tree}.properties(tree)
		})
	}
	return byName
})

// properties returns the properties of a schema, including those of its $ref.
func (o origin) properties(schema map[string]any) map[string]map[string]any {
	found := map[string]map[string]any{}
	for depth := 0; schema != nil && depth < 10; depth++ {
		for key, p := range mapOf(schema["properties"]) {
			if _, ok := found[key]; !ok {
				found[key] = mapOf(p)
			}
		}
		ref, ok := schema["$ref"].(string)
		if !ok {
			break
		}
		o, schema = o.resolve(ref)
	}
	return found
}

func mapOf(v any) map[string]any {
	m, _ := v.(map[string]any)
	return m
}

// names holds the field names of each schema by "dialect/kind".
var names = sync.OnceValue(func() map[string]func() *fieldNames {
	byName := map[string]func() *fieldNames{}
	for name, of := range fields() {
		byName[name] = sync.OnceValue(func() *fieldNames { return namesOf(of()) })
	}
	return byName
})

// fieldNames are the fields of a schema by property.
type fieldNames struct {
	all, exact []string            // sorted
	mistaken   map[string]string   // by the keys that people confuse with them
	examples   map[string][]string // words that are valid values of a field, among others
}

func namesOf(properties map[string]map[string]any) *fieldNames {
	n := &fieldNames{all: slices.Sorted(maps.Keys(properties)), mistaken: map[string]string{}, examples: map[string][]string{}}
	for _, field := range n.all {
		if exact, _ := properties[field]["x-exact"].(bool); exact {
			n.exact = append(n.exact, field)
		}
		if examples := texts(properties[field]["examples"]); examples != nil {
			n.examples[field] = examples
		}
		for _, key := range texts(properties[field]["x-mistaken"]) {
			if _, known := n.mistaken[key]; !known {
				n.mistaken[key] = field
			}
		}
	}
	return n
}

func fieldsOf(dialect, kind string) *fieldNames {
	if of, ok := names()[dialect+"/"+kind]; ok {
		return of()
	}
	return &fieldNames{}
}

// Fields returns the field names of a dialect and kind, sorted; nil if the kind has no schema.
func Fields(dialect, kind string) []string { return slices.Clone(fieldsOf(dialect, kind).all) }

// MistakenFor returns the field that people confuse with a key that the client does not read:
// "allowed-tools" in a Claude Code subagent means "tools".
func MistakenFor(dialect, kind, key string) (string, bool) {
	field, ok := fieldsOf(dialect, kind).mistaken[key]
	return field, ok
}

// Examples returns words that are valid values of a field, among others; nil if the schema has none.
func Examples(dialect, kind, field string) []string { return fieldsOf(dialect, kind).examples[field] }

// Values returns the texts that a field accepts if its schema lists them.
func Values(dialect, kind, field string) []string {
	of, ok := fields()[dialect+"/"+kind]
	if !ok {
		return nil
	}
	return slices.DeleteFunc(texts(of()[field]["enum"]), func(text string) bool { return text == "null" })
}

func anyList(v any) []any {
	list, _ := v.([]any)
	return list
}

// ReadersOf returns the dialects that read a field in a kind of file, sorted, without those that
// accept but ignore it.
func ReadersOf(kind, field string) []string { return slices.Clone(readers()[kind][field]) }

// readers holds dialects by kind and field.
var readers = sync.OnceValue(func() map[string]map[string][]string {
	table := map[string]map[string][]string{}
	add := func(dialect, kind, field string) {
		if table[kind] == nil {
			table[kind] = map[string][]string{}
		}
		table[kind][field] = append(table[kind][field], dialect)
	}
	for name, of := range fields() {
		dialect, kind, _ := strings.Cut(name, "/")
		for field, p := range of() {
			if p["x-ignored"] != true {
				add(dialect, kind, field)
			}
		}
	}
	for _, byField := range table {
		for _, dialects := range byField {
			slices.Sort(dialects)
		}
	}
	return table
})

// Exact returns the fields in which the client does not accept a date as a string, sorted.
func Exact(dialect, kind string) []string { return slices.Clone(fieldsOf(dialect, kind).exact) }

// Required returns the required fields of a dialect and kind, sorted.
func Required(dialect, kind string) []string {
	doc, ok := documents()[dialect+"/"+kind]
	if !ok {
		return nil
	}
	tree := doc.tree()
	names := texts(tree["required"])
	for _, part := range anyList(tree["allOf"]) {
		names = append(names, texts(mapOf(part)["required"])...)
	}
	slices.Sort(names)
	return names
}

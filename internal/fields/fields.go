// Package fields lists the fields of a JSON Schema with their status, values and description. docs/dialects.md and editors show the
// same texts.
package fields

import (
	"slices"
	"strings"
	"sync"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/syntax/jsontree"
	"github.com/skilllint/skilllint/schema"
)

// A Field is a field of a mapping.
type Field struct {
	Path        string // such as "metadata.openclaw.install[].kind"; in results of [Schema.Members], the key
	Status      string // one of the constants below
	Values      string // types and limits
	Description string
}

// Values of Field.Status.
const (
	Required = "R"
	Depends  = "C" // required in some cases
	Optional = "O"
	Ignored  = "I"
	Refused  = "X"
)

// A Schema is a JSON Schema with the schemas that it refers to. It is safe for concurrent use.
type Schema struct {
	kind   string                            // of the schema itself
	source func(kind string) *analysis.Value // returns a schema of the same dialect; called once per kind
	mu     sync.Mutex
	trees  map[string]*analysis.Value
}

// schemas maps "dialect/kind" to schemas.
var schemas sync.Map

// Lookup returns the schema of a dialect and kind, or nil.
func Lookup(dialect, kind string) *Schema {
	if s, ok := schemas.Load(dialect + "/" + kind); ok {
		return s.(*Schema)
	}
	s := &Schema{kind: kind, source: func(kind string) *analysis.Value {
		source, _ := schema.Source(dialect, kind)
		return jsontree.Parse(source, 0).Root
	}}
	if s.tree(kind) == nil {
		return nil
	}
	schemas.Store(dialect+"/"+kind, s)
	return s
}

// Parse returns a schema without references to other schemas.
func Parse(source []byte) *Schema {
	root := jsontree.Parse(source, 0).Root
	return &Schema{source: func(string) *analysis.Value { return root }}
}

// tree returns the syntax tree of a schema, or nil.
func (s *Schema) tree(kind string) *analysis.Value {
	s.mu.Lock()
	defer s.mu.Unlock()
	if tree, ok := s.trees[kind]; ok {
		return tree
	}
	if s.trees == nil {
		s.trees = map[string]*analysis.Value{}
	}
	s.trees[kind] = s.source(kind)
	return s.trees[kind]
}

func (s *Schema) root() place { return place{s.kind, s.tree(s.kind), "error"} }

// List returns all fields in the order of the schema. Fields of nested mappings follow their parent. Shared definitions are listed
// once.
func (s *Schema) List() []Field {
	r := &lister{Schema: s, shown: map[string]bool{}}
	r.object("", s.root())
	return r.rows
}

// A lister lists the fields of a schema.
type lister struct {
	*Schema
	shown map[string]bool // references whose fields are listed
	rows  []Field
}

// A place is a part of a schema, with the schema that contains it.
type place struct {
	kind     string
	node     *analysis.Value
	severity string // of violations
}

// at returns a part of the same schema, which may override the severity.
func (p place) at(node *analysis.Value) place {
	if severity := textOf(node.Get("x-severity")); severity != "" {
		p.severity = severity
	}
	p.node = node
	return p
}

// parts returns a schema and the schemas that it refers to by $ref and allOf.
func (s *Schema) parts(p place) []place {
	all := []place{p.at(p.node)}
	for i := 0; i < len(all) && i < 50; i++ {
		node := all[i].node
		if ref := node.Get("$ref"); ref != nil {
			if q := s.resolve(all[i].kind, ref.Text); q.node != nil {
				q.severity = all[i].severity
				all = append(all, q.at(q.node))
			}
		}
		for _, item := range itemsOf(node.Get("allOf")) {
			all = append(all, all[i].at(item))
		}
	}
	return all
}

func (s *Schema) resolve(kind, ref string) place {
	file, pointer, _ := strings.Cut(ref, "#")
	if file != "" {
		kind = strings.TrimSuffix(file, ".json")
	}
	node := s.tree(kind)
	for _, key := range strings.FieldsFunc(pointer, func(c rune) bool { return c == '/' }) {
		node = node.Get(key)
	}
	return place{kind: kind, node: node}
}

// object lists the fields of a mapping.
func (r *lister) object(prefix string, p place) {
	parts := r.parts(p)
	seen := map[string]bool{}
	for _, part := range parts {
		properties := part.node.Get("properties")
		if properties == nil {
			continue
		}
		for _, m := range properties.Members {
			if seen[m.Key] {
				continue
			}
			seen[m.Key] = true
			r.field(prefix+m.Key, m.Key, part.at(m.Value), parts)
		}
	}
}

// field lists a field and its nested fields. above are the parts of the schema of its mapping.
func (r *lister) field(path, key string, p place, above []place) {
	row := r.describe(key, above)
	row.Path = path
	ref := p.node.Get("$ref")
	listed := ref != nil && r.shown[ref.Text]
	if ref != nil {
		r.shown[ref.Text] = true
	}
	if file, _, _ := strings.Cut(textOf(ref), ".json"); ref != nil && file != ref.Text && file != "" {
		row.Values, listed = strings.TrimPrefix(row.Values+", as in "+file, ", "), true
	}
	r.rows = append(r.rows, row)
	if !listed {
		r.nestedFields(path, p, 0)
	}
}

// describe returns a field. above are the parts of the schema of its mapping.
func (s *Schema) describe(key string, above []place) Field {
	var same []place // the schemas of the field
	for _, part := range above {
		if node := part.node.Get("properties").Get(key); node != nil {
			same = append(same, s.parts(part.at(node))...)
		}
	}
	field := Field{Path: key, Status: status(key, same, above), Values: values(same)}
	for _, part := range same {
		if d := part.node.Get("description"); d != nil && field.Description == "" {
			field.Description = d.Text
		}
	}
	return field
}

func textOf(v *analysis.Value) string {
	if v == nil {
		return ""
	}
	return v.Text
}

// nestedFields lists the fields inside a value: in a mapping, in list items, and in the values of arbitrary keys.
func (r *lister) nestedFields(path string, p place, depth int) {
	if depth > 3 {
		return
	}
	r.object(path+".", p)
	for _, part := range r.parts(p) {
		for _, keyword := range []string{"items", "additionalProperties"} {
			suffix := map[string]string{"items": "[]", "additionalProperties": ".*"}[keyword]
			node := part.node.Get(keyword)
			if node == nil || node.Kind != analysis.Map {
				continue
			}
			if ref := node.Get("$ref"); ref != nil {
				if r.shown[ref.Text] {
					continue
				}
				r.shown[ref.Text] = true
			}
			r.nestedFields(path+suffix, part.at(node), depth+1)
		}
		for _, keyword := range []string{"anyOf", "oneOf"} {
			for _, branch := range itemsOf(part.node.Get(keyword)) {
				r.nestedFields(path, part.at(branch), depth+1)
			}
		}
	}
}

func itemsOf(v *analysis.Value) []*analysis.Value {
	if v == nil {
		return nil
	}
	return v.Items
}

// status returns the status of a field. same are the schemas of the field, above those of its mapping.
func status(key string, same, above []place) string {
	for _, part := range same {
		if v := part.node.Get("x-ignored"); v != nil && v.Text == "true" {
			return Ignored
		}
		if not := part.node.Get("not"); not != nil && not.Kind == analysis.Map && len(not.Members) == 0 {
			return Refused
		}
	}
	found := Optional
	for _, part := range above {
		if contains(part.node.Get("required"), key) {
			return Required
		}
		if requiresConditionally(part.node, key, 0) {
			found = Depends
		}
	}
	return found
}

func contains(list *analysis.Value, key string) bool {
	return slices.ContainsFunc(itemsOf(list), func(v *analysis.Value) bool { return v.Text == key })
}

// requiresConditionally reports whether a schema requires a field conditionally.
func requiresConditionally(node *analysis.Value, key string, depth int) bool {
	if node == nil || depth > 4 {
		return false
	}
	if contains(node.Get("required"), key) && depth > 0 {
		return true
	}
	if d := node.Get("dependentRequired"); d != nil {
		for _, m := range d.Members {
			if contains(m.Value, key) {
				return true
			}
		}
	}
	for _, keyword := range []string{"then", "else"} {
		if requiresConditionally(node.Get(keyword), key, depth+1) {
			return true
		}
	}
	for _, keyword := range []string{"anyOf", "oneOf", "allOf"} {
		for _, branch := range itemsOf(node.Get(keyword)) {
			if keyword != "allOf" && contains(branch.Get("required"), key) || requiresConditionally(branch, key, depth+1) {
				return true
			}
		}
	}
	return false
}

package fields

import (
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
)

// Item is the element of a path for the items of a list.
const Item = "[]"

// A Word is a possible value of a field.
type Word struct {
	Text    string
	String  bool // a string; otherwise a number, a boolean or null
	Example bool // an example; other values are allowed
}

// Members returns the fields of the mapping at a path, in the order of the schema.
func (s *Schema) Members(path ...string) []Field {
	parts := s.descend(path)
	var fields []Field
	seen := map[string]bool{}
	for _, part := range parts {
		properties := part.node.Get("properties")
		if properties == nil {
			continue
		}
		for _, m := range properties.Members {
			if !seen[m.Key] {
				seen[m.Key] = true
				fields = append(fields, s.describe(m.Key, parts))
			}
		}
	}
	return fields
}

// Field returns the field at a path.
func (s *Schema) Field(path ...string) (Field, bool) {
	for len(path) > 0 && path[len(path)-1] == Item {
		path = path[:len(path)-1]
	}
	if len(path) == 0 {
		return Field{}, false
	}
	key := path[len(path)-1]
	above := s.descend(path[:len(path)-1])
	for _, part := range above {
		if part.node.Get("properties").Get(key) != nil {
			f := s.describe(key, above)
			f.Path = strings.ReplaceAll(strings.Join(path, "."), "."+Item, Item)
			return f, true
		}
	}
	return Field{}, false
}

// Words returns the values that the schema lists for a path, in order. For a list, it includes the values of the items.
func (s *Schema) Words(path ...string) []Word {
	parts := s.descend(path)
	for _, part := range parts {
		if items := part.node.Get("items"); items != nil && items.Kind == analysis.Map {
			parts = append(parts, s.expand([]place{part.at(items)})...)
		}
	}
	var words []Word
	add := func(v *analysis.Value, example bool) {
		if v == nil || v.Kind == analysis.List || v.Kind == analysis.Map || v.Kind == analysis.Null ||
			slices.ContainsFunc(words, func(w Word) bool { return w.Text == v.Text }) {
			return
		}
		words = append(words, Word{v.Text, v.IsString(), example})
	}
	for _, part := range parts {
		for _, v := range itemsOf(part.node.Get("enum")) {
			add(v, false)
		}
		add(part.node.Get("const"), false)
		if slices.Contains(typeNames(part.node), "boolean") || textOf(part.node.Get("format")) == "boolean-word" {
			for _, word := range []string{"true", "false"} {
				add(&analysis.Value{Kind: analysis.Bool, Text: word}, false)
			}
		}
		for _, v := range itemsOf(part.node.Get("examples")) {
			add(v, true)
		}
	}
	return words
}

// IsList reports whether the value at a path may be a list.
func (s *Schema) IsList(path ...string) bool { return s.mayBe("array", path) }

// IsMapping reports whether the value at a path may be a mapping.
func (s *Schema) IsMapping(path ...string) bool { return s.mayBe("object", path) }

func (s *Schema) mayBe(typeName string, path []string) bool {
	return slices.ContainsFunc(s.descend(path), func(p place) bool { return slices.Contains(typeNames(p.node), typeName) })
}

// typeNames returns the types of a schema.
func typeNames(node *analysis.Value) []string {
	v := node.Get("type")
	var names []string
	for _, item := range append(itemsOf(v), v) {
		if item.IsString() {
			names = append(names, item.Text)
		}
	}
	return names
}

// descend returns the schemas of the value at a path.
func (s *Schema) descend(path []string) []place {
	parts := s.expand([]place{s.root()})
	for _, key := range path {
		var next []place
		for _, part := range parts {
			if key == Item {
				if items := part.node.Get("items"); items != nil && items.Kind == analysis.Map {
					next = append(next, part.at(items))
				}
				continue
			}
			if node := part.node.Get("properties").Get(key); node != nil && node.Kind == analysis.Map {
				next = append(next, part.at(node))
			} else if node := part.node.Get("additionalProperties"); node != nil && node.Kind == analysis.Map {
				next = append(next, part.at(node))
			}
		}
		parts = s.expand(next)
	}
	return parts
}

// maxParts limits the schemas of one value.
const maxParts = 200

// expand returns schemas with all references and alternatives.
func (s *Schema) expand(all []place) []place {
	seen := map[*analysis.Value]bool{}
	var found []place
	for i := 0; i < len(all) && len(found) < maxParts; i++ {
		for _, part := range s.parts(all[i]) {
			if seen[part.node] {
				continue
			}
			seen[part.node] = true
			found = append(found, part)
			for _, keyword := range []string{"anyOf", "oneOf"} {
				for _, branch := range itemsOf(part.node.Get(keyword)) {
					all = append(all, part.at(branch))
				}
			}
			for _, keyword := range []string{"then", "else"} {
				if branch := part.node.Get(keyword); branch != nil {
					all = append(all, part.at(branch))
				}
			}
		}
	}
	return found
}

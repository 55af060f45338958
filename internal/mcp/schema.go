package mcp

import (
	"slices"

	"github.com/google/jsonschema-go/jsonschema"
)

// schemaOf returns the JSON Schema of a type of this package. Lists are not nullable, because Gemini's API rejects all tools if one has
// a property with two types.
func schemaOf[T any]() *jsonschema.Schema {
	schema, err := jsonschema.For[T](nil)
	if err != nil {
		panic(err) // a bug in the type
	}
	dropNull(schema)
	return schema
}

func dropNull(s *jsonschema.Schema) {
	if s == nil {
		return
	}
	if slices.Equal(s.Types, []string{"null", "array"}) {
		s.Type, s.Types = "array", nil
	}
	dropNull(s.Items)
	for _, property := range s.Properties {
		dropNull(property)
	}
}

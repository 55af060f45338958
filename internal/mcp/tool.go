package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
)

// A tool is a read-only tool, as clients list it.
type tool struct {
	Name         string             `json:"name"`
	Title        string             `json:"title"`
	Description  string             `json:"description"`
	Annotations  annotations        `json:"annotations"`
	InputSchema  *jsonschema.Schema `json:"inputSchema"`
	OutputSchema *jsonschema.Schema `json:"outputSchema"`

	call func(ctx context.Context, arguments json.RawMessage) (json.RawMessage, error)
}

type annotations struct {
	Title       string `json:"title"`
	ReadOnly    bool   `json:"readOnlyHint"`
	Destructive bool   `json:"destructiveHint"`
	Idempotent  bool   `json:"idempotentHint"`
	OpenWorld   bool   `json:"openWorldHint"`
}

// newTool returns a tool whose arguments and results have the types of a function.
func newTool[In, Out any](s *server, name, title, description string, run func(context.Context, In) (Out, error)) tool {
	t := tool{Name: name, Title: title, Description: description, Annotations: annotations{Title: title, ReadOnly: true, Idempotent: true},
		InputSchema: schemaOf[In](), OutputSchema: schemaOf[Out]()}
	arguments, err := t.InputSchema.Resolve(nil)
	if err != nil {
		panic(err) // a bug in the type
	}
	t.call = func(ctx context.Context, given json.RawMessage) (_ json.RawMessage, err error) {
		select {
		case s.slot <- struct{}{}:
			defer func() { <-s.slot }()
		case <-ctx.Done():
			return nil, ctx.Err()
		}
		defer func() {
			if r := recover(); r != nil {
				err = fmt.Errorf("internal error: %v; please report this bug with the files", r)
			}
			if err != nil {
				err = errors.New(sanitize(strings.ReplaceAll(err.Error(), "\n", "; ")))
			}
		}()
		var in In
		if err := decode(given, arguments, &in); err != nil {
			return nil, err
		}
		out, err := run(ctx, in)
		if err != nil {
			return nil, err
		}
		return json.Marshal(out)
	}
	return t
}

// decode validates the arguments of a call, and decodes them. Clients may omit them.
func decode(given json.RawMessage, schema *jsonschema.Resolved, in any) error {
	if len(given) == 0 {
		given = json.RawMessage("{}")
	}
	var value any
	err := json.Unmarshal(given, &value)
	if err == nil {
		err = schema.Validate(value)
	}
	if err == nil {
		err = json.Unmarshal(given, in)
	}
	if err != nil {
		return fmt.Errorf("invalid arguments: %s", strings.TrimPrefix(err.Error(), "validating root: "))
	}
	return nil
}

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

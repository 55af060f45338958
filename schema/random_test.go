package schema

import (
	"bytes"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v5"
)

// A generator creates random schemas and values.
type generator struct{ *rand.Rand }

func pick[T any](g generator, from ...T) T { return from[g.IntN(len(from))] }

var (
	randomKeys  = []string{"a", "b", "ab", "c d"}
	randomTypes = []any{"string", "number", "integer", "object", "array", "null", "boolean"}
)

func (g generator) value(depth int) any {
	switch n := g.IntN(9); {
	case n < 2 || n > 6 && depth <= 0:
		return pick[any](g, nil, true, false, []any{}, map[string]any{})
	case n < 4:
		return json.Number(pick(g, "0", "1", "1.0", "2", "2.5", "-1", "10"))
	case n < 7:
		return pick(g, "", "a", "ab", "b", "2026-01-01", "é", "x y", "10.0.0.1")
	case n == 7:
		object := map[string]any{}
		for range g.IntN(4) {
			object[pick(g, randomKeys...)] = g.value(depth - 1)
		}
		return object
	}
	list := []any{}
	for range g.IntN(4) {
		list = append(list, g.value(depth-1))
	}
	return list
}

func (g generator) count() any { return json.Number(strconv.Itoa(g.IntN(4))) }

func (g generator) names() any {
	list := []any{}
	for _, key := range randomKeys {
		if g.IntN(3) == 0 {
			list = append(list, key)
		}
	}
	return list
}

func (g generator) schema(depth int) any {
	if g.IntN(12) == 0 {
		return g.IntN(2) == 0
	}
	object := map[string]any{}
	for range 1 + g.IntN(3) {
		if depth > 0 && g.IntN(2) == 0 {
			g.applicator(object, depth-1)
		} else {
			g.assertion(object)
		}
	}
	return object
}

func (g generator) assertion(to map[string]any) {
	keyword := pick(g, "type", "const", "enum", "minLength", "maxLength", "pattern", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum",
		"multipleOf", "minItems", "maxItems", "uniqueItems", "minProperties", "maxProperties", "required", "dependentRequired", "format", "$ref")
	switch keyword {
	case "type":
		to[keyword] = pick(g, pick(g, randomTypes...), any([]any{pick(g, randomTypes[:3]...), pick(g, randomTypes[3:]...)}))
	case "const":
		to[keyword] = g.value(1)
	case "enum":
		to[keyword] = []any{g.value(1), g.value(1), g.value(0)}
	case "pattern":
		to[keyword] = pick(g, "^a", "b$", "^[a-b]*$")
	case "multipleOf":
		to[keyword] = json.Number(pick(g, "1", "2", "0.5"))
	case "uniqueItems":
		to[keyword] = true
	case "required":
		to[keyword] = g.names()
	case "dependentRequired":
		to[keyword] = map[string]any{pick(g, randomKeys...): g.names()}
	case "format":
		to[keyword] = pick(g, "ipv4", "uri", "unknown")
	case "$ref":
		to[keyword] = "#/$defs/part"
	default:
		to[keyword] = g.count()
	}
}

func (g generator) applicator(to map[string]any, depth int) {
	list := func() any {
		var all []any
		for range 1 + g.IntN(3) {
			all = append(all, g.schema(depth))
		}
		return all
	}
	keyword := pick(g, "properties", "patternProperties", "additionalProperties", "propertyNames", "dependentSchemas", "items", "prefixItems", "contains",
		"allOf", "anyOf", "oneOf", "not", "if", "unevaluatedProperties", "unevaluatedItems")
	switch keyword {
	case "properties", "dependentSchemas":
		to[keyword] = map[string]any{pick(g, randomKeys...): g.schema(depth), pick(g, randomKeys...): g.schema(depth)}
	case "patternProperties":
		to[keyword] = map[string]any{pick(g, "^a", "b", "c d"): g.schema(depth)}
	case "prefixItems", "allOf", "anyOf", "oneOf":
		to[keyword] = list()
	case "contains":
		to[keyword] = g.schema(depth)
		to[pick(g, "minContains", "maxContains")] = g.count()
	case "if":
		to[keyword], to["then"], to["else"] = g.schema(depth), g.schema(depth), g.schema(depth)
	default:
		to[keyword] = g.schema(depth)
	}
}

// TestRandomSchemas compares the evaluator with a JSON Schema library: which values match which schemas.
func TestRandomSchemas(t *testing.T) {
	g := generator{rand.New(rand.NewPCG(1, 2))}
	matching, others := 0, 0
	for range 4000 {
		root, ok := g.schema(3).(map[string]any)
		if !ok {
			continue
		}
		part := map[string]any{}
		for len(part) == 0 || part["$ref"] != nil {
			g.assertion(part)
			delete(part, "$ref")
		}
		root["$defs"] = map[string]any{"part": part}
		source, err := json.Marshal(root)
		if err != nil {
			t.Fatal(err)
		}
		extra, err := NewExtra("random.json", source)
		if err != nil {
			t.Fatalf("%s: %v", source, err)
		}
		compiler := jsonschema.NewCompiler()
		compiler.AssertFormat = true
		if err := compiler.AddResource(base+"random", bytes.NewReader(source)); err != nil {
			t.Fatal(err)
		}
		compiled, err := compiler.Compile(base + "random")
		if err != nil {
			t.Fatal(err)
		}
		for range 5 {
			value := g.value(3)
			found, err := extra.Validate(value)
			var mismatch *jsonschema.ValidationError
			want := !errors.As(compiled.Validate(value), &mismatch)
			if err != nil || want != (len(found) == 0) {
				t.Fatalf("%s by %s: %v, %v, want a match: %v", text(value), source, found, err, want)
			}
			if want {
				matching++
			} else {
				others++
			}
		}
	}
	if matching < 2000 || others < 2000 {
		t.Errorf("%d values match and %d do not", matching, others)
	}
}

// TestStandardFormats checks values on both sides of JSON Schema's formats.
func TestStandardFormats(t *testing.T) {
	for format, values := range map[string][2]string{
		"date-time":             {"2026-01-02T03:04:05Z 2026-01-02t03:04:05.5+01:00", "2026-01-02 2026-13-02T03:04:05Z 2026-01-02T03:04:05"},
		"time":                  {"03:04:05Z 23:59:59.1-02:00", "03:04 25:00:00Z"},
		"duration":              {"P1D P1Y2M PT1H PT1M1S P2W", "P PT 1D P1H P1DT"},
		"hostname":              {"example.com a-b.c a.", "-a.b a..b a_b " + strings.Repeat("a", 64)},
		"email":                 {"a@example.com a.b+c@d", "a @b a@ a@b@c a,b@c"},
		"ipv4":                  {"10.0.0.1", "10.0.0 10.0.0.256 ::1"},
		"ipv6":                  {"::1 fe80::1", "10.0.0.1 ::1%eth0 x"},
		"uri":                   {"https://example.com/a mailto:a", "a/b //example.com ://"},
		"uri-reference":         {"a/b https://example.com #a", `a\b :`},
		"uri-template":          {"a/{b}/c{?d}", "{ a} a/{b {}"},
		"regex":                 {"^a$ [a-z]+", "( [z-a]"},
		"json-pointer":          {"/a/0 /~0~1", "a /~2 /~"},
		"relative-json-pointer": {"0/a 1# 10", "a 01/a -1"},
		"uuid":                  {"123e4567-e89b-12d3-a456-426614174000", "123e4567e89b12d3a456426614174000 x"},
	} {
		for i, valid := range []bool{true, false} {
			for _, value := range strings.Fields(values[i]) {
				if formats()[format](value) != valid {
					t.Errorf("%s %q: want %v", format, value, valid)
				}
			}
		}
	}
}

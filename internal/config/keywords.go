package config

import (
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/analysis/suggest"
	"github.com/skilllint/skilllint/schema"
)

// The subschemas in the value of a keyword.
const (
	none  = iota // no subschema
	one          // one schema, or a list of them
	named        // a mapping of schemas
)

// keywords returns the keywords of JSON Schema up to 2020-12, with the subschemas in their values. It is not a
// variable, because few runs need it.
func keywords() map[string]int {
	return map[string]int{
		"additionalItems": one, "additionalProperties": one, "allOf": one, "anyOf": one, "contains": one, "contentSchema": one,
		"else": one, "if": one, "items": one, "not": one, "oneOf": one, "prefixItems": one, "propertyNames": one, "then": one,
		"unevaluatedItems": one, "unevaluatedProperties": one,
		"$defs": named, "definitions": named, "dependencies": named, "dependentSchemas": named, "patternProperties": named, "properties": named,
		"$anchor": none, "$comment": none, "$id": none, "$ref": none, "$schema": none, "$vocabulary": none, "const": none,
		"contentEncoding": none, "contentMediaType": none, "default": none, "dependentRequired": none, "deprecated": none,
		"description": none, "enum": none, "examples": none, "exclusiveMaximum": none, "exclusiveMinimum": none, "format": none,
		"id": none, "maxContains": none, "maximum": none, "maxItems": none, "maxLength": none, "maxProperties": none,
		"minContains": none, "minimum": none, "minItems": none, "minLength": none, "minProperties": none, "multipleOf": none,
		"pattern": none, "readOnly": none, "required": none, "title": none, "type": none, "uniqueItems": none, "writeOnly": none,
	}
}

// A schemaProblem is a part of a schema that is valid JSON Schema but probably unintended: an unknown keyword
// has no effect, so the schema would silently accept everything.
type schemaProblem struct {
	at      analysis.Range
	message string
}

// findSchemaProblem returns the first problem in a schema: a probable typo of a keyword or annotation, or an
// unknown severity. Other unknown keywords are allowed.
func findSchemaProblem(v *analysis.Value) (schemaProblem, bool) {
	return findSchemaProblemBelow(v, keywords())
}

func findSchemaProblemBelow(v *analysis.Value, keywords map[string]int) (schemaProblem, bool) {
	if v.Kind == analysis.List {
		for _, item := range v.Items {
			if s, ok := findSchemaProblemBelow(item, keywords); ok {
				return s, true
			}
		}
	}
	if v.Kind != analysis.Map {
		return schemaProblem{}, false
	}
	for _, m := range v.Members {
		subschemas, known := keywords[m.Key]
		switch {
		case !known:
			if message := unknown(m, keywords); message != "" {
				return schemaProblem{m.KeyRange, message}, true
			}
			if !isSeverity(m) {
				return schemaProblem{m.Value.Range, "unknown severity " + quote.Text(m.Value.Text) + " (available: error, warning, info)"}, true
			}
		case subschemas == one:
			if s, ok := findSchemaProblemBelow(m.Value, keywords); ok {
				return s, true
			}
		case subschemas == named:
			for _, below := range m.Value.Members {
				if s, ok := findSchemaProblemBelow(below.Value, keywords); ok {
					return s, true
				}
			}
		}
	}
	return schemaProblem{}, false
}

// unknown returns the message for a probable typo of a keyword, or "".
func unknown(m analysis.Member, keywords map[string]int) string {
	known := schema.Annotations()
	if slices.Contains(known, m.Key) {
		return ""
	}
	what := "unknown annotation "
	if !strings.HasPrefix(m.Key, "x-") {
		what, known = "unknown keyword ", nil
		for keyword := range keywords {
			known = append(known, keyword)
		}
	}
	if best, ok := suggest.Best(m.Key, known); ok {
		return what + quote.Text(m.Key) + "; did you mean " + quote.Text(best) + "?"
	}
	return ""
}

func isSeverity(m analysis.Member) bool {
	if m.Key != "x-severity" && m.Key != "x-guessed" {
		return true
	}
	return m.Value.IsString() && slices.Contains([]string{"error", "warning", "info"}, m.Value.Text)
}

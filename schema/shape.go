package schema

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// A shape is what the value of a keyword must be.
type shape struct {
	valid func(any) bool
	want  string
}

// shapes are the shapes of keywords without subschemas.
var shapes = map[string]shape{
	"$schema": {isDraft, "must be https://json-schema.org/draft/2020-12/schema"},
	"$ref":    {isText, "must be a string"}, "$id": {isText, "must be a string"}, "format": {isText, "must be a string"},
	"title": {isText, "must be a string"}, "description": {isText, "must be a string"}, "$comment": {isText, "must be a string"},
	"type":    {isTypes, "value must be one of \"array\", \"boolean\", \"integer\", \"null\", \"number\", \"object\", \"string\", or a list of them"},
	"pattern": {isPattern, "must be a valid regex"}, "enum": {isList, "must be a list"}, "required": {isTexts, "must be a list of strings"},
	"minimum": {isRational, "must be a number"}, "maximum": {isRational, "must be a number"},
	"multipleOf": {isStep, "must be a positive number"}, "uniqueItems": {isBoolean, "must be true or false"},
	"minLength": {isCount, "must be a count"}, "maxLength": {isCount, "must be a count"},
	"minItems": {isCount, "must be a count"}, "maxItems": {isCount, "must be a count"},
	"minContains": {isCount, "must be a count"}, "maxContains": {isCount, "must be a count"},
	"minProperties": {isCount, "must be a count"}, "maxProperties": {isCount, "must be a count"},
	"exclusiveMinimum": {isRational, "must be a number"}, "exclusiveMaximum": {isRational, "must be a number"},
	"dependentRequired": {func(v any) bool {
		object, ok := v.(map[string]any)
		return ok && !slices.ContainsFunc(slices.Collect(maps.Values(object)), func(names any) bool { return !isTexts(names) })
	}, "must be an object with lists of strings"},
}

func isText(v any) bool     { _, ok := v.(string); return ok }
func isList(v any) bool     { _, ok := v.([]any); return ok }
func isBoolean(v any) bool  { _, ok := v.(bool); return ok }
func isRational(v any) bool { return rational(v) != nil }
func isStep(v any) bool     { n := rational(v); return n != nil && n.Sign() > 0 }
func isCount(v any) bool    { n, ok := integer(v); return ok && n >= 0 }
func isTexts(v any) bool {
	return isList(v) && !slices.ContainsFunc(anyList(v), func(item any) bool { return !isText(item) })
}

func isTypes(v any) bool {
	if list := anyList(v); isList(v) {
		return len(list) > 0 && !slices.ContainsFunc(list, func(item any) bool { return !isText(item) || !isTypes(item) })
	}
	name, _ := v.(string)
	return slices.Contains([]string{"array", "boolean", "integer", "null", "number", "object", "string"}, name)
}

func isPattern(v any) bool {
	pattern, ok := v.(string)
	_, err := regexp.Compile(ecma(pattern))
	return ok && err == nil
}

// isDraft reports whether a value names a draft of JSON Schema. Older drafts are read as the current one.
func isDraft(v any) bool {
	url, _ := v.(string)
	_, draft, ok := strings.Cut(strings.TrimSuffix(url, "#"), "://json-schema.org/")
	return ok && slices.Contains([]string{"schema", "draft/2020-12/schema", "draft/2019-09/schema", "draft-07/schema", "draft-06/schema", "draft-04/schema"}, draft)
}

// checkShape checks the keywords of a schema and its subschemas.
func checkShape(path []string, schema any) error {
	object, isObject := schema.(map[string]any)
	if !isObject && !isBoolean(schema) {
		return &ExtraError{Path: path, Message: "must be a schema: an object, true or false"}
	}
	for _, keyword := range slices.Sorted(maps.Keys(object)) {
		if err := checkKeyword(append(slices.Clone(path), keyword), keyword, object[keyword]); err != nil {
			return err
		}
	}
	return nil
}

func checkKeyword(path []string, keyword string, value any) error {
	switch keyword {
	case "not", "if", "then", "else", "contains", "propertyNames", "additionalProperties", "additionalItems", "unevaluatedProperties", "unevaluatedItems":
		return checkShape(path, value)
	case "allOf", "anyOf", "oneOf", "prefixItems":
		return checkShapes(path, value)
	case "items":
		if isList(value) {
			return checkShapes(path, value)
		}
		return checkShape(path, value)
	case "properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "dependencies":
		return checkNamed(path, keyword, value)
	}
	if s, ok := shapes[keyword]; ok && !s.valid(value) {
		return &ExtraError{Path: path, Message: s.want}
	}
	return nil
}

// checkShapes checks a list of schemas.
func checkShapes(path []string, value any) error {
	if len(anyList(value)) == 0 {
		return &ExtraError{Path: path, Message: "must be a list of schemas"}
	}
	for i, schema := range anyList(value) {
		if err := checkShape(append(slices.Clone(path), strconv.Itoa(i)), schema); err != nil {
			return err
		}
	}
	return nil
}

// checkNamed checks schemas by name. Those of dependencies may be lists of names.
func checkNamed(path []string, keyword string, value any) error {
	object, ok := value.(map[string]any)
	if !ok {
		return &ExtraError{Path: path, Message: "must be an object with schemas"}
	}
	for _, name := range slices.Sorted(maps.Keys(object)) {
		at := append(slices.Clone(path), name)
		if _, err := regexp.Compile(name); err != nil && keyword == "patternProperties" {
			return &ExtraError{Path: at, Message: fmt.Sprintf("invalid regex: %v", err)}
		}
		if keyword == "dependencies" && isTexts(object[name]) {
			continue
		}
		if err := checkShape(at, object[name]); err != nil {
			return err
		}
	}
	return nil
}

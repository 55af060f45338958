package schema

import "strings"

// A place is the location of a keyword in a schema, with the annotations that apply there.
type place struct {
	kind    string // kind of the validated file; origin may be that of a reference
	origin  origin
	schema  map[string]any // the schema with the keyword
	keyword string         // empty: the schema itself, which contains other errors
	rest    []string       // the tokens after the keyword: a name, an index
	key     bool           // the keyword applies to the name of a property

	severity, loader, effect, help string
	must                           bool
}

// locate resolves a keyword location of the library in a schema and its references.
func locate(o origin, location string) place {
	_, kind, _ := strings.Cut(o.name, "/")
	at := place{kind: kind, origin: o}
	at.enter(o.tree)
	tokens := pointerTokens(location)
	for i := 0; i < len(tokens); i++ {
		keyword := tokens[i]
		var next map[string]any
		switch keyword {
		case "$ref":
			ref, _ := at.schema["$ref"].(string)
			at.origin, next = at.origin.resolve(ref)
		case "properties", "patternProperties", "dependentSchemas":
			if i++; i < len(tokens) {
				next = mapOf(mapOf(at.schema[keyword])[tokens[i]])
			}
			if next == nil { // "x": false
				at.keyword = "false"
				return at
			}
		case "allOf", "anyOf", "oneOf", "prefixItems":
			if i+1 < len(tokens) {
				i++
				next = mapOf(descend(at.schema[keyword], tokens[i:i+1]))
			}
		case "propertyNames":
			at.key = true
			next = mapOf(at.schema[keyword])
		case "items", "additionalProperties", "not", "if", "then", "else", "contains",
			"unevaluatedProperties", "unevaluatedItems":
			if i+1 < len(tokens) {
				next = mapOf(at.schema[keyword])
			}
		}
		if next == nil {
			at.keyword, at.rest = keyword, tokens[i+1:]
			return at
		}
		if appliesToParts(keyword) {
			at.help = "" // it describes the parent value
		}
		at.enter(next)
	}
	return at
}

// appliesToParts reports whether the subschemas of a keyword apply to parts of the value.
func appliesToParts(keyword string) bool {
	switch keyword {
	case "properties", "patternProperties", "additionalProperties", "unevaluatedProperties", "propertyNames",
		"items", "prefixItems", "contains", "unevaluatedItems":
		return true
	}
	return false
}

// enter descends into a schema, whose annotations replace those above.
func (at *place) enter(schema map[string]any) {
	at.schema = schema
	for key, annotation := range map[string]*string{
		"x-severity": &at.severity, "x-loader": &at.loader, "x-effect": &at.effect,
	} {
		if text, ok := schema[key].(string); ok {
			*annotation = text
		}
	}
	if must, ok := schema["x-must"].(bool); ok {
		at.must = must
	}
	if help := helpOf(schema); help != "" {
		at.help = help
	}
}

// helpOf returns the help text of a schema. Custom schemas may still have its old form, x-write,
// which lacks the verb.
func helpOf(schema map[string]any) string {
	if help, ok := schema["x-help"].(string); ok {
		return help
	}
	if text, ok := schema["x-write"].(string); ok && text != "" {
		return "write " + text
	}
	return ""
}

// Annotations returns the names of all annotations, including the old form of x-help.
func Annotations() []string {
	return []string{"x-severity", "x-loader", "x-effect", "x-fault", "x-help", "x-write", "x-must", "x-pinned", "x-guessed", "x-kinds", "x-owner", "x-exact", "x-quote",
		"x-ignored", "x-rule", "x-rare", "x-mistaken"}
}

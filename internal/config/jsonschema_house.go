package config

import (
	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/rules/house"
)

// houseSchema returns the schema of "house".
func houseSchema() object {
	text := object{"type": "string", "minLength": 1}
	kinds := analysis.Kind(analysis.Parsed).Names()
	subject := subjectSchema()
	one := mapping("A rule of the organisation.", object{
		"message":  object{"type": "string", "minLength": 1, "description": "What to do: the text of its findings. {0} is what the pattern matches, {1} its first group."},
		"forbid":   object{"description": "What must not be there.", "allOf": []object{subject}},
		"require":  object{"description": "What must be there.", "allOf": []object{subject}},
		"severity": ref("severity"),
		"kinds":    someOf("Kinds of files that it looks at.", object{"enum": kinds}),
		"files":    someOf("Globs of the files that it looks at.", text),
		"except":   someOf("Globs of files that it does not look at.", text),
		"replace":  object{"type": "string", "description": "What takes the place of what is forbidden, as a fix."},
		"safe":     object{"type": "boolean", "description": "Replacing cannot change what a file means."},
		"reason":   object{"type": "string", "minLength": 1, "description": "Why there is this rule."},
		"url":      object{"type": "string", "description": "Where more stands about it."},
	})
	one["required"] = []string{"message"}
	one["oneOf"] = []object{{"required": []string{"forbid"}}, {"required": []string{"require"}}}
	return nullable(object{
		"description":          "Rules of the organisation, by name: house/<name>.",
		"additionalProperties": false,
		"patternProperties":    object{`^[a-z0-9]+(-[a-z0-9]+)*$`: one},
		"maxProperties":        house.MaxRules,
	})
}

// subjectSchema returns the schema of what a house rule forbids or requires.
func subjectSchema() object {
	text := object{"type": "string", "minLength": 1}
	scalar := object{"type": []string{"string", "number", "boolean"}}
	schemas := object{
		"pattern":   object{"type": "string", "description": "A pattern (RE2) of text."},
		"in":        someOf("Where the text stands.", object{"enum": house.Places()}),
		"languages": someOf("The words behind the fences of code.", text),
		"heading":   someOf("Headings, without number signs.", scalar),
		"level":     object{"type": "integer", "minimum": 1, "maximum": 6, "description": "The level of the heading."},
		"field":     object{"type": "string", "minLength": 1, "description": "A field of the header, with dots for nesting."},
		"matches":   object{"type": "string", "description": "A pattern (RE2) of its value."},
		"one-of":    someOf("Values.", scalar),
		"file":      object{"type": "string", "minLength": 1, "description": "A glob of files, relative to the one that the rule looks at."},
	}
	var all []object
	for _, s := range subjects {
		keys := object{s.key: schemas[s.key]}
		for _, with := range s.with {
			keys[with] = schemas[with]
		}
		one := mapping("", keys)
		one["required"] = []string{s.key}
		all = append(all, one)
	}
	return object{"oneOf": all}
}

// someOf returns the schema of a list of values, or of one of them.
func someOf(text string, item object) object {
	list := listOf(item, object{"type": "array", "items": item, "minItems": 1})
	list["description"] = text
	return list
}

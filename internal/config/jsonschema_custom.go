package config

import (
	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/rules/house"
)

// customSchema returns the schema of "custom-rules".
func customSchema() object {
	text := object{"type": "string", "minLength": 1}
	kinds := analysis.Kind(analysis.Parsed).Names()
	subject := subjectSchema()
	one := mapping("A custom rule.", object{
		"message":  object{"type": "string", "minLength": 1, "description": "What is wrong: the message of its findings. $0 is the match of the pattern, $1 its first group."},
		"effect":   object{"type": "string", "minLength": 1, "description": "What happens because of it: the note of its findings, with groups as in message."},
		"help":     object{"type": "string", "minLength": 1, "description": "What to write instead: the help of its findings, with groups as in message."},
		"forbid":   object{"description": "What is forbidden.", "allOf": []object{subject}},
		"require":  object{"description": "What is required.", "allOf": []object{subject}},
		"severity": ref("severity"),
		"kinds":    someOf("Kinds of files that it checks.", object{"enum": kinds}),
		"files":    someOf("Globs of the files that it checks.", text),
		"except":   someOf("Globs of files that it does not check.", text),
		"replace":  object{"type": "string", "description": "The replacement of what is forbidden, as a fix."},
		"safe":     object{"type": "boolean", "description": "The replacement does not change the meaning of a file: --fix applies it."},
		"reason":   object{"type": "string", "minLength": 1, "description": "Why the rule exists."},
		"url":      object{"type": "string", "description": "A page with more information."},
	})
	one["required"] = []string{"message"}
	one["oneOf"] = []object{{"required": []string{"forbid"}}, {"required": []string{"require"}}}
	return nullable(object{
		"description":          "Custom rules by name, reported as house/<name>.",
		"additionalProperties": false,
		"patternProperties":    object{`^[a-z0-9]+(-[a-z0-9]+)*$`: one},
		"maxProperties":        house.MaxRules,
	})
}

// houseAlias returns the schema of "house", the alias of "custom-rules".
func houseAlias() object {
	alias := customSchema()
	alias["description"], alias["deprecated"] = "Alias of "+customRules+".", true
	return alias
}

// subjectSchema returns the schema of the subject of a custom rule.
func subjectSchema() object {
	text := object{"type": "string", "minLength": 1}
	scalar := object{"type": []string{"string", "number", "boolean"}}
	schemas := object{
		"pattern":   object{"type": "string", "description": "A pattern (RE2) in the text."},
		"in":        someOf("Where to search for the pattern.", object{"enum": house.Places()}),
		"languages": someOf("Languages of code blocks.", text),
		"heading":   someOf("Headings, without number signs.", scalar),
		"level":     object{"type": "integer", "minimum": 1, "maximum": 6, "description": "The level of the heading."},
		"field":     object{"type": "string", "minLength": 1, "description": "A field of the frontmatter, with dots for nesting."},
		"matches":   object{"type": "string", "description": "A pattern (RE2) that its value matches."},
		"one-of":    someOf("Values.", scalar),
		"file":      object{"type": "string", "minLength": 1, "description": "A glob of files, relative to the checked file."},
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

// someOf returns the schema of a non-empty list of values, or of a single value.
func someOf(text string, item object) object {
	list := listOf(item, object{"type": "array", "items": item, "minItems": 1})
	list["description"] = text
	return list
}

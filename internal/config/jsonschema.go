package config

import (
	"maps"
	"reflect"
	"strings"

	"github.com/skilllint/skilllint/analysis"
)

// An object is a JSON Schema, or a part of one.
type object = map[string]any

// JSONSchema returns the JSON Schema of configurations, in draft 7, which editors support best. It accepts all
// configurations that [Parse] accepts, and rejects all keys that Parse rejects, except globs without matching rules.
func JSONSchema(s Schema) map[string]any {
	return object{
		"$schema":              "http://json-schema.org/draft-07/schema#",
		"title":                "Configuration of skilllint",
		"description":          "Configuration of skilllint in " + Name + ". All keys are optional.",
		"type":                 []string{"object", "null"},
		"additionalProperties": false,
		"properties":           keySchemas(s),
		"definitions": object{
			"severity": object{"enum": Severities(), "description": "The severity of findings; off disables the rule."},
			"globs":    textList("Globs relative to the directory of this file.", object{"minLength": 1}),
			"rules":    ruleSchemas(s),
			"budgets":  nullable(mapping("Token budgets.", budgetSchemas(s, false))),
			"tokens": nullable(mapping("Placeholders {{NAME}} and ${NAME} of this repository.", object{
				"known": textList("Names of placeholders, without braces, that are replaced.", object{"minLength": 1}),
				"allow": textList("Patterns (RE2) for names of placeholders that are not reported.", object{"minLength": 1}),
			})),
			"sections": sectionSchemas(),
			"links": nullable(mapping("Settings for links.", object{
				"external-roots": textList("Directories that exist only at run time; links into them are not reported.", object{"minLength": 1}),
			})),
		},
	}
}

// keySchemas returns the schema of each key of a configuration.
func keySchemas(s Schema) object {
	schemas := object{}
	for _, kind := range extensible.Names() {
		schemas[kind] = object{"type": "string"}
	}
	return object{
		"extends":   textList("Configuration files of this repository to extend. Later files override earlier ones, and this file overrides all.", object{"minLength": 1}),
		"rules":     ref("rules"),
		"budgets":   ref("budgets"),
		"tokens":    ref("tokens"),
		"sections":  ref("sections"),
		"links":     ref("links"),
		"exclude":   describedRef("globs", "Globs of excluded files."),
		customRules: customSchema(),
		"house":     houseAlias(),
		"baseline":  object{"type": []string{"string", "null"}, "description": "The baseline file, relative to this file. Its findings are not reported."},
		"overrides": overrideSchema(),
		"dialects": nullable(object{"type": "object", "description": "Dialects of files, by glob.",
			"additionalProperties": object{"enum": s.Dialects}}),
		"targets": textList("Clients that all skills must work with.", object{"enum": s.Targets}),
		"profile": object{"enum": []any{"strict", "tolerant", nil}, "default": "tolerant", "description": "strict: every requirement of a file's protocol is an error; tolerant: only what its readers require."},
		"manifest": nullable(mapping("How MANIFEST.jsonl files are checked.", object{
			"profile": object{"enum": profiles, "description": "The profile of manifests and their outputs, if it differs."},
			"files":   object{"enum": fileModes, "description": "When files that entries name must exist: always, or only if other files in the directory do."},
			"paths":   describedRef("globs", "More files to check as manifests."),
		})),
		"ledgers": nullable(object{"type": "object", "description": "JSON Schema files for the lines of append-only JSON Lines files, by glob.",
			"additionalProperties": object{"type": "string"}}),
		"schemas": nullable(mapping("Additional JSON Schema files for frontmatter, by kind.", schemas)),
		"security": nullable(mapping("Settings for the rules of the group security. They apply with --config-from only.", object{
			"trusted-hosts": textList("Hosts, with their subdomains, that are treated like those of well-known vendors.", object{"minLength": 1, "pattern": `^[^/:@*? ]+$`}),
		})),
		"suppressions": nullable(mapping("Settings for suppression comments.", object{
			"require-reason": object{"type": "boolean", "description": "Require a reason in each comment."},
		})),
		"min-severity": object{"enum": []any{"error", "warning", "info", nil}, "default": "warning",
			"description": "The least severe findings that are reported. Others are only counted; exit codes and baselines do not depend on it."},
	}
}

func ref(name string) object { return object{"$ref": "#/definitions/" + name} }

// describedRef returns a reference with its own description, which draft 7 ignores next to $ref.
func describedRef(name, text string) object {
	return object{"description": text, "allOf": []object{ref(name)}}
}

// mapping returns the schema of a mapping that allows only these keys.
func mapping(text string, keys object) object {
	return object{"type": "object", "description": text, "additionalProperties": false, "properties": keys}
}

// nullable allows null as a value.
func nullable(o object) object {
	o["type"] = []string{"object", "null"}
	return o
}

// textList returns the schema of null, a text or a list of texts.
func textList(text string, item object) object {
	one := maps.Clone(item)
	one["type"] = "string"
	return object{"description": text, "type": []string{"array", "string", "null"}, "items": one, "if": object{"type": "string"}, "then": one}
}

// listOf returns the schema of a list, or of a single item, which must be a scalar.
func listOf(item, list object) object {
	return object{"if": object{"type": "array"}, "then": list, "else": item}
}

// ruleSchemas returns the schema of "rules".
func ruleSchemas(s Schema) object {
	keys := object{}
	severityOnly := severityOr(mapping("", object{"severity": ref("severity")}))
	for _, a := range newRuleIndex(s.Rules).rules {
		if strings.HasPrefix(a.Name, internal) {
			continue
		}
		group, _, _ := strings.Cut(a.Name, "/")
		keys[group] = object{"description": "All rules of the group " + group + ".", "allOf": []object{severityOnly}}
		keys[group+"/"] = keys[group]
		keys[a.Name] = ruleSchema(a)
		for _, former := range a.Aliases {
			keys[former] = object{"description": "The old name of " + a.Name + ".", "deprecationMessage": "write " + a.Name, "allOf": []object{ruleSchema(a)}}
		}
	}
	rules := nullable(mapping("Severities and options of rules, by rule, group or glob.", keys))
	rules["patternProperties"] = object{`[*?]`: severityOnly, `^house(/[a-z0-9-]*)?$`: severityOnly}
	return rules
}

func ruleSchema(a *analysis.Analyzer) object {
	options := object{"severity": ref("severity")}
	if a.Options != nil {
		defaults := reflect.ValueOf(a.Options).Elem()
		for i := range defaults.NumField() {
			options[fieldName(defaults.Type().Field(i))] = optionSchema(defaults.Type().Field(i), defaults.Field(i))
		}
	}
	rule := severityOr(mapping("The severity of "+a.Name+", and its options.", options))
	rule["description"] = a.Doc + "; default: " + a.Severity.String()
	return rule
}

// severityOr returns the schema of a severity or a mapping. An if/then schema reports errors at the keys of a
// mapping, unlike anyOf.
func severityOr(mapping object) object {
	return object{"if": object{"type": "object"}, "then": mapping, "else": ref("severity")}
}

// optionSchema returns the schema of an option of a rule.
func optionSchema(f reflect.StructField, value reflect.Value) object {
	o := typeSchema(f.Type, f.Tag.Get("enum"))
	if doc := f.Tag.Get("doc"); doc != "" {
		o["description"] = doc
	}
	if !value.IsZero() && value.Kind() != reflect.Pointer {
		o["default"] = value.Interface()
	}
	return o
}

// typeSchema returns the schema of a Go type, see [decoder.into].
func typeSchema(t reflect.Type, enum string) object {
	switch t.Kind() {
	case reflect.Bool:
		return object{"type": "boolean"}
	case reflect.Int, reflect.Int64:
		return object{"type": "integer"}
	case reflect.Pointer:
		return typeSchema(t.Elem(), enum)
	case reflect.Slice:
		item := typeSchema(t.Elem(), enum)
		if t.Elem().Kind() == reflect.String {
			return listOf(item, object{"type": "array", "items": item})
		}
		return object{"type": "array", "items": item}
	case reflect.Map:
		return object{"type": "object", "additionalProperties": typeSchema(t.Elem(), enum)}
	case reflect.Struct:
		keys := object{}
		for i := range t.NumField() {
			keys[fieldName(t.Field(i))] = optionSchema(t.Field(i), reflect.Zero(t.Field(i).Type))
		}
		return object{"type": "object", "additionalProperties": false, "properties": keys}
	}
	if enum != "" {
		return object{"enum": strings.Split(enum, ",")}
	}
	return object{"type": "string"}
}

func budgetSchemas(s Schema, inner bool) object {
	keys := object{}
	t := reflect.TypeFor[analysis.Budgets]()
	for i := range t.NumField() {
		if f := t.Field(i); f.Type.Kind() == reflect.Int {
			keys[fieldName(f)] = object{"type": "integer", "minimum": 1, "description": f.Tag.Get("doc")}
		}
	}
	if !inner {
		dialects := object{}
		for _, name := range s.Dialects {
			dialects[name] = nullable(mapping("Token budgets for "+name+".", budgetSchemas(s, true)))
		}
		keys["dialects"] = nullable(mapping("Budgets by dialect; they override the others.", dialects))
	}
	return keys
}

func sectionSchemas() object {
	keys := object{}
	for _, kind := range analysis.Markdown.Names() {
		keys[kind] = textList("Required headings of each "+kind+"; leading number signs set the level.", object{"minLength": 1})
	}
	return nullable(mapping("Required headings, by kind of file.", keys))
}

func overrideSchema() object {
	keys := object{"files": describedRef("globs", "Globs of the files.")}
	for _, key := range overrideKeys {
		keys[key] = ref(key)
	}
	one := mapping("Settings for some files.", keys)
	one["required"] = []string{"files"}
	one["minProperties"] = 2
	return object{"type": []string{"array", "null"}, "items": one, "maxItems": maxOverrides,
		"description": "Settings for some files; the last match wins."}
}

// SchemaName is the name of the schema of configurations among those of dialects.
const SchemaName = "config"

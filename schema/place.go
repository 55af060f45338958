package schema

import "strings"

// A place is a part of a schema that applies to a value, with the annotations that apply there.
type place struct {
	kind   string // kind of the validated file; origin may be that of a reference
	origin origin
	schema map[string]any
	key    bool // the schema applies to the name of a property

	severity, loader, effect, help string
}

func rootPlace(o origin) place {
	_, kind, _ := strings.Cut(o.name, "/")
	at := place{kind: kind, origin: o}
	at.enter(o.tree)
	return at
}

// enter descends into a schema, whose annotations replace those above.
func (at *place) enter(schema map[string]any) {
	at.schema = schema
	set := func(annotation *string, key string) {
		if text, ok := schema[key].(string); ok {
			*annotation = text
		}
	}
	set(&at.severity, "x-severity")
	set(&at.loader, "x-loader")
	set(&at.effect, "x-effect")
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
	return []string{"x-severity", "x-loader", "x-effect", "x-fault", "x-help", "x-write", "x-pinned", "x-guessed", "x-kinds", "x-owner", "x-exact", "x-quote",
		"x-ignored", "x-rule", "x-mistaken"}
}

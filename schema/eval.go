package schema

import (
	"errors"
	"maps"
	"slices"
	"strconv"
)

// An evaluator applies a schema to a value, keyword by keyword, and collects the violations. It supports the keywords of
// draft 2020-12 except anchors and dynamic references, and "dependencies", "additionalItems" and lists in "items" of older
// drafts. Nothing is compiled: a run applies few schemas, to few values.
type evaluator struct {
	path   []string // of the current value
	depth  int      // number of schemas that apply to it, one through another
	quiet  int      // if positive, violations are only counted
	track  bool     // a schema has unevaluatedProperties or unevaluatedItems
	failed error
}

var errEndless = errors.New("a reference leads back to itself")

// maxInPlace limits the schemas that apply to one value, one through another.
const maxInPlace = 1000

// An evaluated is the keys and indices of a value that schemas were applied to; nil if no schema needs them.
type evaluated map[string]bool

func (s evaluated) add(key string) {
	if s != nil {
		s[key] = true
	}
}

func (e *evaluator) newEvaluated() evaluated {
	if e.track {
		return evaluated{}
	}
	return nil
}

// run returns the violations of a whole schema, sorted.
func (e *evaluator) run(o origin, value any) ([]Violation, error) {
	found := e.eval(rootPlace(o), value, e.newEvaluated())
	sortViolations(found)
	return found, e.failed
}

// report returns the violation of a keyword by the current value.
func (e *evaluator) report(at place, keyword string, further ...string) []Violation {
	if e.quiet > 0 {
		return make([]Violation, 1)
	}
	return []Violation{at.violation(keyword, append(slices.Clone(e.path), further...))}
}

// eval applies a schema to the current value.
func (e *evaluator) eval(at place, value any, seen evaluated) []Violation {
	if types := at.schema["type"]; types != nil && !hasType(value, types) {
		return e.report(at, "type")
	}
	var found []Violation
	for keyword, part := range at.schema {
		switch v := value.(type) {
		case map[string]any:
			found = append(found, e.object(at, keyword, part, v, seen)...)
		case []any:
			found = append(found, e.array(at, keyword, part, v, seen)...)
		}
		if holds := assertions[keyword]; holds != nil && !holds(part, value) {
			found = append(found, e.report(at, keyword)...)
		}
		found = append(found, e.inPlace(at, keyword, part, value, seen)...)
	}
	return append(found, e.unevaluated(at, value, seen)...)
}

// object applies a keyword to an object.
func (e *evaluator) object(at place, keyword string, part any, object map[string]any, seen evaluated) (found []Violation) {
	switch keyword {
	case "required":
		for _, name := range texts(part) {
			if _, ok := object[name]; !ok {
				found = append(found, at.missing(keyword, name, slices.Clone(e.path)))
			}
		}
	case "properties":
		for key, schema := range mapOf(part) {
			if value, ok := object[key]; ok {
				found = append(found, e.child(at, keyword, schema, key, value, seen)...)
			}
		}
	case "patternProperties":
		for pattern, schema := range mapOf(part) {
			for key, value := range object {
				if matches(pattern, key) {
					found = append(found, e.child(at, keyword, schema, key, value, seen)...)
				}
			}
		}
	case "additionalProperties":
		for key, value := range object {
			switch {
			case isDeclared(at.schema, key):
			case part == false:
				v := at.violation(keyword, append(slices.Clone(e.path), key))
				v.Key, v.Allowed = true, slices.Sorted(maps.Keys(mapOf(at.schema["properties"])))
				found = append(found, v)
				seen.add(key)
			default:
				found = append(found, e.child(at, keyword, part, key, value, seen)...)
			}
		}
	case "propertyNames":
		at.key = true
		for key := range object {
			found = append(found, e.child(at, keyword, part, key, key, nil)...)
		}
	case "dependentRequired", "dependentSchemas", "dependencies":
		for key, needs := range mapOf(part) {
			if _, ok := object[key]; ok {
				found = append(found, e.dependency(at, keyword, key, needs, object, seen)...)
			}
		}
	}
	return found
}

func isDeclared(schema map[string]any, key string) bool {
	if _, ok := mapOf(schema["properties"])[key]; ok {
		return true
	}
	for pattern := range mapOf(schema["patternProperties"]) {
		if matches(pattern, key) {
			return true
		}
	}
	return false
}

// dependency applies what an object needs because of one of its keys: other keys, or a schema.
func (e *evaluator) dependency(at place, keyword, key string, needs any, object map[string]any, seen evaluated) (found []Violation) {
	if _, isList := needs.([]any); !isList {
		return e.same(at, keyword, needs, object, seen)
	}
	for _, name := range texts(needs) {
		if _, ok := object[name]; !ok {
			found = append(found, at.missing(keyword, name, append(slices.Clone(e.path), key)))
		}
	}
	return found
}

// array applies a keyword to an array.
func (e *evaluator) array(at place, keyword string, part any, items []any, seen evaluated) (found []Violation) {
	prefix := anyList(at.schema["prefixItems"])
	if tuple, ok := at.schema["items"].([]any); ok {
		prefix = tuple
	}
	rest := items[min(len(prefix), len(items)):]
	_, isTuple := part.([]any)
	switch {
	case isTuple && (keyword == "prefixItems" || keyword == "items"):
		for i, schema := range prefix[:min(len(prefix), len(items))] {
			found = append(found, e.child(at, keyword, schema, strconv.Itoa(i), items[i], seen)...)
		}
	case keyword == "items", keyword == "additionalItems" && isListSchema(at.schema["items"]):
		for i, item := range rest {
			found = append(found, e.child(at, keyword, part, strconv.Itoa(len(prefix)+i), item, seen)...)
		}
	case keyword == "contains":
		return e.contains(at, part, items, seen)
	}
	return found
}

func isListSchema(items any) bool { _, ok := items.([]any); return ok }

func (e *evaluator) contains(at place, schema any, items []any, seen evaluated) (found []Violation) {
	count := 0
	e.quiet++
	for i, item := range items {
		key := strconv.Itoa(i)
		if len(e.child(at, "contains", schema, key, item, nil)) == 0 {
			count++
			seen.add(key)
		}
	}
	e.quiet--
	least, limited := integer(at.schema["minContains"])
	if !limited {
		least = 1
	}
	if count < least {
		found = e.report(at, "minContains")
	}
	if most, limited := integer(at.schema["maxContains"]); limited && count > most {
		found = append(found, e.report(at, "maxContains")...)
	}
	return found
}

// inPlace applies a keyword whose schemas apply to the value itself.
func (e *evaluator) inPlace(at place, keyword string, part, value any, seen evaluated) (found []Violation) {
	switch keyword {
	case "$ref":
		ref, _ := part.(string)
		origin, schema := at.origin.resolve(ref)
		at.origin = origin
		return e.same(at, keyword, schema, value, seen)
	case "allOf":
		for _, schema := range anyList(part) {
			found = append(found, e.same(at, keyword, schema, value, seen)...)
		}
	case "anyOf", "oneOf":
		return e.choose(at, keyword, anyList(part), value, seen)
	case "not":
		if e.matches(at, part, value, seen) {
			return e.report(at, keyword)
		}
	case "if":
		then := "else"
		if e.matches(at, part, value, seen) {
			then = "then"
		}
		if schema, ok := at.schema[then]; ok {
			return e.same(at, then, schema, value, seen)
		}
	}
	return found
}

// matches reports whether a value matches a schema.
func (e *evaluator) matches(at place, schema, value any, seen evaluated) bool {
	e.quiet++
	defer func() { e.quiet-- }()
	return len(e.same(at, "", schema, value, seen)) == 0
}

// choose applies the branches of an anyOf or oneOf. If none matches, it returns the violations of the branch that was
// probably intended: one that accepts the type, with the fewest mismatched fixed values, then the fewest violations. If no
// branch accepts the type, the types of all branches are allowed.
func (e *evaluator) choose(at place, keyword string, branches []any, value any, seen evaluated) []Violation {
	var types []string
	var best []Violation
	matched := 0
	for _, branch := range branches {
		found := e.same(at, keyword, branch, value, seen)
		if t := typesAt(found, e.path); t != nil {
			types = append(types, t...)
		} else if len(found) == 0 {
			matched++
		} else if best == nil || isBetter(found, best) {
			best = found
		}
	}
	switch {
	case matched == 1, matched > 1 && keyword == "anyOf", len(branches) == 0:
		return nil
	case matched == 0 && best != nil:
		return best
	case matched == 0 && types != nil && e.quiet == 0:
		v := e.report(at, "type")
		v[0].Types = slices.Compact(slices.Sorted(slices.Values(types)))
		return v
	}
	return e.report(at, keyword)
}

func typesAt(found []Violation, path []string) []string {
	for _, v := range found {
		if v.Keyword == "type" && slices.Equal(v.Path, path) {
			return v.Types
		}
	}
	return nil
}

func isBetter(a, b []Violation) bool {
	if x, y := fixedMismatches(a), fixedMismatches(b); x != y {
		return x < y
	}
	return len(a) < len(b)
}

func fixedMismatches(found []Violation) int {
	n := 0
	for _, v := range found {
		if v.Keyword == "const" || v.Keyword == "enum" {
			n++
		}
	}
	return n
}

// unevaluated applies the keywords for the parts that no other schema was applied to.
func (e *evaluator) unevaluated(at place, value any, seen evaluated) (found []Violation) {
	if schema, ok := at.schema["unevaluatedProperties"]; ok {
		for key, part := range mapOf(value) {
			if !seen[key] {
				found = append(found, e.child(at, "unevaluatedProperties", schema, key, part, seen)...)
			}
		}
	}
	if schema, ok := at.schema["unevaluatedItems"]; ok {
		for i, part := range anyList(value) {
			if key := strconv.Itoa(i); !seen[key] {
				found = append(found, e.child(at, "unevaluatedItems", schema, key, part, seen)...)
			}
		}
	}
	return found
}

// child applies a schema of a keyword to a part of the value.
func (e *evaluator) child(at place, keyword string, schema any, key string, part any, seen evaluated) []Violation {
	seen.add(key)
	depth := e.depth
	e.depth, e.path = 0, append(e.path, key)
	defer func() { e.depth, e.path = depth, e.path[:len(e.path)-1] }()
	if schema == false {
		if keyword == "properties" || keyword == "patternProperties" || keyword == "unevaluatedProperties" {
			keyword = "false"
		}
		return e.report(at, keyword)
	}
	at.help = "" // it describes the parent value
	return e.enter(at, schema, part, e.newEvaluated())
}

// same applies a schema of a keyword to the value itself. What it evaluates counts if the value matches.
func (e *evaluator) same(at place, keyword string, schema, value any, seen evaluated) []Violation {
	if schema == false {
		if keyword == "dependentSchemas" {
			keyword = "false"
		}
		return e.report(at, keyword)
	}
	inner := e.newEvaluated()
	found := e.enter(at, schema, value, inner)
	if len(found) == 0 && seen != nil {
		maps.Copy(seen, inner)
	}
	return found
}

// enter applies a schema that is not false.
func (e *evaluator) enter(at place, schema, value any, seen evaluated) []Violation {
	object := mapOf(schema)
	if object == nil || e.failed != nil {
		return nil
	}
	if e.depth++; e.depth > maxInPlace {
		e.failed = errEndless
		return nil
	}
	at.enter(object)
	found := e.eval(at, value, seen)
	e.depth--
	return found
}

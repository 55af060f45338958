package schema

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v5"
)

// A collector converts the library's tree of errors to violations.
type collector struct {
	origin
	value any // the validated value
	found []Violation
}

// collect descends to the leaves of an error tree.
func (c *collector) collect(e *jsonschema.ValidationError) {
	at := locate(c.origin, e.KeywordLocation)
	switch {
	case at.keyword == "anyOf" || at.keyword == "oneOf":
		c.choose(e, at)
	case len(e.Causes) == 0 || at.keyword == "minContains":
		c.add(e, at)
	default:
		for _, cause := range e.Causes {
			c.collect(cause)
		}
	}
}

// choose reports the violations of the branch of an anyOf or oneOf that was probably intended: one
// that accepts the type, with the fewest mismatched fixed values, then the fewest violations. If no
// branch accepts the type, the types of all branches are allowed.
func (c *collector) choose(e *jsonschema.ValidationError, at place) {
	path := pointerTokens(e.InstanceLocation)
	var types []string
	var best []Violation
	for _, cause := range e.Causes {
		branch := &collector{origin: c.origin, value: c.value}
		branch.collect(cause)
		if t := typesAt(branch.found, path); t != nil {
			types = append(types, t...)
		} else if best == nil || isBetter(branch.found, best) {
			best = branch.found
		}
	}
	switch {
	case best != nil:
		c.found = append(c.found, best...)
	case types != nil:
		v := at.violation("type", path)
		v.Types = slices.Compact(slices.Sorted(slices.Values(types)))
		c.found = append(c.found, v)
	default: // a value that matches several branches of a oneOf
		c.found = append(c.found, at.violation(at.keyword, path))
	}
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

// add records an error without causes. It determines the names of missing and unknown keys again,
// because the library provides them only as text.
func (c *collector) add(e *jsonschema.ValidationError, at place) {
	path := pointerTokens(e.InstanceLocation)
	switch at.keyword {
	case "required":
		object := mapOf(descend(c.value, path))
		for _, name := range texts(at.schema["required"]) {
			if _, ok := object[name]; !ok {
				c.found = append(c.found, at.missing(name, path))
			}
		}
	case "dependentRequired":
		if len(at.rest) == 2 {
			names := texts(mapOf(at.schema["dependentRequired"])[at.rest[0]])
			if i, err := strconv.Atoi(at.rest[1]); err == nil && i < len(names) {
				c.found = append(c.found, at.missing(names[i], append(path, at.rest[0])))
			}
		}
	case "additionalProperties":
		for _, key := range slices.Sorted(maps.Keys(mapOf(descend(c.value, path)))) {
			if !isDeclared(at.schema, key) {
				v := at.violation(at.keyword, append(slices.Clone(path), key))
				v.Key, v.Allowed = true, slices.Sorted(maps.Keys(mapOf(at.schema["properties"])))
				c.found = append(c.found, v)
			}
		}
	case "unevaluatedProperties":
		c.found = append(c.found, at.violation("false", path))
	default:
		c.found = append(c.found, at.violation(at.keyword, path))
	}
}

func isDeclared(schema map[string]any, key string) bool {
	if _, ok := mapOf(schema["properties"])[key]; ok {
		return true
	}
	for pattern := range mapOf(schema["patternProperties"]) {
		if ok, err := regexp.MatchString(pattern, key); ok && err == nil {
			return true
		}
	}
	return false
}

// missing returns the violation for a missing field.
func (at place) missing(name string, path []string) Violation {
	v := at.violation(at.keyword, path)
	v.Missing = name
	field := at.origin.properties(at.schema)[name]
	v.Help = helpOf(field)
	if at.keyword == "required" {
		v.Allowed = texts(field["enum"])
	}
	return v
}

// violation returns the violation of a keyword.
func (at place) violation(keyword string, path []string) Violation {
	v := Violation{Path: path, Keyword: keyword, Key: at.key,
		Severity: "error", Must: at.must, Loader: at.loader, Effect: at.effect, Help: at.help}
	if at.severity != "" {
		v.Severity = at.severity
	}
	v.Message, _ = at.schema["x-fault"].(string)
	v.Pinned, _ = at.schema["x-pinned"].(bool)
	v.Guessed, _ = at.schema["x-guessed"].(string)
	v.Owner, _ = at.schema["x-owner"].(string)
	if s, ok := mapOf(at.schema["x-kinds"])[at.kind].(string); ok {
		v.Severity = s
	}
	v.Exact = at.schema["x-exact"] != nil && at.schema["x-exact"] != false
	v.Quote, _ = at.schema["x-quote"].(bool)
	v.Format, _ = at.schema["format"].(string)
	v.Rule, _ = at.schema["x-rule"].(string)
	value := at.schema[keyword]
	switch keyword {
	case "format":
		if unit, limit, ok := lengthOf(v.Format); ok {
			v.Keyword, v.Unit, v.Limit, v.Format = "maxLength", unit, limit, ""
		}
	case "type":
		v.Types = texts(value)
	case "not":
		v.Key = v.Key || len(mapOf(value)) == 0 // not {}: the key is invalid with any value
	case "enum":
		v.Allowed = texts(value)
	case "const":
		v.Allowed = []string{text(value)}
	case "pattern":
		v.Pattern, _ = value.(string)
	default:
		if n, ok := value.(json.Number); ok {
			v.Limit = n.String()
		}
	}
	return v
}

// texts returns the strings of a list, or of a single value.
func texts(value any) []string {
	if list, ok := value.([]any); ok {
		var out []string
		for _, item := range list {
			out = append(out, text(item))
		}
		return out
	}
	if value == nil {
		return nil
	}
	return []string{text(value)}
}

func text(value any) string {
	if s, ok := value.(string); ok {
		return s
	}
	b, err := json.Marshal(value)
	if err != nil {
		return fmt.Sprint(value)
	}
	return string(b)
}

// descend returns the value at a path.
func descend(value any, path []string) any {
	for _, key := range path {
		switch v := value.(type) {
		case map[string]any:
			value = v[key]
		case []any:
			i, err := strconv.Atoi(key)
			if err != nil || i < 0 || i >= len(v) {
				return nil
			}
			value = v[i]
		default:
			return nil
		}
	}
	return value
}

// pointerTokens splits a JSON pointer of the library, which is escaped as a pointer and as a URL.
func pointerTokens(pointer string) []string {
	if pointer == "" {
		return nil
	}
	tokens := strings.Split(strings.TrimPrefix(pointer, "/"), "/")
	for i, t := range tokens {
		if plain, err := url.PathUnescape(t); err == nil {
			t = plain
		}
		tokens[i] = strings.ReplaceAll(strings.ReplaceAll(t, "~1", "/"), "~0", "~")
	}
	return tokens
}

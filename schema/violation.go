package schema

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/internal/sorting"
)

// A Violation is a place in a value that violates a keyword of its schema.
type Violation struct {
	// Path is the path of the value: keys, and decimal indices. It is the path of the mapping for a
	// missing key, and of the key for one that is not allowed.
	Path    []string
	Keyword string // "type", "enum", "pattern", …; "false" if no value is allowed
	Key     bool   // the last key of Path is invalid, not its value

	Missing string   // required, dependentRequired: the name of the missing field
	Types   []string // type: the allowed JSON types
	Allowed []string // enum, const: the values, strings verbatim and others as JSON; additionalProperties: the keys; required: the values of the missing field
	Limit   string   // minimum, maxLength, minItems, …: the number
	Unit    string   // maxLength: the unit, as for Length
	Pattern string   // pattern
	Format  string   // the required format, for any keyword

	Severity string // "error", "warning" or "info"
	Loader   string // "reject", "drop", "ignore", "abort", "rename"; empty if unknown
	Effect   string // what the client does, a sentence; empty if unknown
	Message  string // the message, from x-fault; empty if the keyword is sufficient
	Help     string // what to write instead, an imperative sentence; empty if unknown
	Pinned   bool   // applies only if the user chose the dialect
	Guessed  string // the severity if the user did not choose the dialect; empty: Severity
	Owner    string // does not apply to files of this owner
	Exact    bool   // numbers and dates are not accepted as strings
	Quote    bool   // a list in brackets was meant as a string
	Rule     string // the rule that reports it; empty: the one that validates files of this kind
}

// mostNodes limits validated values: each violation needs half a kilobyte.
const mostNodes = 200_000

// ErrTooLarge is the error for a value with too many parts.
var ErrTooLarge = errors.New("more than 200,000 values")

// Validate validates a value against the schema of a dialect and kind, and returns the violations
// sorted by path and keyword. A kind without a schema has none.
//
// The value consists of nil, bool, json.Number, string, []any and map[string]any. Numbers must be
// finite and of reasonable length. The error is ErrTooLarge.
func Validate(dialect, kind string, value any) ([]Violation, error) {
	name := dialect + "/" + kind
	tree, ok := documents()[name]
	if !ok {
		return nil, nil
	}
	if count(value, mostNodes) <= 0 {
		return nil, ErrTooLarge
	}
	return new(evaluator).run(origin{name, tree()}, value)
}

func sortViolations(found []Violation) { sorting.By(found, compare) }

func compare(a, b Violation) int {
	if n := slices.Compare(a.Path, b.Path); n != 0 {
		return n
	}
	if n := strings.Compare(a.Keyword, b.Keyword); n != 0 {
		return n
	}
	if n := strings.Compare(a.Missing, b.Missing); n != 0 {
		return n
	}
	return strings.Compare(a.Severity+a.Message, b.Severity+b.Message)
}

// count returns what remains of a budget after a value.
func count(value any, budget int) int {
	budget--
	switch v := value.(type) {
	case []any:
		for _, item := range v {
			if budget <= 0 {
				break
			}
			budget = count(item, budget)
		}
	case map[string]any:
		for _, item := range v {
			if budget <= 0 {
				break
			}
			budget = count(item, budget)
		}
	}
	return budget
}

// missing returns the violation of a keyword for a missing field.
func (at place) missing(keyword, name string, path []string) Violation {
	v := at.violation(keyword, path)
	v.Missing = name
	field := at.origin.properties(at.schema)[name]
	v.Help = helpOf(field)
	if keyword == "required" {
		v.Allowed = texts(field["enum"])
	}
	return v
}

// violation returns the violation of a keyword.
func (at place) violation(keyword string, path []string) Violation {
	v := Violation{Path: path, Keyword: keyword, Key: at.key,
		Severity: "error", Loader: at.loader, Effect: at.effect, Help: at.help}
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

// pointerTokens splits a JSON pointer, which may also be escaped as a part of a URL.
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

package violation

import (
	"strings"
	"testing"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/schema"
)

func TestDescribe(t *testing.T) {
	text := func(s string) *analysis.Value { return &analysis.Value{Kind: analysis.String, Text: s} }
	number := func(s string) *analysis.Value { return &analysis.Value{Kind: analysis.Number, Text: s} }
	date := &analysis.Value{Kind: analysis.String, Text: "2026-01-02", Note: analysis.Timestamp}
	tests := []struct {
		name    string
		format  Format
		v       schema.Violation
		value   *analysis.Value
		message string
		help    string
	}{
		{"object of JSON", JSON, schema.Violation{Keyword: "type", Path: []string{"a"}, Types: []string{"string"}}, &analysis.Value{Kind: analysis.Map}, `"a" must be a string, not an object`, "write one string"},
		{"mapping of YAML", YAML, schema.Violation{Keyword: "type", Path: []string{"a"}, Types: []string{"string", "null"}}, &analysis.Value{Kind: analysis.Map}, `"a" must be a string, not a mapping`, ""},
		{"null of JSON", JSON, schema.Violation{Keyword: "type", Path: []string{"a"}, Types: []string{"string", "null"}}, number("7"), `"a" must be a string or null, not a number`, ""},
		{"three types", YAML, schema.Violation{Keyword: "type", Path: []string{"a"}, Types: []string{"string", "array", "object"}}, &analysis.Value{Kind: analysis.Null}, `"a" must be a list, a mapping or a string, but is empty`, ""},
		{"not an integer", YAML, schema.Violation{Keyword: "type", Path: []string{"n"}, Types: []string{"integer"}}, number("1.5"), `"n" must be an integer, not 1.5`, ""},
		{"date", YAML, schema.Violation{Keyword: "type", Path: []string{"name"}, Types: []string{"string"}, Exact: true}, date, `"name" must be a string, not a date`, "quote the value"},
		{"similar value", JSON, schema.Violation{Keyword: "enum", Path: []string{"model"}, Allowed: []string{"opus", "sonnet"}}, text("Sonnet"), `invalid value "Sonnet" for "model"`, `did you mean "sonnet"?`},
		{"other value", JSON, schema.Violation{Keyword: "enum", Path: []string{"model"}, Allowed: []string{"opus", "sonnet", "haiku"}}, text("x"), `invalid value "x" for "model"`, `use one of "opus", "sonnet" or "haiku"`},
		{"item", JSON, schema.Violation{Keyword: "enum", Path: []string{"tags", "0"}, Allowed: []string{"opus"}}, text("x"), `invalid value "x" in "tags"`, `use "opus"`},
		{"number instead of a string in YAML", YAML, schema.Violation{Keyword: "enum", Path: []string{"model"}, Allowed: []string{"opus"}}, number("4"), `invalid value "4" for "model"`, `use "opus"`},
		{"number instead of a string in JSON", JSON, schema.Violation{Keyword: "enum", Path: []string{"model"}, Allowed: []string{"opus"}}, number("4"), `invalid value 4 for "model"`, `use "opus"`},
		{"template", YAML, schema.Violation{Keyword: "pattern", Path: []string{"name"}, Message: "invalid name {}", Help: "use letters"}, text("A b"), `invalid name "A b"`, "use letters"},
		{"template, field first", YAML, schema.Violation{Keyword: "format", Path: []string{"background"}, Message: "{field} must be true or false, not {}"}, text("x"), `"background" must be true or false, not "x"`, ""},
		{"no template", YAML, schema.Violation{Keyword: "pattern", Path: []string{"name"}, Message: "is not a name"}, text("A b"), `"A b" is not a name`, ""},
		{"only spaces", JSON, schema.Violation{Keyword: "pattern", Path: []string{"name"}, Message: "invalid name {}"}, text(" "), `"name" is empty`, ""},
		{"key that is not allowed", YAML, schema.Violation{Keyword: "not", Key: true, Path: []string{"hooks"}, Message: "{} is not supported"}, text("x"), `"hooks" is not supported`, "remove it"},
		{"value that is not allowed", JSON, schema.Violation{Keyword: "not", Path: []string{"name"}, Message: "reserved name {}", Help: "choose another name"}, text("x"), `reserved name "x"`, "choose another name"},
		{"similar key", JSON, schema.Violation{Keyword: "additionalProperties", Key: true, Path: []string{"skills", "0", "nmae"}, Allowed: []string{"name"}}, text("x"), `unknown key "nmae"`, `did you mean "name"?`},
		{"forbidden key", JSON, schema.Violation{Keyword: "false", Key: true, Path: []string{"a"}}, text("x"), `key "a" is not allowed here`, "remove it"},
		{"too long", JSON, schema.Violation{Keyword: "maxLength", Path: []string{"a"}, Limit: "1024"}, text(strings.Repeat("é", 1025)), `"a" is 1,025 characters long (limit 1,024)`, "shorten it by 1 character"},
		{"too low", YAML, schema.Violation{Keyword: "minimum", Path: []string{"a"}, Limit: "1000"}, number("5"), `"a" must be at least 1,000, not 5`, ""},
		{"not greater", YAML, schema.Violation{Keyword: "exclusiveMinimum", Path: []string{"a"}, Limit: "0"}, number("0"), `"a" must be greater than 0, not 0`, ""},
		{"empty list", YAML, schema.Violation{Keyword: "minItems", Path: []string{"a"}, Limit: "1", Help: "add an event"}, &analysis.Value{Kind: analysis.List}, `"a" is an empty list`, "add an event"},
		{"empty object", JSON, schema.Violation{Keyword: "minProperties", Path: []string{"a"}, Limit: "1"}, &analysis.Value{Kind: analysis.Map}, `"a" is empty`, ""},
		{"too few keys", JSON, schema.Violation{Keyword: "minProperties", Path: []string{"a"}, Limit: "2"}, &analysis.Value{Kind: analysis.Map, Members: make([]analysis.Member, 1)}, `"a" has 1 key (minimum 2)`, ""},
		{"too many keys", JSON, schema.Violation{Keyword: "maxProperties", Path: []string{"a"}, Limit: "1"}, &analysis.Value{Kind: analysis.Map, Members: make([]analysis.Member, 2)}, `"a" has 2 keys (limit 1)`, ""},
		{"too few items", YAML, schema.Violation{Keyword: "minItems", Path: []string{"a"}, Limit: "2"}, &analysis.Value{Kind: analysis.List, Items: make([]*analysis.Value, 1)}, `"a" has 1 item (minimum 2)`, ""},
		{"duplicate items", JSON, schema.Violation{Keyword: "uniqueItems", Path: []string{"a"}}, &analysis.Value{Kind: analysis.List}, `"a" has duplicate items`, ""},
		{"not a multiple", YAML, schema.Violation{Keyword: "multipleOf", Path: []string{"a"}, Limit: "2"}, number("7.5"), `"a" must be a multiple of 2, not 7.5`, ""},
		{"pattern alone", YAML, schema.Violation{Keyword: "pattern", Path: []string{"a"}, Pattern: "^[0-9]+$"}, text("low"), `"low" does not match the pattern "^[0-9]+$"`, ""},
		{"pattern of a key", YAML, schema.Violation{Keyword: "pattern", Key: true, Path: []string{"a", "B"}, Pattern: "^b$"}, text("x"), `"B" does not match the pattern "^b$"`, ""},
		{"format alone", YAML, schema.Violation{Keyword: "format", Path: []string{"a"}, Format: "email"}, text("low"), `"low" does not have the format "email"`, ""},
		{"too short", YAML, schema.Violation{Keyword: "minLength", Path: []string{"a"}, Limit: "5"}, text("low"), `"a" is shorter than 5 characters`, ""},
		{"excluded value", YAML, schema.Violation{Keyword: "not", Path: []string{"a"}}, text("low"), `invalid value "low" for "a"`, "remove it"},
		{"excluded mapping", YAML, schema.Violation{Keyword: "not"}, &analysis.Value{Kind: analysis.Map}, `the file does not match its schema (not)`, ""},
		{"any other keyword", JSON, schema.Violation{Keyword: "anyThing", Path: []string{"a"}}, &analysis.Value{Kind: analysis.List}, `"a" does not match its schema (anyThing)`, ""},
	}
	for _, test := range tests {
		message, help := test.format.Describe(test.v, test.value)
		if message != test.message || help != test.help {
			t.Errorf("%s: %s; %s\nwant %s; %s", test.name, message, help, test.message, test.help)
		}
	}
}

func TestNamed(t *testing.T) {
	for path, want := range map[string]string{
		"":                         `the file`,
		"author/name":              `"author.name"`,
		"tags/1":                   `item 2 of "tags"`,
		"skills/3/tags/0":          `item 1 of "tags"`,
		"skills/3/capabilities/in": `"capabilities.in"`,
	} {
		var keys []string
		if path != "" {
			keys = strings.Split(path, "/")
		}
		if got := Named(keys); got != want {
			t.Errorf("%s: %s, want %s", path, got, want)
		}
	}
}

// TestAt checks duplicate keys, with and without an index. Explicit keys take precedence over merged ones.
func TestAt(t *testing.T) {
	for _, keys := range []int{0, 2 * fewKeys} {
		merged, first, second := &analysis.Value{}, &analysis.Value{}, &analysis.Value{}
		root := &analysis.Value{Kind: analysis.Map, Members: []analysis.Member{
			{Key: "a", Value: merged, Merged: true}, {Key: "a", Value: first}, {Key: "a", Value: second, Duplicate: true}}}
		for i := range keys {
			root.Members = append(root.Members, analysis.Member{Key: "k" + strings.Repeat("x", i), Value: &analysis.Value{}})
		}
		if got, member := At(root, []string{"a", "gone"}); got != first || member != &root.Members[1] {
			t.Errorf("%d keys: %p, member %v, want the first that is not merged", keys, got, member)
		}
	}
	list := &analysis.Value{Kind: analysis.List, Items: []*analysis.Value{{}}}
	for _, index := range []string{"1", "-1", "x"} {
		if got, member := At(list, []string{index}); got != list || member != nil {
			t.Errorf("item %s: got %v, %v, want the list", index, got, member)
		}
	}
}

package violation

import (
	"strings"
	"testing"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/schema"
)

func TestTold(t *testing.T) {
	text := func(s string) *analysis.Value { return &analysis.Value{Kind: analysis.String, Text: s} }
	number := func(s string) *analysis.Value { return &analysis.Value{Kind: analysis.Number, Text: s} }
	date := &analysis.Value{Kind: analysis.String, Text: "2026-01-02", Note: analysis.Timestamp}
	tests := []struct {
		name   string
		format Format
		v      schema.Violation
		value  *analysis.Value
		want   string
	}{
		{"object of JSON", JSON, schema.Violation{Keyword: "type", Path: []string{"a"}, Types: []string{"string"}}, &analysis.Value{Kind: analysis.Map}, `"a" is an object; write a text`},
		{"mapping of YAML", YAML, schema.Violation{Keyword: "type", Path: []string{"a"}, Types: []string{"string", "null"}}, &analysis.Value{Kind: analysis.Map}, `"a" is a mapping; write a text`},
		{"null of JSON", JSON, schema.Violation{Keyword: "type", Path: []string{"a"}, Types: []string{"string", "null"}}, number("7"), `"a" is the number 7; write a text or null`},
		{"three types", YAML, schema.Violation{Keyword: "type", Path: []string{"a"}, Types: []string{"string", "array", "object"}}, &analysis.Value{Kind: analysis.Null}, `"a" is empty; write a list, a mapping or a text`},
		{"date", YAML, schema.Violation{Keyword: "type", Path: []string{"name"}, Types: []string{"string"}, Exact: true}, date, `"name" is a date to YAML; put it in quotation marks`},
		{"near value", JSON, schema.Violation{Keyword: "enum", Path: []string{"model"}, Allowed: []string{"opus", "sonnet"}}, text("Sonnet"), `"model" cannot be "Sonnet"; write "sonnet"`},
		{"number for a word in YAML", YAML, schema.Violation{Keyword: "enum", Path: []string{"model"}, Allowed: []string{"opus"}}, number("4"), `"model" cannot be "4"; write "opus"`},
		{"number for a word in JSON", JSON, schema.Violation{Keyword: "enum", Path: []string{"model"}, Allowed: []string{"opus"}}, number("4"), `"model" cannot be the number 4; write "opus"`},
		{"form", YAML, schema.Violation{Keyword: "pattern", Path: []string{"name"}, Fault: "is no name", Write: "letters"}, text("A b"), `"A b" is no name; write letters`},
		{"blank in JSON", JSON, schema.Violation{Keyword: "pattern", Path: []string{"name"}, Fault: "is no name"}, text(" "), `"name" is empty; `},
		{"key that is not allowed", YAML, schema.Violation{Keyword: "not", Key: true, Path: []string{"hooks"}, Fault: "is not read"}, text("x"), `"hooks" is not read; leave it out`},
		{"value that is not allowed", JSON, schema.Violation{Keyword: "not", Path: []string{"name"}, Fault: "is reserved", Write: "another"}, text("x"), `"x" is reserved; write another`},
		{"near key", JSON, schema.Violation{Keyword: "additionalProperties", Key: true, Path: []string{"skills", "0", "nmae"}, Allowed: []string{"name"}}, text("x"), `"nmae" is no key that is known here; write "name"`},
		{"long", JSON, schema.Violation{Keyword: "maxLength", Path: []string{"a"}, Limit: "1024"}, text(strings.Repeat("é", 1025)), `"a" has 1,025 characters; write at most 1,024`},
		{"low", YAML, schema.Violation{Keyword: "minimum", Path: []string{"a"}, Limit: "1000"}, number("5"), `"a" is 5; write at least 1,000`},
		{"not above", YAML, schema.Violation{Keyword: "exclusiveMinimum", Path: []string{"a"}, Limit: "0"}, number("0"), `"a" is 0; write more than 0`},
		{"empty list", YAML, schema.Violation{Keyword: "minItems", Path: []string{"a"}, Limit: "1", Write: "an event"}, &analysis.Value{Kind: analysis.List}, `"a" is an empty list; write an event`},
		{"empty object", JSON, schema.Violation{Keyword: "minProperties", Path: []string{"a"}, Limit: "1"}, &analysis.Value{Kind: analysis.Map}, `"a" is empty; write at least 1`},
		{"too few keys", JSON, schema.Violation{Keyword: "minProperties", Path: []string{"a"}, Limit: "2"}, &analysis.Value{Kind: analysis.Map, Members: make([]analysis.Member, 1)}, `"a" has 1 key; write at least 2`},
		{"too many keys", JSON, schema.Violation{Keyword: "maxProperties", Path: []string{"a"}, Limit: "1"}, &analysis.Value{Kind: analysis.Map, Members: make([]analysis.Member, 2)}, `"a" has 2 keys; write at most 1`},
		{"too few items", YAML, schema.Violation{Keyword: "minItems", Path: []string{"a"}, Limit: "2"}, &analysis.Value{Kind: analysis.List, Items: make([]*analysis.Value, 1)}, `"a" has 1 item; write at least 2`},
		{"item twice", JSON, schema.Violation{Keyword: "uniqueItems", Path: []string{"a"}}, &analysis.Value{Kind: analysis.List}, `"a" has an item twice; leave one of them out`},
		{"no multiple", YAML, schema.Violation{Keyword: "multipleOf", Path: []string{"a"}, Limit: "2"}, number("7.5"), `"a" is 7.5; write a multiple of 2`},
		{"pattern alone", YAML, schema.Violation{Keyword: "pattern", Path: []string{"a"}, Pattern: "^[0-9]+$"}, text("low"), `"low" does not match "^[0-9]+$"; `},
		{"pattern of a key", YAML, schema.Violation{Keyword: "pattern", Key: true, Path: []string{"a", "B"}, Pattern: "^b$"}, text("x"), `"B" does not match "^b$"; `},
		{"format alone", YAML, schema.Violation{Keyword: "format", Path: []string{"a"}, Format: "email"}, text("low"), `"low" does not have the format "email"; `},
		{"short", YAML, schema.Violation{Keyword: "minLength", Path: []string{"a"}, Limit: "5"}, text("low"), `"a" is too short; write at least 5 characters`},
		{"ruled out", YAML, schema.Violation{Keyword: "not", Path: []string{"a"}}, text("low"), `"a" cannot be "low"; leave it out`},
		{"mapping ruled out", YAML, schema.Violation{Keyword: "not"}, &analysis.Value{Kind: analysis.Map}, `the file is what its schema rules out; `},
		{"any other keyword", JSON, schema.Violation{Keyword: "anyThing", Path: []string{"a"}}, &analysis.Value{Kind: analysis.List}, `"a" does not fit its schema (anyThing); `},
	}
	for _, test := range tests {
		what, advice := test.format.Told(test.v, test.value)
		if got := what + "; " + advice; got != test.want {
			t.Errorf("%s: %s\nwant %s", test.name, got, test.want)
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

// TestAt checks that a key that stands twice is found alike with and without the index, and that
// one of the mapping itself goes before a merged one.
func TestAt(t *testing.T) {
	for _, keys := range []int{0, 2 * fewKeys} {
		merged, first, second := &analysis.Value{}, &analysis.Value{}, &analysis.Value{}
		root := &analysis.Value{Kind: analysis.Map, Members: []analysis.Member{
			{Key: "a", Value: merged, Merged: true}, {Key: "a", Value: first}, {Key: "a", Value: second, Duplicate: true}}}
		for i := range keys {
			root.Members = append(root.Members, analysis.Member{Key: "k" + strings.Repeat("x", i), Value: &analysis.Value{}})
		}
		if got, member := At(root, []string{"a", "gone"}); got != first || member != &root.Members[1] {
			t.Errorf("%d keys: %p by %v, want the first that is not merged", keys, got, member)
		}
	}
	list := &analysis.Value{Kind: analysis.List, Items: []*analysis.Value{{}}}
	for _, index := range []string{"1", "-1", "x"} {
		if got, member := At(list, []string{index}); got != list || member != nil {
			t.Errorf("item %s: got something", index)
		}
	}
}

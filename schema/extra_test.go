package schema

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestExtra(t *testing.T) {
	e, err := NewExtra("ours.json", []byte(`{
		"properties": {
			"owner": {"$ref": "#/$defs/team"},
			"tier": {"type": "integer", "minimum": 1, "x-rule": "frontmatter/tool", "x-severity": "info", "x-effect": "the pager stays silent"},
			"name": {"$ref": "`+base+`agentskills/skill.json#/properties/name"}
		},
		"required": ["owner"],
		"$defs": {"team": {"enum": ["red", "blue"]}}
	}`))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := e.Fields(), []string{"name", "owner", "tier"}; !slices.Equal(got, want) {
		t.Errorf("fields %q, want %q", got, want)
	}
	tests := []struct {
		value string
		want  []string
	}{
		{`{"owner": "red", "tier": 1, "name": "a"}`, nil},
		{`{}`, []string{"error  required owner: the custom schema ours.json requires this"}},
		{`{"owner": "green", "tier": 0}`, []string{
			"error owner enum red|blue: the custom schema ours.json requires this", "info tier minimum 1: the pager stays silent"}},
	}
	for _, test := range tests {
		found, err := e.Validate(decode(t, test.value))
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, v := range found {
			got = append(got, short(v)+": "+v.Effect+v.Rule)
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: %q, want %q", test.value, got, test.want)
		}
	}
}

func TestExtraErrors(t *testing.T) {
	bomb := `{"$ref": "#/$defs/d0", "$defs": {`
	for i := range 30 {
		bomb += fmt.Sprintf(`"d%d": {"allOf": [{"$ref": "#/$defs/d%d"}, {"$ref": "#/$defs/d%d"}]}, `, i, i+1, i+1)
	}
	bomb += `"d30": {}}}`
	tests := []struct{ name, source, path, message string }{
		{"not an object", `[]`, "", "must be an object"},
		{"wrong type of a keyword", `{"properties": {"a": {"type": "txt"}}}`, "properties/a/type", "value must be one of"},
		{"invalid pattern", `{"properties": {"a": {"pattern": "("}}}`, "properties/a/pattern", "regex"},
		{"unresolved reference", `{"properties": {"a": {"$ref": "#/$defs/b"}}}`, "properties/a/$ref", "unresolved reference"},
		{"reference to a URL", `{"$ref": "https://example.com/x.json"}`, "$ref", "unresolved reference"},
		{"reference to a file", `{"$ref": "/etc/passwd"}`, "$ref", "unresolved reference"},
		{"reference to another file", `{"$ref": "other.json"}`, "$ref", "unresolved reference"},
		{"reference to an embedded schema by file", `{"$ref": "agentskills/skill.json"}`, "$ref", "unresolved reference"},
		{"long number", `{"properties": {"a": {"maximum": 1234567890123456}}}`, "properties/a/maximum", "too long"},
		{"exponent", `{"properties": {"a": {"maximum": 1e9}}}`, "properties/a/maximum", "too long"},
		{"$id of a part", `{"$defs": {"a": {"$id": "https://example.com/a"}}}`, "$defs/a/$id", "is not supported"},
		{"dynamic reference", `{"$defs": {"a": {"$dynamicRef": "#a"}}}`, "$defs/a/$dynamicRef", "is not supported"},
		{"recursive reference", `{"$defs": {"a": {"$recursiveRef": "#"}}}`, "$defs/a/$recursiveRef", "is not supported"},
		{"anchor", `{"$defs": {"a": {"$anchor": "x"}}}`, "$defs/a/$anchor", "is not supported"},
		{"external meta-schema", `{"$schema": "https://example.com/schema"}`, "", "is not an embedded schema"},
		{"huge number", `{"properties": {"a": {"maximum": 1e999999999}}}`, "properties/a/maximum", "too long"},
		{"exponential recursion", `{"$ref": "#/$defs/n", "$defs": {"n": {"anyOf": [{"properties": {"a": {"$ref": "#/$defs/n"}}}, {"properties": {"a": {"$ref": "#/$defs/n"}}}]}}}`, "", "recursive references"},
		{"exponential references", bomb, "", "more than 20,000 subschemas"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := NewExtra("ours.json", []byte(test.source))
			var wrong *ExtraError
			if !errors.As(err, &wrong) {
				t.Fatalf("error %v", err)
			}
			if got := strings.Join(wrong.Path, "/"); got != test.path || !strings.Contains(wrong.Message, test.message) {
				t.Errorf("at %q: %s", got, wrong.Message)
			}
		})
	}
}

// TestExtraRecursive checks that a recursive schema is accepted.
func TestExtraRecursive(t *testing.T) {
	e, err := NewExtra("ours.json", []byte(`{"$ref": "#/$defs/node", "$defs": {"node": {"properties": {"next": {"$ref": "#/$defs/node"}, "n": {"type": "integer"}}}}}`))
	if err != nil {
		t.Fatal(err)
	}
	found, err := e.Validate(decode(t, `{"next": {"next": {"n": "x"}}}`))
	if err != nil || len(found) != 1 || short(found[0]) != "error next/next/n type integer" {
		t.Errorf("%v, %v", found, err)
	}
}

// TestExtraLimits checks that a large schema is accepted, and that a value over the limit is rejected.
func TestExtraLimits(t *testing.T) {
	var b strings.Builder
	b.WriteString(`{"$id": "https://example.com/ours", "properties": {"n": {"maximum": 123456789012345}`)
	for i := range 5000 {
		fmt.Fprintf(&b, `, "p%d": {"type": "string"}`, i)
	}
	e, err := NewExtra("ours.json", []byte(b.String()+"}}"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := e.Validate(slices.Repeat([]any{nil}, mostNodes+1)); !errors.Is(err, ErrTooLarge) {
		t.Errorf("error %v", err)
	}
}

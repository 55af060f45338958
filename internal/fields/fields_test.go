package fields

import (
	"strings"
	"testing"

	"github.com/skilllint/skilllint/schema"
)

// TestFieldsOfPage looks up each listed field by its path.
func TestFieldsOfPage(t *testing.T) {
	count := 0
	for _, name := range schema.List() {
		dialect, kind, _ := strings.Cut(name, "/")
		s := Lookup(dialect, kind)
		for _, row := range s.List() {
			if strings.Contains(row.Path, "*") || strings.Contains(row.Values, "as in ") {
				continue
			}
			count++
			path := strings.Split(strings.ReplaceAll(row.Path, Item, "."+Item), ".")
			found, ok := s.Field(path...)
			if !ok {
				t.Errorf("%s: %s was not found", name, row.Path)
			} else if found.Description == "" && row.Description != "" {
				t.Errorf("%s: %s has no description: %+v, want %+v", name, row.Path, found, row)
			}
		}
	}
	if count < 500 {
		t.Errorf("%d fields, want at least 500", count)
	}
}

func TestWords(t *testing.T) {
	s := Parse([]byte(`{"properties": {
		"a": {"enum": ["x", 1]},
		"b": {"type": ["boolean", "string"], "examples": ["y"]},
		"c": {"$ref": "#/definitions/list"},
		"d": {"anyOf": [{"const": "z"}, {"type": "object", "properties": {"e": {"type": "boolean"}}}]}
	}, "definitions": {"list": {"type": "array", "items": {"enum": ["u", "v"]}}}}`))
	for path, want := range map[string]string{"a": "x 1", "b": "true false y", "c": "u v", "c []": "u v", "d": "z", "d e": "true false", "f": ""} {
		var got []string
		for _, w := range s.Words(strings.Fields(path)...) {
			got = append(got, w.Text)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %v, want %s", path, got, want)
		}
	}
	if !s.IsList("c") || s.IsList("a") || !s.IsMapping("d") {
		t.Error("wrong types")
	}
}

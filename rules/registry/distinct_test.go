package registry

import (
	"fmt"
	"slices"
	"testing"

	"github.com/skilllint/skilllint/schema"
)

// TestDistinct checks that the worst problem of a value is kept, and type has precedence over form.
func TestDistinct(t *testing.T) {
	of := func(path, keyword, severity, missing string) problem {
		return problem{Violation: schema.Violation{Path: []string{path}, Keyword: keyword, Severity: severity, Missing: missing}}
	}
	for _, c := range []struct {
		name  string
		found []problem
		want  []string
	}{
		{"none", nil, nil},
		{"two values", []problem{of("a", "enum", "error", ""), of("b", "enum", "error", "")}, []string{"a enum []", "b enum []"}},
		{"worse first", []problem{of("a", "enum", "error", ""), of("a", "pattern", "warning", "")}, []string{"a enum []"}},
		{"worse second", []problem{of("a", "enum", "warning", ""), of("a", "pattern", "error", "")}, []string{"a pattern []"}},
		{"equal severity", []problem{of("a", "enum", "error", ""), of("a", "pattern", "error", "")}, []string{"a enum []"}},
		{"type after form", []problem{of("a", "enum", "error", ""), of("a", "type", "error", "")}, []string{"a type []"}},
		{"worse form after type", []problem{of("a", "type", "warning", ""), of("a", "enum", "error", "")}, []string{"a enum []"}},
		{"two missing keys", []problem{of("a", "required", "error", "x"), of("a", "required", "error", "y")}, []string{"a required [x y]"}},
		{"two missing keys with different severity", []problem{of("a", "required", "error", "x"), of("a", "required", "info", "y")}, []string{"a required [x]", "a required [y]"}},
		{"missing key and form", []problem{of("a", "required", "error", "x"), of("a", "minProperties", "error", "")}, []string{"a required [x]", "a minProperties []"}},
		{"form and missing key", []problem{of("a", "minProperties", "error", ""), of("a", "required", "error", "x")}, []string{"a minProperties []", "a required [x]"}},
	} {
		var got []string
		for _, f := range distinct(c.found, false) {
			got = append(got, fmt.Sprintf("%s %s %v", f.Path[0], f.Keyword, f.lacks))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
	pinned := of("a", "enum", "error", "")
	pinned.Pinned = true
	if len(distinct([]problem{pinned}, false)) != 0 || len(distinct([]problem{pinned}, true)) != 1 {
		t.Error("problems of pinned dialects must be kept if and only if the dialect is pinned")
	}
}

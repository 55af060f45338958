package registry

import (
	"fmt"
	"slices"
	"testing"

	"github.com/skilllint/skilllint/schema"
)

// Of the faults of one value the worst is kept, and the type before the form.
func TestDistinct(t *testing.T) {
	of := func(path, keyword, severity, missing string) fault {
		return fault{Violation: schema.Violation{Path: []string{path}, Keyword: keyword, Severity: severity, Missing: missing}}
	}
	for _, c := range []struct {
		name  string
		found []fault
		want  []string
	}{
		{"none", nil, nil},
		{"two values", []fault{of("a", "enum", "error", ""), of("b", "enum", "error", "")}, []string{"a enum []", "b enum []"}},
		{"the worse is first", []fault{of("a", "enum", "error", ""), of("a", "pattern", "warning", "")}, []string{"a enum []"}},
		{"the worse is second", []fault{of("a", "enum", "warning", ""), of("a", "pattern", "error", "")}, []string{"a pattern []"}},
		{"as bad as the first", []fault{of("a", "enum", "error", ""), of("a", "pattern", "error", "")}, []string{"a enum []"}},
		{"type after form", []fault{of("a", "enum", "error", ""), of("a", "type", "error", "")}, []string{"a type []"}},
		{"a worse form after type", []fault{of("a", "type", "warning", ""), of("a", "enum", "error", "")}, []string{"a enum []"}},
		{"two lacks", []fault{of("a", "required", "error", "x"), of("a", "required", "error", "y")}, []string{"a required [x y]"}},
		{"two lacks, one milder", []fault{of("a", "required", "error", "x"), of("a", "required", "info", "y")}, []string{"a required [x]", "a required [y]"}},
		{"a lack and a form", []fault{of("a", "required", "error", "x"), of("a", "minProperties", "error", "")}, []string{"a required [x]", "a minProperties []"}},
		{"a form and a lack", []fault{of("a", "minProperties", "error", ""), of("a", "required", "error", "x")}, []string{"a minProperties []", "a required [x]"}},
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
	if len(distinct([]fault{pinned}, false)) != 0 || len(distinct([]fault{pinned}, true)) != 1 {
		t.Error("what counts in a pinned dialect only is kept elsewhere, or dropped there")
	}
}

package schema

import (
	"slices"
	"testing"
)

func TestFieldsAt(t *testing.T) {
	tests := []struct {
		kind, has, lacks string
		path             []string
	}{
		{"registry", "skills", "path", nil},
		{"registry", "path", "skills", []string{"$defs", "entry"}},
		{"registry", "inputs", "path", []string{"$defs", "entry", "properties", "capabilities"}},
		{"registry", "", "path", []string{"$defs", "nothing"}},
		{"nothing", "", "path", nil},
	}
	for _, tt := range tests {
		got := FieldsAt("cleo", tt.kind, tt.path...)
		if tt.has != "" && !slices.Contains(got, tt.has) || slices.Contains(got, tt.lacks) || !slices.IsSorted(got) {
			t.Errorf("FieldsAt(%s, %q) = %q", tt.kind, tt.path, got)
		}
	}
}

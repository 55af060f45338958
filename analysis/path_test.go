package analysis_test

import (
	"testing"

	"github.com/skilllint/skilllint/analysis"
)

func TestIsAbsolute(t *testing.T) {
	tests := map[string]bool{
		"/": true, "/a": true, `\a`: true, `\\host\a`: true, "~": true, "~/a": true, `C:\a`: true, "c:/a": true,
		"": false, "a": false, "./a": false, "../a": false, "~a": false, "a~/b": false, "C:": false, "C:a": false, "a:b/c": false,
	}
	for to, want := range tests {
		if got := analysis.IsAbsolutePath(to); got != want {
			t.Errorf("IsAbsolute(%q) = %t, want %t", to, got, want)
		}
	}
}

func TestLeaves(t *testing.T) {
	tests := map[string]bool{
		"..": true, "../": true, "../a": true, "a/../..": true, "./a/../../b": true,
		"": false, ".": false, "a/..": false, "a/../b": false, "..a": false, "a..": false, "...": false, ".../a": false,
	}
	for to, want := range tests {
		if got := analysis.LeavesRoot(to); got != want {
			t.Errorf("Leaves(%q) = %t, want %t", to, got, want)
		}
	}
}

func TestFrom(t *testing.T) {
	tests := []struct{ dir, to, want string }{
		{".", "a/b", "a/b"},
		{"a", "a/b", "b"},
		{"a", "ab/c", "../ab/c"},
		{"a/b", "a/c/d", "../c/d"},
		{"a/b/c", "d", "../../../d"},
		{"a/b", "a", "../"},
		{"a", "a", ""},
	}
	for _, test := range tests {
		if got := analysis.RelativePath(test.dir, test.to); got != test.want {
			t.Errorf("From(%q, %q) = %q, want %q", test.dir, test.to, got, test.want)
		}
	}
}

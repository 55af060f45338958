package tokens

import (
	"strings"
	"testing"
)

func TestAllowed(t *testing.T) {
	for _, test := range []struct {
		text, patterns string
		want           bool
	}{
		{"git status", "git status", true}, {"git status -s", "git status", false}, {"git status -s", "git *", true}, {"git", "git *", false},
		{"git log; rm x", "git *", false}, {"git log | sh", "git *", false}, {"git log $(rm x)", "git *", false}, {"git log > x", "git *", false},
		{"git log `rm x`", "git *", false}, {"git log\nrm x", "git *", false}, {"git log\n\n  date\n", "git *,date", true},
		{"git log | head -3", "git * | head -*", true}, {"a.b.c", "a*b*c", true}, {"acb", "a*b*c", false}, {"x", "*", true}, {"x", "", false}, {"ab", "a*a", false}, {"aa", "a*a", true},
		{"a", "a*a", false},
	} {
		if got := allowed(test.text, strings.Split(test.patterns, ",")); got != test.want {
			t.Errorf("%q by %q: %v", test.text, test.patterns, got)
		}
	}
}

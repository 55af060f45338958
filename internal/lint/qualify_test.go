package lint

import "testing"

func TestQualify(t *testing.T) {
	for message, want := range map[string]string{
		"skill is about 8,756 tokens (recommended: 5,000)": "skill is about 8,756 tokens (recommended: 5,000, baseline: 8,000)",
		"file has 12 problems":                             "file has 12 problems (baseline: 8,000)",
		`call of "f()"`:                                    `call of "f()" (baseline: 8,000)`,
		"call of f(g(x))":                                  "call of f(g(x)) (baseline: 8,000)",
	} {
		if got := qualify(message, "baseline: 8,000"); got != want {
			t.Errorf("%q: %q, want %q", message, got, want)
		}
	}
}

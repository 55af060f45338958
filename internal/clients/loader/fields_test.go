package loader

import (
	"strings"
	"testing"
)

// TestFields covers texts that are not YAML for some parser. The recorded answers of the clients cover the rest
// (internal/clients/loader).
func TestFields(t *testing.T) {
	const key = "description"
	openclaw := func(block string) string {
		fields, err := parseOpenClaw(block)
		if err != nil {
			return "error"
		}
		return fields[key]
	}
	qwen := func(block string) string {
		if v := parseQwen(block).Get(key); v != nil {
			return v.String()
		}
		return "none"
	}
	letta := func(block string) string { return parseLetta(block)[key].String() }
	tests := []struct {
		name, block, want string
		read              func(string) string
	}{
		{"openclaw quotes", "name: a\ndescription: Use when: b", "Use when: b", openclaw},
		{"openclaw quotes only free text", "name: a: b\ndescription: c", "error", openclaw},
		{"openclaw prints lists", "description: [a, 1, ~]", `["a",1,null]`, openclaw},
		{"openclaw keeps comments", "description:\n  # a", "# a", openclaw},
		{"qwen", "description: Use when: b", "Use when: b", qwen},
		{"qwen keeps single quotes", "description: 'a': b", "'a': b", qwen},
		{"qwen reads one line", "description: a\n  b", "a", qwen},
		{"qwen reads lists", "description:\n  - a\n  - b", "a,b", qwen},
		{"qwen reads numbers", "description: 0x1F", "31", qwen},
		{"letta", "description: \"a: b\" # c", `"a: b" # c`, letta},
		{"letta removes quotes", "description: 'it's'", "it's", letta},
		{"letta folds", "description: >-\n  a\n  b\n\n  c", "a b\nc", letta},
		{"letta reads no other indicators", "description: |2\n  a", "|2", letta},
	}
	for _, test := range tests {
		if got := test.read(test.block); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

// TestHostile checks that no text makes a parser panic.
func TestHostile(t *testing.T) {
	for _, unit := range []string{"", ":", "a:", "\"", "'", "description: \"", "description: |", "description:\n ", "---", "---\n", " \n", "\u00a0", "\r", "\x00", "\xff", "  - ", "*a: *a\n", "|"} {
		for _, n := range []int{1, 2, 1000} {
			text := strings.Repeat(unit, n)
			_, _ = parseOpenClaw(text)
			parseQwen(text)
			parseLetta(text)
			frameOf(text)
			frameOf("---" + text)
		}
	}
}

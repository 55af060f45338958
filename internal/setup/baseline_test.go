package setup

import "testing"

func TestWithBaseline(t *testing.T) {
	const name = ".skilllint-baseline.jsonl"
	for _, test := range []struct{ name, old, want string }{
		{"no configuration", "", "baseline: " + name + "\n"},
		{"comments", "# x\n", "# x\nbaseline: " + name + "\n"},
		{"other keys", "rules:\n  links: off", "rules:\n  links: off\nbaseline: " + name + "\n"},
		{"prepared line", "rules:\n  links: off\n#baseline: .skilllint-baseline.jsonl\n\n#x\n", "rules:\n  links: off\nbaseline: " + name + "\n\n#x\n"},
		{"a list at the start of lines", "exclude:\n- a\n", "exclude:\n- a\nbaseline: " + name + "\n"},
		{"key", "baseline: other.jsonl\n", ""},
		{"empty key", "baseline:\n", ""},
		{"flow mapping", "{rules: {links: off}}\n", ""},
		{"document marker", "---\nrules: {}\n", ""},
		{"quoted key", "\"rules\": {}\n", ""},
	} {
		if got := string(WithBaseline([]byte(test.old), name)); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
	if got := string(WithBaseline(nil, "a: b.jsonl")); got != "baseline: 'a: b.jsonl'\n" && got != "baseline: \"a: b.jsonl\"\n" {
		t.Errorf("a name that needs quotation marks: %q", got)
	}
}

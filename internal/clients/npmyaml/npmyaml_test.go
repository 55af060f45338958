package npmyaml_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/skilllint/skilllint/internal/clients/npmyaml"
)

// TestLoad covers peculiarities of the library. The recorded answers of its clients cover the rest
// (internal/clients/loader).
func TestLoad(t *testing.T) {
	tests := []struct{ text, want string }{
		{"k: a b", "a b"},
		{"k: 1_000", "1_000"},
		{"k: 0o17", "15"},
		{"k: 0x1F", "31"},
		{"k: 1e3", "1000"},
		{"k: .inf", "Infinity"},
		{"k: 2024-01-01", "2024-01-01"},
		{"k: yes", "yes"},
		{"k: [a, ~, 1]", "a,,1"},
		{"k: {a: b}", "[object Object]"},
		{"k: !thing 12", "12"},
		{"k: !!str 12", "12"},
		{"k: \"\\ud83d\\ude00\"", "😀"},
		{"k: >\n  a\n  b\n\n  c\n", "a b\nc\n"},
		{"k: |2-\n    a\n  b", "  a\nb"},
		{"a: &x text\nk: *x", "text"},
		{"a: 1\nk: x # c", "x"},
		{"? k\n: x", "x"},
		{"k:\n- a\n- b", "a,b"},
		{"k: a: b", "error"},
		{"k: a\nk: b", "error"},
		{"k: `a`", "error"},
		{"k: [a", "error"},
		{"k: \"\\d\"", "error"},
		{"k: *x", "error"},
		{"k:\n\ta: b", "error"},
		{"k: |\na", "error"},
		{"%YAML 1.2\nk: a", "error"},
		{"k: a\n---\nk: b", "error"},
	}
	for _, test := range tests {
		got := "error"
		if v, err := npmyaml.Load(test.text); err == nil {
			got = v.Get("k").String()
		}
		if got != test.want {
			t.Errorf("%q: %q, want %q", test.text, got, test.want)
		}
	}
}

// TestHostile checks that no text takes long or exhausts the stack.
func TestHostile(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	const size = npmyaml.MaxText / 8
	repeated := func(s string) string { return strings.Repeat(s, size/len(s)) }
	for _, unit := range []string{"[", "{", "- ", "? ", "a: ", "a:\n ", "\"", "'", "\"\n", "[a,", "{a: ", "&a ", "*a ", "!a ", "a\n", "a: b\n", "\n", " \n#\n", "# c\n",
		": ", ":\n", "?\n", "-\n", "|\n ", ">\n\t", "\t", "---\n", "...\n", "%a\n", "\\", "]", "}", ",", "\r", "\x00", "é", "[]: ", "{}:\n", "k: &a [*a]\n"} {
		start := time.Now()
		_, _ = npmyaml.Load(repeated(unit))
		_, _ = npmyaml.Load("[" + repeated(unit)[1:])
		_, _ = npmyaml.Load("a:\n" + repeated(" " + unit)[len(" "+unit):])
		if took := time.Since(start); took > 30*time.Second {
			t.Errorf("%q took %v", unit, took)
		}
	}
	if _, err := npmyaml.Load(strings.Repeat("a", npmyaml.MaxText+1)); !errors.Is(err, npmyaml.ErrTooLarge) {
		t.Errorf("text over the limit: got error %v", err)
	}
}

func FuzzLoad(f *testing.F) {
	for _, seed := range []string{"a: b", "- a\n- b", "{a: [b]}", "a: |\n  b", "&a b", "? a\n: b", "\"a\n b\""} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		d, err := npmyaml.Parse(text)
		if err == nil && d.Err == nil && d.Value == nil {
			t.Error("neither a value nor an error")
		}
	})
}

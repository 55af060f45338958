package serdeyaml

import (
	"strings"
	"testing"
)

func TestKind(t *testing.T) {
	tests := map[Kind][]string{
		Null:   {"~", "null", "Null", "NULL", "", "!t", "!!null ~", "!!null '~'"},
		Bool:   {"true", "True", "TRUE", "false", "!!bool 'true'", "!t true"},
		Int:    {"0", "-0", "12", "+12", "-12", "0x1F", "-0x1f", "0o17", "0b11", "18446744073709551615", "-9223372036854775808", "!t 5", "! 5", "!!int '5'"},
		Float:  {"1.5", ".5", "+.5", "1.", "1e3", "12e03", "00.5", ".inf", "+.INF", "-.Inf", ".nan", ".NaN", "!!float 1", "!!float 012", "340282366920938463463374607431768211456"},
		String: {"yes", "nUll", "tRue", "012", "00", "0X1F", "0x", "0b12", "1_000", "1e999", "inf", ".nAn", "-.nan", "2024-01-01", "1.2.3", "+-5", "'5'", "!!str 5", "!!foo 5", "!t '5'", "<<", "="},
		Wrong:  {"18446744073709551616", "-9223372036854775809", "0x10000000000000000", "-170141183460469231731687303715884105728", "!!int 1.5", "!!int 012", "!!bool yes", "!!float x", "!!null x", "!!null"},
		List:   {"[]", "!t []"},
		Map:    {"{}"},
	}
	for kind, texts := range tests {
		for _, text := range texts {
			root, err := Load("a: " + text)
			if err != nil {
				t.Fatal(text, err)
			}
			v := root.Members[0].Value
			if got := v.Kind(); got != kind {
				t.Errorf("%q: got kind %d, want %d", text, got, kind)
			}
			if err := root.Check(); (err != nil) != (kind == Wrong) {
				t.Errorf("%q: %v", text, err)
			}
		}
	}
}

func TestIsNull(t *testing.T) {
	for text, want := range map[string][2]bool{
		"": {true, false}, "~": {true, false}, "!!null ~": {true, false}, "!!null": {false, true}, "!!null x": {false, true},
		"'~'": {}, "!!str": {}, "!t": {}, "x": {}, "[]": {},
	} {
		root, err := Load("a: " + text)
		if err != nil {
			t.Fatal(text, err)
		}
		if null, wrong := root.Members[0].Value.IsNull(); [2]bool{null, wrong} != want {
			t.Errorf("%q: %v %v", text, null, wrong)
		}
	}
}

func TestField(t *testing.T) {
	for text, want := range map[string]bool{
		"name: x": true, "'name': x": true, "!!str name: x": true, "a: &n name\n*n : x": true,
		"!t name: x": false, "! name: x": false, "Name: x": false,
	} {
		root, err := Load(text)
		if err != nil {
			t.Fatal(text, err)
		}
		if got := root.Field("name") != nil; got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

func TestCheck(t *testing.T) {
	bomb := "a: &a [x,x,x,x,x,x,x,x,x]\n"
	for c := byte('b'); c <= 'h'; c++ {
		bomb += string(c) + ": &" + string(c) + " [" + strings.Repeat("*"+string(c-1)+",", 9) + "]\n"
	}
	nested := func(depth int) string { return strings.Repeat("[", depth) + strings.Repeat("]", depth) }
	tests := []struct {
		name, text string
		fine       bool
	}{
		{"nothing", "", true},
		{"duplicate key", "a: b\na: c", false},
		{"nested duplicate key", "x:\n  - {a: b, a: c}", false},
		{"text and number", "1: b\n'1': c", true},
		{"equal numbers in different bases", "10: b\n0xA: c", false},
		{"integer and float", "1: b\n1.0: c", true},
		{"zeros", "0.0: b\n-0.0: c", false},
		{"not a number", ".nan: b\n.NaN: c", false},
		{"nulls", "~: b\nnull: c", false},
		{"lists as keys", "[a]: b\n[a]: c", false},
		{"mappings as keys in different order", "{a: 1, b: 2}: x\n{b: 2, a: 1}: y", false},
		{"with and without a tag", "!t a: b\na: c", true},
		{"alias as key", "x: &k a\na: b\n*k : c", false},
		{"maximum depth", nested(128), true},
		{"too deep", nested(129), false},
		{"too deep through an alias", "a: &a " + nested(100) + "\nb: " + strings.Replace(nested(28), "[]", "[*a]", 1), false},
		{"contains itself", "a: &a [*a]", false},
		{"aliases within the limit", "a: &a x\nb: [*a, *a, *a]", true},
		{"bomb", bomb, false},
		{"bomb in keys", "a: &a {x: y}\nb: &b {*a : *a}\nc: {*b : *b}", true},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			root, err := Load(test.text)
			if err != nil {
				t.Fatal(err)
			}
			if err := root.Check(); (err == nil) != test.fine {
				t.Errorf("%v", err)
			}
		})
	}
}

func TestDepth(t *testing.T) {
	for text, want := range map[string]int{"a": 0, "[]": 1, "a: [b]": 2, "? [[[a]]]\n: b": 1, "a: &a [[b]]\nc: [*a]": 4} {
		root, err := Load(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := root.Depth(); got != want {
			t.Errorf("%q: %d, want %d", text, got, want)
		}
	}
}

package jsyaml

import (
	"strings"
	"testing"
)

// TestString checks the result of String, which is that of JavaScript's String(value).
func TestString(t *testing.T) {
	tests := []struct{ text, want string }{
		{"", "undefined"},
		{"~", "null"},
		{"TRUE", "true"},
		{"False", "false"},
		{"0x1F", "31"},
		{"1.50", "1.5"},
		{"1e21", "1e+21"},
		{"123456789012345680000", "123456789012345680000"},
		{"-1.5e-9", `-1.5e-9`},
		{"-.inf", "-Infinity"},
		{".nan", "NaN"},
		{"'it''s'", "it's"},
		{"2024-02-30", "Fri Mar 01 2024 00:00:00 GMT+0000 (Coordinated Universal Time)"},
		{"2024-01-01 01:30:00 +2", "Sun Dec 31 2023 23:30:00 GMT+0000 (Coordinated Universal Time)"},
		{"!!binary aGk=", "104,105"},
		{"{a: b}", "[object Object]"},
		{"[]", ""},
		{"[a, ~, [b, [c]], {d: e}, 1_0]", "a,,b,c,[object Object],10"},
		{"&x [a, *x, b]", "a,,b"},
	}
	for _, test := range tests {
		v, err := Load(test.text, V4)
		if err != nil {
			t.Errorf("%q: %v", test.text, err)
			continue
		}
		if got := v.String(); got != test.want {
			t.Errorf("%q prints %q, want %q", test.text, got, test.want)
		}
	}
	if v, _ := Load("!!binary aGk=", V3); v.String() != "hi" {
		t.Errorf("version 3 prints binary data as %q", v)
	}
}

// TestStart checks the offsets of values and keys. "^" marks the expected offset.
func TestStart(t *testing.T) {
	const mark = "^"
	tests := []struct{ text, key, value string }{
		{"a: b", "^a: b", "a: ^b"},
		{"x: y\na: b", "x: y\n^a: b", "x: y\na: ^b"},
		{"\ufeffa: b", "\ufeff^a: b", "\ufeffa: ^b"},
		{"a:\nb: c", "^a:\nb: c", "a:^\nb: c"},
		{"a:", "^a:", "a:^"},
		{"a: !!str", "^a: !!str", "a:^ !!str"},
		{"a:   \"b\"", "^a:   \"b\"", "a:   ^\"b\""},
		{"a: &x !!str 'b'", "^a: &x !!str 'b'", "a: &x !!str ^'b'"},
		{"a:\n  - b", "^a:\n  - b", "a:\n  ^- b"},
		{"a:\n  b: c", "^a:\n  b: c", "a:\n  ^b: c"},
		{"a: [b]", "^a: [b]", "a: ^[b]"},
		{"a: >-\n  b", "^a: >-\n  b", "a: ^>-\n  b"},
		{"é: é\na: é", "é: é\n^a: é", "é: é\na: ^é"},
		{"{x: 1, a: b}", "{x: 1, ^a: b}", "{x: 1, a: ^b}"},
		{"{\"a\": }", "{^\"a\": }", "{\"a\": ^}"},
		{"? a\n: b", "? ^a\n: b", "? a\n: ^b"},
		{"x: &x b\na: *x", "x: &x b\n^a: *x", "x: &x ^b\na: *x"},
		{"<<: {a: b}", "<<: {^a: b}", "<<: {a: ^b}"},
	}
	for _, test := range tests {
		for _, v := range []Version{V3, V4, V43} {
			loaded, err := Load(test.text, v)
			if err != nil || loaded.Get("a") == nil {
				t.Errorf("%q: %v", test.text, err)
				continue
			}
			for _, m := range loaded.Members {
				if m.Key != "a" {
					continue
				}
				if want := strings.Index(test.key, mark); m.KeyStart != want {
					t.Errorf("%q: key offset %d, want %d", test.text, m.KeyStart, want)
				}
				if want := strings.Index(test.value, mark); m.Value.Start != want {
					t.Errorf("%q: value offset %d, want %d", test.text, m.Value.Start, want)
				}
			}
		}
	}
}

func TestGet(t *testing.T) {
	v, err := Load("a: {b: c}", V4)
	if err != nil {
		t.Fatal(err)
	}
	if got := v.Get("a").Get("b"); got == nil || got.Text != "c" {
		t.Errorf("a.b is %v", got)
	}
	if v.Get("b") != nil || v.Get("a").Get("b").Get("c") != nil {
		t.Error("Get returned a member that does not exist")
	}
}

func BenchmarkLoad(b *testing.B) {
	text := "name: pdf-forms\ndescription: >-\n  Fills in forms. Use it when a PDF has fields\n  that want values.\nallowed-tools: [Read, Write, \"Bash(git:*)\"]\n" +
		"metadata:\n  version: 1.2.0\n  date: 2024-01-31\n  tags:\n  - pdf\n  - forms\n"
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Load(text, V4); err != nil {
			b.Fatal(err)
		}
	}
}

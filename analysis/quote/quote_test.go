package quote

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestText(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"plain", "deploy", `"deploy"`},
		{"empty", "", `""`},
		{"quotation marks stay", `say "hi"`, `"say "hi""`},
		{"backslash stays", `a\b`, `"a\b"`},
		{"not ASCII stays", "技能 é", `"技能 é"`},
		{"line end", "a\nb", `"a\nb"`},
		{"terminal escape", "\x1b[31m", `"\x1b[31m"`},
		{"bidirectional override", "a\u202eb", `"a\u202eb"`},
		{"not UTF-8", "a\xffb", `"a\xffb"`},
		{"at the limit", strings.Repeat("é", 120), `"` + strings.Repeat("é", 120) + `"`},
		{"over the limit", strings.Repeat("a", 60) + "é" + strings.Repeat("b", 60),
			`"` + strings.Repeat("a", 59) + "…" + strings.Repeat("b", 59) + `"`},
		{"over the limit, wide at its end", strings.Repeat("a", 80) + strings.Repeat("é", 80),
			`"` + strings.Repeat("a", 59) + "…" + strings.Repeat("é", 59) + `"`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := Text(tt.text)
			if got != tt.want {
				t.Errorf("Text(%q) = %s, want %s", tt.text, got, tt.want)
			}
			if n := utf8.RuneCountInString(cut(tt.text)); n > Limit {
				t.Errorf("Text(%q) shows %d code points", tt.text, n)
			}
		})
	}
}

func TestList(t *testing.T) {
	tests := []struct {
		texts []string
		want  string
	}{
		{nil, ""},
		{[]string{"a"}, `"a"`},
		{[]string{"a", "b"}, `"a" or "b"`},
		{[]string{"a", "b", "c"}, `"a", "b" or "c"`},
		{strings.Split("abcdefghijkl", ""), `"a", "b", "c", "d", "e", "f", "g", "h", "i", "j" or 2 more`},
	}
	for _, tt := range tests {
		if got := List(tt.texts, "or"); got != tt.want {
			t.Errorf("List(%q) = %s, want %s", tt.texts, got, tt.want)
		}
	}
	if got, want := List(strings.Split("abcde", ""), "and"), `"a", "b", "c", "d" and "e"`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got, want := List(strings.Split("abcdefg", ""), "and"), `"a", "b", "c", "d", "e" and 2 more`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestNumber(t *testing.T) {
	for digits, want := range map[string]string{
		"": "", "7": "7", "999": "999", "1000": "1,000", "300001": "300,001", "1234567": "1,234,567",
		"1024.5": "1024.5", "-4096": "-4096", "1e10": "1e10",
	} {
		if got := Number(digits); got != want {
			t.Errorf("%s: %s, want %s", digits, got, want)
		}
	}
}

func TestCount(t *testing.T) {
	for n, want := range map[int]string{0: "0", 1024: "1,024", 1 << 20: "1,048,576"} {
		if got := Count(n); got != want {
			t.Errorf("%d: %s, want %s", n, got, want)
		}
	}
}

func TestPlural(t *testing.T) {
	for n, want := range map[int]string{0: "0 skills", 1: "1 skill", 2: "2 skills", 1200: "1,200 skills"} {
		if got := Plural(n, "skill"); got != want {
			t.Errorf("Plural(%d) = %q, want %q", n, got, want)
		}
	}
}

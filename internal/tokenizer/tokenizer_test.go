package tokenizer

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestChars4(t *testing.T) {
	tests := []struct {
		name, text string
		want       int
	}{
		{"nothing", "", 0},
		{"less than one token", "a", 1},
		{"exactly one token", "abcd", 1},
		{"rounded up", "abcde", 2},
		{"code points, not bytes", "技能检查器", 2},
		{"an emoji is one character", "🙂🙂🙂🙂", 1},
		{"bytes that are not UTF-8", "\xff\xfe\xfd\xfc\xfb", 2},
		{"line ends are characters", "a\r\nb", 1},
	}
	for _, test := range tests {
		if got := Chars4([]byte(test.text)); got != test.want {
			t.Errorf("%s: Chars4(%q) = %d, want %d", test.name, test.text, got, test.want)
		}
	}
}

func TestCharacters(t *testing.T) {
	for _, piece := range []string{"a", "abcdefgh", "ü", "技", "🙂", "\xff", "\xe6\x8a", "—abcdefghijk"} {
		for n := range 20 {
			text := strings.Repeat("x", n) + piece + strings.Repeat("y", 20-n) + piece
			if got, want := Characters([]byte(text)), utf8.RuneCountInString(text); got != want {
				t.Errorf("%q: %d, want %d", text, got, want)
			}
		}
	}
}

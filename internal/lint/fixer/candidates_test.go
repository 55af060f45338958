package fixer

import "testing"

// TestContinuationPrefix checks that a continuation line has the same quote markers, and the indentation of the list item's
// text.
func TestContinuationPrefix(t *testing.T) {
	for line, want := range map[string]string{
		"":              "",
		"text":          "",
		"  text":        "  ",
		"\ttext":        "\t",
		"> text":        "> ",
		">> text":       ">> ",
		"- text":        "  ",
		"+ text":        "  ",
		"* text":        "  ",
		"-text":         "",
		"-":             "",
		"9. text":       "   ",
		"12) text":      "    ",
		"123456789. x":  "           ",
		"1234567890. x": "",
		"12":            "",
		"12: text":      "",
		"12.":           "",
		". text":        "",
		") text":        "",
		"> - 1. text":   ">      ",
		"- > text":      "  > ",
	} {
		if got := continuationPrefix([]byte(line)); got != want {
			t.Errorf("%q: %q, want %q", line, got, want)
		}
	}
}

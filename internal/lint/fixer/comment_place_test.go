package fixer

import "testing"

// TestContinued: a line continues the text of another one if it has the same quotation marks and the
// indentation of its item's text.
func TestContinued(t *testing.T) {
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
		if got := continued([]byte(line)); got != want {
			t.Errorf("%q: %q, want %q", line, got, want)
		}
	}
}

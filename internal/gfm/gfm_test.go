package gfm

import "testing"

func TestProse(t *testing.T) {
	const written = "a_b @x www.x WwW.x ww.x http://x"
	const want = `a\_b \@<!-- -->x www<!-- -->.x WwW<!-- -->.x ww.x http:<!-- -->//x`
	if got := Prose(written); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestCell(t *testing.T) {
	for text, want := range map[string]string{"a": "`a`", "a|b": "<code>a&#124;b</code>", `\|`: `<code>\\&#124;</code>`, "<|": "<code>&lt;&#124;</code>"} {
		if got := Cell(text); got != want {
			t.Errorf("Cell(%q) = %s, want %s", text, got, want)
		}
	}
}

func TestCode(t *testing.T) {
	for text, want := range map[string]string{"a": "`a`", "a`b": "``a`b``", "`a": "`` `a ``", " a ": "`  a  `", " a": "` a`", "": "`  `"} {
		if got := Code(text); got != want {
			t.Errorf("Code(%q) = %s, want %s", text, got, want)
		}
	}
}

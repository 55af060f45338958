package escape

import "testing"

func TestMarkdownText(t *testing.T) {
	const written = "a_b @x www.x WwW.x ww.x http://x"
	const want = `a\_b \@<!-- -->x www<!-- -->.x WwW<!-- -->.x ww.x http:<!-- -->//x`
	if got := MarkdownText(written); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestMarkdownCell(t *testing.T) {
	for text, want := range map[string]string{"a": "`a`", "a|b": "<code>a&#124;b</code>", `\|`: `<code>\\&#124;</code>`, "<|": "<code>&lt;&#124;</code>"} {
		if got := MarkdownCell(text); got != want {
			t.Errorf("MarkdownCell(%q) = %s, want %s", text, got, want)
		}
	}
}

func TestMarkdownCode(t *testing.T) {
	for text, want := range map[string]string{"a": "`a`", "a`b": "``a`b``", "`a": "`` `a ``", " a ": "`  a  `", " a": "` a`", "": "`  `"} {
		if got := MarkdownCode(text); got != want {
			t.Errorf("MarkdownCode(%q) = %s, want %s", text, got, want)
		}
	}
}
